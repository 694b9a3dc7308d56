"""Looks at windows through AT-SPI and presses keys: JSON lines in, JSON lines out."""
import gi, json, subprocess, sys, time
gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib

STATES = {name: int(getattr(Atspi.StateType, name.upper())) for name in (
    "visible", "focused", "focusable", "sensitive", "checked", "pressed", "modal", "active",
    "expanded", "required", "invalid_entry", "selected")}
ROOT = "/org/a11y/atspi/accessible/root"
UNKNOWN = "org.freedesktop.DBus.Error.UnknownMethod"


def connect():
    session = Gio.bus_get_sync(Gio.BusType.SESSION)
    address = session.call_sync(
        "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, 0, -1).unpack()[0]
    flags = Gio.DBusConnectionFlags
    return Gio.DBusConnection.new_for_address_sync(
        address, flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION)


def call(name, path, interface, method, arguments=None):
    return bus.call_sync(name, path, interface, method, arguments, None, 0, 60000).unpack()


def ask(path, method, interface="org.a11y.atspi.Accessible", arguments=None):
    return call(application, path, interface, method, arguments)


def find_application(process):
    for name, _ in call(
            "org.a11y.atspi.Registry", ROOT, "org.a11y.atspi.Accessible", "GetChildren")[0]:
        owner = call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
            "GetConnectionUnixProcessID", GLib.Variant("(s)", (name,)))[0]
        if owner == process:
            return name


def states_of(words):
    bits = words[0] | words[1] << 32
    return [name for name, bit in STATES.items() if bits >> bit & 1]


def text_of(path):
    """The text of an entry; nothing for one that keeps it to itself."""
    interface = "org.a11y.atspi.Text"
    try:
        count = ask(path, "Get", "org.freedesktop.DBus.Properties",
                    GLib.Variant("(ss)", (interface, "CharacterCount")))[0]
        return ask(path, "GetText", interface, GLib.Variant("(ii)", (0, count)))[0]
    except GLib.Error:
        return ""


def children_of(paths):
    """The children of several nodes, asked for at the same time."""
    found, waiting = {}, set(paths)

    def finish(path):
        def finished(bus, result):
            waiting.discard(path)
            try:
                found[path] = [child for _, child in bus.call_finish(result).unpack()[0]]
            except GLib.Error:
                found[path] = []
        return finished

    for path in paths:
        bus.call(application, path, "org.a11y.atspi.Accessible", "GetChildren", None, None, 0, 60000,
                 None, finish(path))
    while waiting:
        GLib.MainContext.default().iteration(True)
    return found


def read_all():
    """Every node by its path, and the children of each that are there for a person."""
    children, level = {}, [ROOT]
    while level:
        found = children_of(level)
        children.update(found)
        # Of long lists only the first rows are looked at closely.
        level = [child for path in level for child in found[path][:25 if len(found[path]) > 60 else None]]
    # GTK makes nodes when somebody asks for them; now all are known, and are had at once.
    nodes = {}
    items = ask("/org/a11y/atspi/cache", "GetItems", "org.a11y.atspi.Cache")[0]
    for (_, path), _, _, _, _, _, name, role, description, states in items:
        nodes[path] = {
            "path": path, "role": Atspi.role_get_name(Atspi.Role(role)), "name": name, "text": "",
            "description": description, "states": states_of(states)}
    return nodes, children


def tree(_):
    """All that can be seen; once more when something went away while it was looked at."""
    global application
    for _ in range(20):
        try:
            application = find_application(process)
            return application and look()
        except (GLib.Error, KeyError):
            time.sleep(0.05)
    return None


def look():
    nodes, children = read_all()

    def build(path):
        node = nodes[path]
        node["children"] = [
            build(child) for child in children.get(path, ())
            if "visible" in nodes[child]["states"] and nodes[child]["role"] != "scroll bar"]
        if "text" in node["role"] or node["role"] == "entry":
            node["text"] = text_of(path)
        return node

    return build(ROOT)


def xdotool(*arguments):
    subprocess.run(("xdotool",) + arguments, check=True, stdout=subprocess.DEVNULL)


def key(request):
    xdotool("key", "--clearmodifiers", *request["keys"])
    time.sleep(0.03)


def write(request):
    """Types a text, or pastes what is not on every keyboard."""
    text = request["text"]
    if all(" " <= letter <= "~" for letter in text):
        xdotool("type", "--delay", "4", "--", text)
    else:
        subprocess.run(("xclip", "-selection", "clipboard", "-in"), input=text.encode(), check=True)
        xdotool("key", "--clearmodifiers", "ctrl+v")
    time.sleep(0.05)


def walk(request):
    """Presses a key until one of the nodes has the focus; lists put other nodes in their place."""
    for _ in range(request["most"]):
        try:
            states = [states_of(ask(path, "GetState")[0]) for path in request["paths"]]
        except GLib.Error as error:
            if Gio.DBusError.get_remote_error(error) == UNKNOWN:
                return "gone"
            raise
        if any("focused" in each for each in states):
            return "reached"
        xdotool("key", "--clearmodifiers", request["key"])
        time.sleep(0.03)
    return "elsewhere"


def use(request):
    global process
    process = request["process"]


def resize(request):
    windows = subprocess.run(
        ("xdotool", "search", "--onlyvisible", "--pid", str(process)), stdout=subprocess.PIPE,
        text=True).stdout.split()
    for window in windows:
        xdotool("windowsize", window, str(request["width"]), str(request["height"]))
    time.sleep(0.2)


process, application, bus = 0, None, connect()
commands = {"tree": tree, "key": key, "type": write, "walk": walk, "use": use, "resize": resize}
for line in sys.stdin:
    request = json.loads(line)
    try:
        answer = {"value": commands[request["do"]](request)}
    except Exception as error:
        answer = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps(answer), flush=True)
