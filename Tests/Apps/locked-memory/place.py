"""The home of one run: its programs, its vault and what is in it, and what each step waits for."""
import json, os, subprocess, sys, tempfile, time

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


def environment(agent):
    # The programs wait on a busy machine as long as those of all other tests.
    patience = {name: text for name, text in os.environ.items() if name == "TENON_PATIENCE"}
    return patience | {
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
