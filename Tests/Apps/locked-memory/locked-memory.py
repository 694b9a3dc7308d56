"""Uses one program as a person would, locks the vault, and counts what is left in its memory.

python3 locked-memory.py PROGRAMS FRONT-END on|off [LOCKS]

FRONT-END is agent, line, headless, terminal, web or desktop; on or off says whether the agent holds the
vault. Prints one line of JSON for each scan, "open" before the lock and "locked" after it; "at once" when an
agent had something as it answered, which counts only if it still has it a little later. The exit status
is 1 when something was left, or when the open vault was not found either.
"""
import http.client, json, os, pty, re, select, shutil, signal, subprocess, sys, tempfile, threading, time
import fcntl, struct, termios, urllib.parse

PROGRAMS, FRONT_END, AGENT = sys.argv[1:4]
LOCKS = int(sys.argv[4]) if len(sys.argv) > 4 else 1
PASSPHRASE = "nine pelicans juggle violet umbrellas"
TITLE, SHORT = "quetzalcoatlus northropi", "tq4wz"
SECRET = "Kvothe-Xylophone-91-Zephyr"
DRAFT = "Gloxinia-Draft-58-Wombat"  # What is typed into a form and not saved.
COUNT = 60
# In seconds: far beyond what anything takes on a busy machine.
PATIENCE = 600
home = tempfile.mkdtemp(prefix="tenon-memory-")
children = []


def path(name):
    return os.path.join(home, name)


def write(name, text):
    with open(os.open(path(name), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(text)


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


def environment(agent):
    return {
        "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": home, "WALLET_HOME": path("home"),
        "XDG_RUNTIME_DIR": path("run"), "XDG_CONFIG_HOME": path("config"), "LANG": "en_US.UTF-8",
        "TZ": "UTC", "WALLET_AGENT": agent, "WALLET_AGENT_IDLE": "0", "WALLET_AUTO_LOCK": "0",
        "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=" + path("none"), "TERM": "xterm-256color",
        "SWIFT_BACKTRACE": "enable=no",
    }


def run(program, *arguments, agent="on", text=""):
    result = subprocess.run(
        [f"{PROGRAMS}/{program}", *arguments], env=environment(agent), input=text, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if result.returncode != 0:
        raise SystemExit(f"{program} {arguments}: {result.returncode} {result.stderr}")
    return result.stdout


def start(program, *arguments, **options):
    variables = options.pop("env", environment(AGENT))
    process = subprocess.Popen(
        [f"{PROGRAMS}/{program}", *arguments], env=variables, process_group=0, **options)
    children.append(process.pid)
    return process


def until(what, look):
    """Looks again until there is something to see, and returns that."""
    for _ in range(PATIENCE * 5):
        if seen := look():
            return seen
        time.sleep(0.2)  # Time: the pause between two looks.
    raise SystemExit(f"{FRONT_END}: {what() if callable(what) else what}")


def agent_process():
    return json.loads(run("wallet", "agent", "status", "--json"))["process"]


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


def scan(process, state):
    return tell(look_through(process), state)


def scan_locked(process):
    """Looks at a front end when it has drawn and let go, and at an agent when it has answered as well."""
    if FRONT_END == "agent":
        found = look_through(process)
        if found["total"] == 0:
            return tell(found, "locked")
        tell(found, "at once")
    rest(process)
    return scan(process, "locked")


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


# MARK: - How each program is used. Each yields the process: once when it is open, then when it is locked.

def use_agent(place, short):
    run("wallet", "list", "--plain")
    done = 0
    for _ in range(2 * LOCKS):
        if done == LOCKS:
            return
        run("wallet", "unlock", "--passphrase-file", path("passphrase"))
        process = agent_process()
        run("wallet", "list", TITLE, "--plain")
        run("wallet", "show", place, "--reveal")
        run("wallet", "show", short, "--reveal")
        run("wallet-credential", "git", "get", text="protocol=https\nhost=sh5q.io\n\n")
        yield process
        run("wallet", "lock")
        # On a busy machine the lock has ended an agent that did not answer in time.
        is_there = os.path.exists(f"/proc/{process}")
        done += is_there
        yield process if is_there else None


def use_headless(place, short):
    program = start("wallet-headless", stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                    stderr=subprocess.DEVNULL)

    def ask(**request):
        program.stdin.write(json.dumps(dict(request, id=1, settle=True)) + "\n")
        program.stdin.flush()
        seen = ""
        for line in program.stdout:
            seen += line
            message = json.loads(line)
            if "reply" in message or "error" in message:
                if "error" in message:
                    raise SystemExit(f"headless: {line}")
                return seen

    for _ in range(LOCKS):
        if AGENT == "off":
            ask(do="act", action="unlock", fields={"secret": PASSPHRASE})
        else:
            run("wallet", "unlock", "--passphrase-file", path("passphrase"))
        until("not unlocked", lambda: TITLE in ask(do="open", location="items") + ask(do="look"))
        ask(do="search", text="quetzalcoatlus n")
        ask(do="search", text="")
        for item in (place, short):
            ask(do="open", location=item)
            seen = ask(do="act", action="reveal", target="password")
        ask(do="open", location="login:new")
        ask(do="edit", fields={"title": DRAFT + "-title", "password": DRAFT, "notes": DRAFT})
        yield program.pid
        ask(do="act", action="lock", force=True)
        yield program.pid


class Screen:
    """A program on a terminal of its own, whose output is read all the time."""

    def __init__(self, program, *arguments):
        self.seen = ""
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.execve(f"{PROGRAMS}/{program}", [program, *arguments], environment(AGENT))
        children.append(self.process)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        os.kill(self.process, signal.SIGWINCH)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while True:
            try:
                data = os.read(self.terminal, 65536)
            except OSError:
                return
            # A terminal says what it is when it is asked.
            if b"\x1b[c" in data:
                os.write(self.terminal, b"\x1b[?62;22c")
            self.seen += data.decode("utf-8", "replace")

    def type(self, text):
        self.seen = ""
        os.write(self.terminal, text.encode())

    def see(self, *parts):
        until(lambda: f"not seen: {parts} in {self.seen[-3000:]!r}",
              lambda: all(re.search(part, self.seen) for part in parts))


def use_line(place, short):
    screen = Screen("wallet")
    for number in range(LOCKS):
        # Later the agent that is told of the unlocking is another one, which the program does not know yet.
        if AGENT == "off" or number > 0:
            if number > 0:
                screen.type("unlock\r")
            screen.see("not shown while you type")
            screen.type(PASSPHRASE + "\r")
        else:
            run("wallet", "unlock", "--passphrase-file", path("passphrase"))
        screen.see(TITLE)
        screen.type("/quetzalcoatlus n\r")
        screen.see("usermark")
        for item, secret in ((place, SECRET + "-07"), (short, "ps9wq7")):
            screen.type(f"go {item}\r")
            screen.see("User name")
            screen.type("2 reveal\r")
            screen.see(secret)
        yield screen.process
        screen.type("")
        run("wallet", "lock", agent=AGENT)
        screen.see("Passphrase|Unlock")
        yield screen.process


def use_terminal(place, short):
    screen = Screen("wallet-tui", "open", place)
    for number in range(LOCKS):
        if AGENT == "off" or number > 0:
            screen.see("Unlock")
            screen.type(PASSPHRASE + "\r")
        else:
            run("wallet", "unlock", "--passphrase-file", path("passphrase"))
        screen.see("usermark")
        if number > 0:
            # It goes on with the list.
            time.sleep(0.5)  # Time: nothing on the screen tells that it takes keys again.
            screen.type("\r")
            screen.see("Password")
        for _ in range(12):
            if SECRET in screen.seen:
                break
            screen.type("\t")
            # Time: what cannot be revealed says nothing; the next key may come at any time.
            time.sleep(0.2)
            os.write(screen.terminal, b"r")
            time.sleep(0.5)  # Time: as above.
        yield screen.process
        screen.type("")
        run("wallet", "lock", agent=AGENT)
        screen.see("Unlock")
        yield screen.process


def use_web(place, short):
    program = start("wallet-web", "--web-no-open", stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                    stdin=subprocess.DEVNULL, text=True)
    for line in program.stdout:
        address = re.search(r"http://127\.0\.0\.1:(\d+)(/start/\S+)", line)
        if address:
            break
    port = int(address[1])
    # A browser keeps its connections.
    kept = http.client.HTTPConnection("127.0.0.1", port)
    headers = {"Sec-Fetch-Site": "same-origin"}

    def ask(method, target, form=None, connection=kept):
        more = {}
        if form is not None:
            more = {"Content-Type": "application/x-www-form-urlencoded",
                    "Origin": f"http://127.0.0.1:{port}"}
        connection.request(method, target, form, {**headers, **more})
        answer = connection.getresponse()
        text = answer.read().decode()
        if answer.status == 303:
            if answer.headers["Set-Cookie"]:
                headers["Cookie"] = answer.headers["Set-Cookie"].split(";")[0]
            return ask("GET", answer.headers["Location"], connection=connection)
        if answer.status != 200:
            raise SystemExit(f"web: {answer.status} {text}")
        return text

    page = ask("GET", address[2])

    def key():
        # Who goes to another screen without the script gets a tab of its own.
        return re.search(r"/do/([^/]+)/", page)[1]

    def hidden(name):
        return re.search(f'name="{name}" value="([^"]*)"', page)[1]

    def post(command, **fields):
        return ask("POST", f"/do/{key()}/{command}", urllib.parse.urlencode(
            {"token": hidden("token"), "at": hidden("at"), **fields}))

    def show(target, word):
        """Asks for a page until it has a word: on a busy machine an answer comes before all is there."""
        def look():
            nonlocal page
            page = ask("GET", f"/s/{key()}/{target}")
            return word in page

        until(lambda: f"{word} is not in {page}", look)

    def locked_page():
        # On another connection, so that nothing writes over what is left of the first.
        shown = ask("GET", f"/s/{key()}/", connection=http.client.HTTPConnection("127.0.0.1", port))
        return shown if "Unlock Wallet" in shown else None

    for _ in range(LOCKS):
        if AGENT == "off":
            page = post("act", **{"act": "unlock", "field.secret": PASSPHRASE, "has.secret": "1"})
        else:
            run("wallet", "unlock", "--passphrase-file", path("passphrase"))
        if "Unlock Wallet" in page:
            # Its screen goes on by itself only when the passphrase was typed there.
            show("" if AGENT == "off" else "items", TITLE)
        show("login:new", "field.password")
        page = post("edit", **{f"field.{name}": DRAFT for name in ("title", "password", "notes")})
        for item, secret in ((place, SECRET + "-07"), (short, "ps9wq7")):
            show(item, "reveal:password")
            page = post("act", act="reveal:password")
            if secret not in page:
                show(item, secret)
        # At the end, and the longer form first: its text would stand behind the end of the next one.
        show("items", TITLE)
        page = post("search", text="quetzalcoatlus n")
        page = post("search", text="")
        yield program.pid
        run("wallet", "lock", agent=AGENT)
        # Time: mostly asked for once, when it has heard of the lock; who is early asks again.
        time.sleep(1.5)
        page = until("not locked", locked_page)
        yield program.pid


def use_desktop(place, short):
    variables = environment(AGENT)

    def serve(*command, **options):
        process = subprocess.Popen(command, env=variables, stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, text=True, process_group=0, **options)
        children.append(process.pid)
        return process

    display = serve("Xvfb", "-displayfd", "1", "-noreset", "-screen", "0", "1400x1000x24", "-nolisten", "tcp")
    variables.update({
        "DISPLAY": ":" + display.stdout.readline().strip(), "GSETTINGS_BACKEND": "memory",
        "GSK_RENDERER": "cairo", "GDK_BACKEND": "x11"})
    bus = serve("dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address")
    variables["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
    serve("openbox", "--sm-disable")
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                          "../../Presentation/Desktop/Support/helper.py")
    helper = serve("/usr/bin/python3", "-W", "ignore", "-c", open(script).read(),
                   stdin=subprocess.PIPE)
    # It says so when the window manager runs.
    if helper.stdout.readline() != "ready\n":
        raise SystemExit("desktop: the helper has ended")

    def ask(name, **values):
        helper.stdin.write(json.dumps(dict(values, do=name)) + "\n")
        helper.stdin.flush()
        answer = json.loads(helper.stdout.readline())
        if "error" in answer:
            raise SystemExit(f"desktop: {answer}")
        return answer["value"]

    def nodes(node):
        if node:
            yield node
            for child in node["children"]:
                yield from nodes(child)

    def find(pattern):
        def tree():
            return [(node["role"], node["name"]) for node in nodes(ask("tree"))]

        return until(lambda: f"{pattern} is not there: {tree()}", lambda: [
            node for node in nodes(ask("tree"))
            if re.search(pattern, node["name"]) or re.search(pattern, node["text"] or "")])

    program = start("wallet-desktop", "open", place, env=variables, stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    ask("use", process=program.pid)
    for number in range(LOCKS):
        if AGENT == "off" or number > 0:
            find("^Unlock")
            time.sleep(0.5)  # Time: the window does not tell when the field has the focus.
            ask("type", text=PASSPHRASE)
            ask("key", keys=["Return"])
        else:
            run("wallet", "unlock", "--passphrase-file", path("passphrase"))
        find("usermark")
        if number > 0:
            # It goes on with the list.
            rows = [node["path"] for node in find(f"^{TITLE} 0.,") if node["role"] == "list item"]
            ask("walk", paths=rows, keys=["Tab"], most=80)
            ask("key", keys=["Return"])
        buttons = [node for node in find("Reveal") if "button" in node["role"]]
        if ask("walk", paths=[node["path"] for node in buttons], keys=["Tab"], most=80):
            ask("key", keys=["space"])
            find(SECRET)
        yield program.pid
        run("wallet", "lock", agent=AGENT)
        find("^Unlock")
        yield program.pid


failures, state = 0, "open"
try:
    use = globals()["use_" + FRONT_END]
    for process in use(*prepare()):
        if state == "open":
            failures += scan(process, state) == 0 and FRONT_END != "agent"
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
