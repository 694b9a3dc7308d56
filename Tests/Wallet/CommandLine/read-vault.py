"""Reads a vault by the page that describes its file, and by nothing else of Wallet.

python3 read-vault.py FileFormat.md VAULT SECRET-FILE

Verifies everything, and prints JSON: the items, what the root says, and the fields of the page that were
not seen. The first line of SECRET-FILE is the passphrase, or the recovery code. Layouts, tags, parts and
purposes are read from the tables of the page, so that a mistake in one of them shows.
"""

import hashlib
import hmac
import json
import re
import sqlite3
import sys
import unicodedata
from urllib.parse import urlsplit

from argon2.low_level import Type, hash_secret_raw
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

SEAL, VAULT_KEY = 28, 32


class Wrong(Exception):
    """The file is not what the page says."""


def expect(holds, what):
    if not holds:
        raise Wrong(what)


# ── The page ─────────────────────────────────────────────────────────────────────────────────────


class Page:
    """The tables of the page by their headings, each row a tuple of its cells."""

    def __init__(self, path):
        self.tables, self.seen, heading = {}, set(), None
        text = open(path, encoding="utf-8").read()
        for line in text.splitlines():
            if line.startswith("#"):
                heading = line.lstrip("# ")
            elif line.startswith("|"):
                cells = tuple(cell.strip() for cell in line[1:-1].split("|"))
                self.tables.setdefault(heading, []).append(cells)
        self.tables = {heading: rows[2:] for heading, rows in self.tables.items()}
        # The tables of the first format, and those that the second one adds.
        first, added = (
            ["CREATE " + " ".join(part.split()) for part in sql.split("CREATE") if part.split()]
            for sql in re.findall(r"```sql\n(.*?)```", text, re.DOTALL)
        )
        self.schemas = {1: sorted(first), 2: sorted(first + added)}

    def fields(self, heading):
        return {int(tag): (name, form) for tag, name, form, _ in self.tables[heading]}

    def unseen(self):
        """The fields that no item had, nor the root."""
        fields = {
            (heading, name)
            for heading in self.tables
            if heading.startswith("Fields of")
            for name, _ in self.fields(heading).values()
        }
        return sorted(": ".join(field) for field in fields - self.seen)

    def layout(self, heading):
        return [(int(count), name, form) for count, name, form in self.tables[heading]]

    def part(self, table):
        """The number and the key of the part that a table of the database holds."""
        found = [row for row in self.tables["Parts"] if row[1] == f"`{table}`"]
        return int(found[0][0]), found[0][2].strip("`")


class Bytes:
    """Opened bytes, taken from the front."""

    def __init__(self, data):
        self.data = data

    def take(self, count):
        expect(count <= len(self.data), "a record is too short")
        taken, self.data = self.data[:count], self.data[count:]
        return taken

    def layout(self, rows):
        values = {}
        for count, name, form in rows:
            value = self.take(count)
            if form in ("number", "unsigned", "sum"):
                value = int.from_bytes(value, "little", signed=form == "number")
            values[name] = value
        return values

    def variable(self):
        value = shift = 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & 0x7F) << shift
            shift += 7
            if not byte & 0x80:
                return value

    def fields(self, page, heading):
        known, values = page.fields(heading), {}
        while self.data:
            tag, value = self.variable(), Bytes(self.take(self.variable()))
            if tag not in known:
                continue
            name, form = known[tag]
            page.seen.add((heading, name))
            if form.endswith("text"):
                value = value.data.decode()
            elif form == "bytes":
                value = value.data.hex()
            elif form.endswith("fields"):
                value = value.fields(page, f"Fields of a {name}")
            else:
                folded = value.variable()
                value = folded >> 1 ^ -(folded & 1)
            if form.startswith("each"):
                values.setdefault(name, []).append(value)
            else:
                values[name] = value
        return values


# ── Keys and seals ───────────────────────────────────────────────────────────────────────────────


def derive(key, salt, info):
    return HKDF(algorithm=hashes.SHA256(), length=32, salt=salt, info=info.encode()).derive(key)


def number(value, count=8):
    return value.to_bytes(count, "little", signed=True)


def recovery_code(text):
    symbols = "0123456789ABCDEFGHJKMNPQRSTVWXYZ*~$=U"
    text = re.sub(r"[\s-]", "", text.upper()).translate(str.maketrans("OIL", "011"))
    values = [symbols.find(symbol) for symbol in text]
    if len(values) != 33 or min(values) < 0 or max(values[:32]) > 31:
        return None
    code = 0
    for value in values[:32]:
        code = code << 5 | value
    return code.to_bytes(20, "big") if code % 37 == values[32] else None


class Vault:
    def __init__(self, page, path, secret):
        self.page = page
        self.database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        expect(self.rows("PRAGMA application_id") == [(0x574C4C54,)], "this is no vault")
        self.format, self.name, self.created, _ = self.rows(
            "SELECT format, vault, created, guard FROM header"
        )[0]
        expect(self.format in page.schemas, "the format is another one")
        self.check_tables()
        self.purposes = [row[0].strip("`") for row in page.tables["Purposes"]]
        key = self.vault_key(secret)
        self.keys = {p: derive(key, self.name, f"wallet vault 1 {p}") for p in self.purposes}

    def rows(self, query):
        return self.database.execute(query).fetchall()

    def check_tables(self):
        found = self.rows("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
        found = sorted(" ".join(sql.split()) for (sql,) in found)
        expect(found == self.page.schemas[self.format], "the tables are others")

    def place(self, part, subject, revision, vault=None):
        """The associated data of a part."""
        if isinstance(subject, int):
            subject = subject.to_bytes(16, "big")
        values = {
            "part": part, "1": 1, "vault": vault or self.name, "subject": subject,
            "revision": revision,
        }
        data = b""
        for count, name, _ in self.page.layout("Associated data"):
            value = values[name]
            if isinstance(value, int):
                value = value.to_bytes(count, "big", signed=True)
            expect(len(value) == count, "the page has a wrong length")
            data += value
        return data

    def open(self, table, subject, revision, sealed):
        part, key = self.page.part(table)
        try:
            plain = AESGCM(self.keys[key]).decrypt(
                sealed[:12], sealed[12:], self.place(part, subject, revision)
            )
        except InvalidTag:
            raise Wrong(f"a seal in {table} is broken") from None
        return Bytes(plain)

    def slot_data(self, slot, vault=None):
        """The associated data of a slot."""
        values = {
            "length of `kind`": len(slot["kind"]).to_bytes(4, "little"),
            "`kind`": slot["kind"].encode(), "`memory`": number(slot["memory"]),
            "`iterations`": number(slot["iterations"]),
            "`parallelism`": number(slot["parallelism"]), "`salt`": slot["salt"],
        }
        data = self.place(self.page.part("slot")[0], slot["id"], slot["created"], vault)
        for count, name, _ in self.page.tables["Associated data of a slot, continued"]:
            expect(count == "as said" or int(count) == len(values[name]), "a slot is wrong")
            data += values[name]
        return data

    def slots(self):
        names = ["id", "kind", "memory", "iterations", "parallelism", "salt", "sealed", "created"]
        slots = [dict(zip(names, row)) for row in self.rows(f"SELECT {', '.join(names)} FROM slot")]
        expect(len(slots) <= 8, "there are too many slots")
        return slots

    def vault_key(self, secret):
        passphrase = unicodedata.normalize("NFKC", secret).encode()
        code = recovery_code(secret)
        for slot in self.slots():
            memory, passes, lanes = slot["memory"], slot["iterations"], slot["parallelism"]
            expect(len(slot["salt"]) == 16, "a salt is wrong")
            expect(len(slot["sealed"]) == SEAL + VAULT_KEY, "a slot is wrong")
            if slot["kind"] == "passphrase":
                expect(memory >= 19456 and passes >= 2 and lanes >= 1, "Argon2id is too weak")
                expect(
                    memory <= 1 << 20 and passes <= 64 and lanes <= 64
                    and memory * passes <= 4 << 20, "Argon2id is too expensive"
                )
                key = hash_secret_raw(
                    passphrase, slot["salt"], passes, memory, lanes, 32, Type.ID, 0x13
                )
            elif slot["kind"] == "recovery code" and code:
                key = derive(code, slot["salt"], "wallet vault 1 recovery")
            else:
                continue
            sealed = slot["sealed"]
            try:
                return AESGCM(key).decrypt(sealed[:12], sealed[12:], self.slot_data(slot))
            except InvalidTag:
                continue
        raise Wrong("the secret opens no slot")

    # ── The manifest ─────────────────────────────────────────────────────────────────────────────

    def hash(self, message):
        code = hmac.new(self.keys["manifest sum"], message, hashlib.sha256).digest()
        return int.from_bytes(code, "little")

    def guarded_header(self):
        halves = self.name[7::-1] + self.name[:7:-1]
        return b"h" + number(self.format) + halves + number(self.created)

    def check_guard(self):
        key = b"wallet vault: a guard against accidents, not attackers"
        (found,) = self.rows("SELECT guard FROM header")[0]
        code = hmac.new(key, self.guarded_header(), hashlib.sha256).digest()[:16]
        expect(found == code, "the guard of the header is wrong")

    def read_root(self):
        counter, sealed = self.rows("SELECT counter, sealed FROM root")[0]
        plain = self.open("root", 0, counter, sealed)
        root = plain.layout(self.page.layout("Root"))
        expect(root["count of changes"] == counter, "the root is of another change")
        slots = [
            plain.layout(self.page.layout("Slot in the root"))
            for _ in range(root["count of slots"])
        ]
        for slot in slots:
            slot["name"] = plain.take(int.from_bytes(plain.take(2), "little")).decode()
        self.root = plain.fields(self.page, "Fields of the root")
        expect(root["hash of the header"] == self.hash(self.guarded_header()), "the header is wrong")
        self.check_guard()
        there = {
            slot["id"]: self.hash(b"s" + self.slot_data(slot, bytes(16)) + slot["sealed"])
            for slot in self.slots()
        }
        expect(there == {s["slot"]: s["hash of the slot"] for s in slots}, "the slots are wrong")
        return root

    def read_buckets(self, root, level, table, kind):
        """Opens the buckets of a level, whose sum the root has."""
        total, checks, opened = 0, [0] * 1024, {}
        for place, revision, sealed in self.rows(f"SELECT number, revision, sealed FROM {table}"):
            seal = sealed[:12] + sealed[-16:]
            code = self.hash(b"b" + bytes([level]) + number(place, 4) + number(revision) + seal)
            total += code
            checks[place] = max(1, code & 0xFF)
            opened[place] = self.open(table, place, revision, sealed)
        expect(total % (1 << 256) == root[f"sum of {kind} buckets"], f"{kind} buckets are wrong")
        expect(bytes(checks) == root[f"checks of {kind} buckets"], f"{kind} buckets are wrong")
        return opened

    # ── Items ────────────────────────────────────────────────────────────────────────────────────

    def items(self):
        root = self.read_root()
        expected = {}
        marks = {}
        for place, plain in self.read_buckets(root, 0, "item_bucket", "item").items():
            head = plain.layout(self.page.layout("Item bucket"))
            for _ in range(head["count"]):
                entry = plain.layout(self.page.layout("Entry of an item bucket"))
                expected[entry["item"]] = entry
            marks[place] = head["sum of the marks"]
        listed = self.site_entries(root)
        items = []
        for row, name, revision, sealed in self.rows("SELECT n, item, revision, sealed FROM overview"):
            entry = expected.pop(name, None)
            expect(entry, "an item was added")
            expect(entry["revision of the overview"] == revision, "an item was put back")
            head, item = self.overview(name, revision, sealed)
            expect(head["mark"][:4] == entry["check"], "an item was put back")
            place = int.from_bytes(name[:2], "big") >> 6
            marks[place] = (marks[place] - int.from_bytes(head["mark"], "little")) % (1 << 256)
            item.update(self.details(row, name, head))
            tokens = listed.pop(name, set())
            if "hosts" in self.root:
                self.check_hosts(item, tokens)
            item["entries in the site index"] = len(tokens)
            items.append(item)
        expect(not expected, "an item is missing")
        expect(not any(marks.values()), "a bucket is wrong")
        expect(not listed, "the site index has an item that is not there")
        expect(len(items) == root["count of items"], "the count of items is wrong")
        return items

    def overview(self, name, revision, sealed):
        plain = self.open("overview", name, revision, sealed)
        expect(len(plain.data) % 64 == 0, "an overview is not padded")
        head = plain.layout(self.page.layout("Head of an overview"))
        return head, Bytes(plain.take(head["length of the fields"])).fields(
            self.page, "Fields of an overview"
        )

    def details(self, row, name, head):
        revision, sealed = self.database.execute(
            "SELECT revision, sealed FROM details WHERE n = ?", (row,)
        ).fetchone()
        expect(revision == head["revision of the details"], "details were put back")
        expect(sealed[:12] + sealed[-16:] == head["seal of the details"], "details were put back")
        plain = self.open("details", name, revision, sealed)
        expect(len(plain.data) % 128 == 0, "details are not padded")
        length = plain.layout(self.page.layout("Head of details"))["length of the fields"]
        details = Bytes(plain.take(length)).fields(self.page, "Fields of details")
        for file in details.get("file", []):
            file["sha256"] = self.content(file)
        return details

    def content(self, file):
        """The hash of what is in a file that an item has."""
        name, size, chunk = bytes.fromhex(file["id"]), file["size"], 1 << 20
        count = max(1, -(-size // chunk))
        begun = self.database.execute("SELECT begun FROM attachment WHERE id = ?", (name,)).fetchone()
        expect(begun == (0,), "a file is no item's")
        rows = self.database.execute(
            "SELECT number, sealed FROM attachment_chunk WHERE attachment = ? ORDER BY number", (name,)
        ).fetchall()
        if rows and rows[0][0] == -1:
            return "elsewhere"
        expect([number for number, _ in rows] == list(range(count)), "a chunk is missing")
        content = hashlib.sha256()
        for number, sealed in rows:
            values = {
                "`wallet attachment 1`": b"wallet attachment 1", "id": name,
                "number": number.to_bytes(4, "little"),
                "count of chunks": count.to_bytes(4, "little"),
            }
            place = b"".join(
                values[what] for _, what, _ in self.page.layout("Associated data of a chunk")
            )
            try:
                plain = AESGCM(bytes.fromhex(file["key"])).decrypt(sealed[:12], sealed[12:], place)
            except InvalidTag:
                raise Wrong("a chunk is broken") from None
            length = min(chunk, size - number * chunk)
            expect(len(plain) == -(-length // 4096) * 4096, "a chunk is not padded")
            content.update(plain[:length])
        return content.hexdigest()

    def site_entries(self, root):
        """The tokens of each item in the site index."""
        listed = {}
        for place, plain in self.read_buckets(root, 1, "site_bucket", "site").items():
            expect(len(plain.data) % 448 == 0, "a site bucket is not padded")
            for _ in range(int.from_bytes(plain.take(4), "little")):
                entry = plain.layout(self.page.layout("Entry of a site bucket"))
                expect(int.from_bytes(entry["token"][:2], "big") >> 6 == place, "a token is misplaced")
                listed.setdefault(entry["item"], set()).add(entry["token"])
        return listed

    def check_hosts(self, item, tokens):
        """Looks for the hosts of an item among its tokens, where they are plain ones."""
        for site in item.get("site", []):
            host = urlsplit(site).hostname if site.startswith("https://") else None
            if host and host.isascii():
                name = f"/{host}".encode()
                token = hmac.new(self.keys["site token"], name, hashlib.sha256).digest()[:12]
                expect(token in tokens, "a host is not in the site index")


def main(page, path, secret):
    try:
        with open(secret, encoding="utf-8") as file:
            vault = Vault(Page(page), path, file.readline().rstrip("\r\n"))
        said = {"items": vault.items(), "root": vault.root, "unseen": vault.page.unseen()}
        print(json.dumps(said, ensure_ascii=False, indent=1, sort_keys=True))
    except Wrong as wrong:
        sys.exit(f"read-vault: {wrong}")


main(*sys.argv[1:])
