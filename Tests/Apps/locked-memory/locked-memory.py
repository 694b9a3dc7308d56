"""Uses one program as a person would, locks the vault, and counts what is left in its memory.

python3 locked-memory.py PROGRAMS FRONT-END on|off [LOCKS]

FRONT-END is agent, line, headless, terminal, web or desktop; on or off says whether the agent holds the
vault. Prints one line of JSON for each scan, "open" before the lock and "locked" after it; "at once" when an
agent had something as it answered, which counts only if it still has it a little later. The exit status
is 1 when something was left, or when the open vault or what was typed was not found either.
"""
import json, os, shutil, signal, subprocess, sys, time

# What is compiled would stay among the sources.
sys.dont_write_bytecode = True
import uses
from place import *


def logins():
    """Long texts and short ones, since short ones lie inside of other values."""
    for number in range(COUNT):
        yield (f"{TITLE} {number:02}", f"sitemark-{number:02}.example{number:02}.org",
               f"usermark-{number:02}@quux.example", f"{SECRET}-{number:02}-passmark",
               f"notemark {number:02} of things")
    yield (SHORT, "sh5q.io", "us8qx", "ps9wq7", "no7qz")


def markers():
    for texts in logins():
        # Short ones lie elsewhere: in the value that long ones are only referred to by.
        length = "short-" if texts[0] == SHORT else ""
        for kind, text in zip(("title", "site", "user", "password", "note"), texts):
            yield length + kind, text
    # Single words, which are the same in a form of the web.
    yield "passphrase", "pelicans"
    yield "search", "quetzalcoatlus"
    yield "draft", DRAFT


def rest(process):
    """Waits until no thread of a process has run or wanted to for five seconds; gives up after three minutes.

    What a task held that let go after the lock is overwritten by the wipes that follow it, the last one
    three seconds after the lock (DeadMemory.swift). They take too little time to be seen at work, so what
    counts is that they are over: a program that is at rest for longer has done them all.
    """
    def work():
        states, ticks = [], 0
        for thread in os.listdir(f"/proc/{process}/task"):
            try:
                with open(f"/proc/{process}/task/{thread}/stat") as file:
                    fields = file.read().rpartition(") ")[2].split()
            except (FileNotFoundError, ProcessLookupError):
                continue
            states.append(fields[0])
            ticks += int(fields[11]) + int(fields[12])
        return ticks, any(state in "RD" for state in states)

    ticks, looks = None, 0
    for _ in range(3600):
        now, is_busy = work()
        looks = 0 if is_busy or now != ticks else looks + 1
        if looks == 100:
            return
        ticks = now
        time.sleep(0.05)  # Time: nothing tells that a program is at rest.


def look_through(process):
    result = subprocess.run(
        [f"{PROGRAMS}/memory-scan", str(process), "--markers", path("markers"), "--json"],
        stdout=subprocess.PIPE, text=True)
    if result.returncode not in (0, 1):
        raise SystemExit(f"The scan failed: {result.returncode}")
    return json.loads(result.stdout)


def tell(found, state):
    counts = {kind: value["count"] for kind, value in found["found"].items()}
    places = {kind: value["regions"] for kind, value in found["found"].items() if value["count"]}
    print(json.dumps({"front-end": FRONT_END, "agent": AGENT, "state": state,
                      "bytes": found["bytes"], "total": found["total"], "found": counts,
                      "places": places if state != "open" else {}}), flush=True)
    return found["total"]


def is_seen(process):
    """Whether the open vault is found in a program, and what is typed into it."""
    found = look_through(process)
    return tell(found, "open") > 0 and found["found"]["draft"]["count"] > 0


def scan_locked(process):
    """Looks at a front end when it has drawn and let go, and at an agent when it has answered as well."""
    if FRONT_END == "agent":
        found = look_through(process)
        if found["total"] == 0:
            return tell(found, "locked")
        tell(found, "at once")
    rest(process)
    return tell(look_through(process), "locked")


def prepare():
    os.mkdir(path("run"), 0o700)
    os.mkdir(path("home"), 0o700)
    write("passphrase", PASSPHRASE + "\n")
    write("markers", "".join(f"{kind}\t{text}\n" for kind, text in markers()))
    write("logins.csv", "name,url,username,password,note\n" + "".join(
        f"{title},https://{site}/login,{user},{password},{note}\n"
        for title, site, user, password, note in logins()))
    run("wallet", "init", "--passphrase-file", path("passphrase"))
    run("wallet", "import", path("logins.csv"), "--yes")
    lines = run("wallet", "list", "--plain").splitlines()
    places = {line.split("\t")[1]: line.split("\t")[0] for line in lines}
    os.remove(path("logins.csv"))
    if AGENT == "off":
        run("wallet", "agent", "stop")
    return places[f"{TITLE} 07"], places[SHORT]


failures, state = 0, "open"
try:
    use = getattr(uses, "use_" + FRONT_END)
    for process in use(*prepare()):
        if state == "open":
            failures += not is_seen(process) and FRONT_END != "agent"
            state = "locked"
            continue
        if process is None:
            state = "open"
            continue
        left = scan_locked(process)
        failures += left > 0
        state = "open"
finally:
    subprocess.run([f"{PROGRAMS}/wallet", "agent", "stop"], env=environment("on"),
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for child in reversed(children):
        try:
            # With what it has started: a message bus starts one for accessibility.
            os.killpg(child, signal.SIGKILL)
        except ProcessLookupError:
            pass
    if not os.environ.get("KEEP"):
        shutil.rmtree(home, ignore_errors=True)
sys.exit(1 if failures else 0)
