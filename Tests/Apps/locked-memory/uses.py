"""How each program is used. Each yields the process: once when it is open, then when it is locked."""
import http.client, json, os, pty, re, signal, subprocess, threading, time
import fcntl, struct, termios, urllib.parse

from place import *


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

    def lock(self, *parts):
        """Locks the vault by another program, and waits until this one has heard of it."""
        self.type("")
        run("wallet", "lock", agent=AGENT)
        self.see(*parts)


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
        screen.type("go login:new\r")
        for prompt in ("Title: ", "User name: ", "Password .not shown"):
            screen.see(prompt)
            screen.type(DRAFT + "\r")
        screen.see("one-time codes")
        yield screen.process
        screen.lock("Passphrase|Unlock")
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
        screen.type("\x10")
        screen.see("Commands")
        screen.type("login:new")
        screen.see("login:new")
        screen.type("\r")
        screen.see("New login")
        for _ in range(6):
            os.write(screen.terminal, (DRAFT + "\t").encode())
        screen.see(DRAFT)
        yield screen.process
        screen.lock("Unlock")
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
            # Where another program has unlocked the vault, its screen may not have heard of that yet.
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

    def reach(pattern, role):
        """Moves the focus to what has such a name, which a new screen may have put elsewhere meanwhile."""
        def is_reached():
            paths = [node["path"] for node in find(pattern) if role in node["role"]]
            return paths and ask("walk", paths=paths, keys=["Tab"], most=80) == "reached"

        until(lambda: f"{pattern} has not got the focus. " + ask("evidence"), is_reached)

    def has_text(pattern):
        return any(DRAFT in (node["text"] or "") for node in find(pattern) if node["role"] == "text")

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
            reach(f"^{TITLE} 0.,", "list item")
            ask("key", keys=["Return"])
        reach("Reveal", "button")
        ask("key", keys=["space"])
        find(SECRET)
        # What conceals it has taken the place of what has revealed it, with the focus.
        ask("key", keys=["space"])
        until("concealed", lambda: not [
            node for node in nodes(ask("tree")) if SECRET in (node["text"] or "") + node["name"]])
        ask("key", keys=["space"])
        find(SECRET)
        ask("key", keys=["ctrl+e"])
        for name in ("Title", "User name", "Password"):
            reach(f"^{name}$", "text")
            ask("type", text=DRAFT)
            # What is secret has no text for others.
            if name != "Password":
                until(lambda: f"{name} is without its text. " + ask("evidence"),
                      lambda: has_text(f"^{name}$"))
        yield program.pid
        run("wallet", "lock", agent=AGENT)
        find("^Unlock")
        yield program.pid
