"""What schemathesis loads: signs each request, and leads many to a vault that is there."""

import base64
import hashlib
import os
import random
import re
import threading
import time
from email.utils import formatdate
from urllib.parse import urlsplit

import requests
import schemathesis
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from schemathesis.openapi.checks import RejectedPositiveData

# The same keys and vaults each time.
noise = random.Random(os.environ["SCHEMA_TEST_SEED"])
COVERED = '("@method" "@authority" "@path" "@query" "date" "content-digest")'
DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
NAME = re.compile("[0-7][0-9a-hjkmnp-tv-z]{25}")
COMMIT = "/v1/vaults/{vault}/devices/{device}/commits/{number}"
EVENTS = "/v1/vaults/{vault}/events"
NOTE = "/v1/vaults/{vault}/invitations/{invitation}/{note}"


def text(name):
    """A name of 16 bytes in Crockford's base 32."""
    number = int.from_bytes(name, "big")
    return "".join(DIGITS[number >> shift & 31] for shift in range(125, -1, -5))


def address_text(value):
    """Bytes in base 64 for addresses."""
    return base64.urlsafe_b64encode(value).decode().rstrip("=")


def short_hash(value):
    """What names are made of."""
    return hashlib.sha256(value).digest()[:16]


class Device(requests.auth.AuthBase):
    """A device that signs, and its vault."""

    def __init__(self):
        self.renew()

    def renew(self):
        """Takes another key and another vault."""
        self.key = Ed25519PrivateKey.from_private_bytes(noise.randbytes(32))
        self.public_key = self.key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        self.vault = noise.randbytes(16)

    @property
    def name(self):
        return text(short_hash(self.public_key))

    def __call__(self, request):
        """Signs a request (RFC 9421) with its body (RFC 9530)."""
        address = urlsplit(request.url)
        body = request.body or b""
        if isinstance(body, str):
            body = body.encode()
        now = int(time.time())
        date = formatdate(now, usegmt=True)
        digest = f"sha-256=:{base64.b64encode(hashlib.sha256(body).digest()).decode()}:"
        parameters = (f'{COVERED};created={now};keyid="{address_text(self.public_key)}";alg="ed25519"'
                      f';nonce="{address_text(os.urandom(16))}"')
        signed = "\n".join([
            f'"@method": {request.method}', f'"@authority": {address.netloc}',
            f'"@path": {address.path}', f'"@query": ?{address.query}', f'"date": {date}',
            f'"content-digest": {digest}', f'"@signature-params": {parameters}'])
        signature = base64.b64encode(self.key.sign(signed.encode())).decode()
        request.headers.update({
            "Date": date, "Content-Digest": digest, "Signature-Input": f"sig={parameters}",
            "Signature": f"sig=:{signature}:"})
        return request

    def send(self, method, server, rest="", body=b""):
        """Sends a request about the vault."""
        return requests.request(
            method, f"{server}/v1/vaults/{text(self.vault)}{rest}", data=body, auth=self, timeout=60)

    def bring_vault(self, server):
        """Has the vault there, with a part of a file and an invitation.

        It is another vault when the device may not use it any more.
        """
        while self.send("PUT", server).status_code == 403:
            self.renew()
        self.send("PUT", server, f"/blobs/{self.name}", b"part")
        notes = f"/invitations/{self.name}"
        self.send("PUT", server, f"{notes}/offer?key={address_text(self.public_key)}", b"offer")
        self.send("PUT", server, f"{notes}/request", b"request")

    def next_commit(self, server):
        """The number of the next commit, and what the server looks at in it."""
        # There are none when the vault ends at this moment, for a stream.
        heads = self.send("GET", server).json().get("heads", {})
        head = heads.get(self.name, {"number": 0, "hash": "00" * 32})
        number = head["number"] + 1
        return number, (b"WSC\x02" + self.vault + short_hash(self.public_key) + number.to_bytes(8, "big")
                        + bytes.fromhex(head["hash"]) + noise.randbytes(100))


device = Device()
schemathesis.auth.set_from_requests(device)


def is_chosen(value, parts):
    """The same answer for the same value, for so many of four."""
    return hashlib.sha256(repr(value).encode()).digest()[0] % 4 < parts


def is_name(value):
    return isinstance(value, str) and NAME.fullmatch(value) is not None


@schemathesis.hook
def before_call(context, case, **kwargs):
    """Puts names of what is there in the place of most that are made up, and of none that is malformed."""
    parameters = case.path_parameters or {}
    path = case.operation.path
    made_up = case.method, path, parameters, case.query
    # A vault that nobody ends would have its events come for an hour.
    if not is_name(parameters.get("vault")) or not (path == EVENTS or is_chosen(made_up, 3)):
        return
    server = case.operation.base_url.rstrip("/")
    device.bring_vault(server)
    for name in "device", "name", "invitation":
        if is_name(parameters.get(name)) and is_chosen((made_up, name), 3):
            parameters[name] = device.name
    parameters["vault"] = text(device.vault)
    if path == COMMIT and case.method == "PUT" and parameters["device"] == device.name:
        if isinstance(parameters["number"], int) and parameters["number"] > 0:
            parameters["number"], case.body = device.next_commit(server)
    if path == EVENTS:
        # Its end comes with that of the vault; a request that is later than that finds none.
        threading.Timer(0.1, device.send, ["DELETE", server]).start()


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Drops refusals of what a schema cannot say, but the descriptions of parameters do."""
    if not isinstance(failure, RejectedPositiveData) or response.status_code != 400:
        return True
    query = case.query or {}
    known = [part.split(":") for part in query.get("after", "").split(",") if part]
    return not (
        len({device for device, _ in known}) < len(known)
        or any(int(number) >= 1 << 63 for _, number in known)
        or case.operation.path == NOTE and case.path_parameters["note"] == "offer" and "key" not in query
        or "from" in query and int(query["from"]) > int(query["through"]))


@schemathesis.check
def problem_document(context, response, case):
    """Each error has a problem document (RFC 9457), whose status is that of the response."""
    if response.status_code < 400 or case.method == "HEAD":
        return
    kind = response.headers.get("content-type", [""])[0]
    assert kind == "application/problem+json", f"{response.status_code} has content of the type '{kind}'"
    status = response.json().get("status")
    assert status == response.status_code, f"{response.status_code} has a problem document with {status}"
