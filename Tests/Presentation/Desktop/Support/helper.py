"""Looks at windows through AT-SPI and presses keys: JSON lines in, JSON lines out."""
import collections, gi, json, re, subprocess, sys, time
gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib

STATES = {name: int(getattr(Atspi.StateType, name.upper())) for name in (
    "visible", "focused", "focusable", "sensitive", "checked", "pressed", "modal", "active",
    "expanded", "required", "invalid_entry", "selected")}
ROOT = "/org/a11y/atspi/accessible/root"
UNKNOWN = "org.freedesktop.DBus.Error.UnknownMethod"
# How often something is looked for before it counts as not there, which takes a minute or more.
LOOKS, PAUSE = 1200, 0.05
# After how many answers of the program a key counts as one that did not move the focus.
ANSWERS = 25


def connect():
    session = Gio.bus_get_sync(Gio.BusType.SESSION)
    address = session.call_sync(
        "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, 0,
        120000).unpack()[0]
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
        try:
            owner = call(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                "GetConnectionUnixProcessID", GLib.Variant("(s)", (name,)))[0]
        except GLib.Error:
            continue  # It has just left.
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


def size_of_node(request):
    """How wide and how high a node is."""
    return ask(request["path"], "GetExtents", "org.a11y.atspi.Component",
               GLib.Variant("(u)", (1,)))[0][2:]


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
    return read_known(), children


def read_known():
    """Every node by its path that somebody has asked for."""
    nodes = {}
    items = ask("/org/a11y/atspi/cache", "GetItems", "org.a11y.atspi.Cache")[0]
    for (_, path), _, _, _, _, _, name, role, description, states in items:
        nodes[path] = {
            "path": path, "role": Atspi.role_get_name(Atspi.Role(role)), "name": name, "text": "",
            "description": description, "states": states_of(states)}
    return nodes


def tree(_):
    """All that can be seen; once more when something went away while it was looked at."""
    global application
    for _ in range(20):
        try:
            application = find_application(process)
            return application and look()
        except (GLib.Error, KeyError):
            time.sleep(PAUSE)  # Time: the pause between two looks.
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


def until(what, holds):
    """Waits until something holds."""
    for _ in range(LOOKS):
        if holds():
            return
        time.sleep(PAUSE)  # Time: the pause between two looks.
    raise TimeoutError(f"{what} was waited for in vain")


# Windows


def managed():
    """The windows that are managed, the one in front last, and the one with the focus."""
    text = subprocess.run(
        ("xprop", "-root", "_NET_CLIENT_LIST_STACKING", "_NET_ACTIVE_WINDOW"),
        stdout=subprocess.PIPE, text=True).stdout
    found = {line.split("(")[0]: re.findall("0x[0-9a-f]+", line) for line in text.splitlines()}
    return found.get("_NET_CLIENT_LIST_STACKING", []), found.get("_NET_ACTIVE_WINDOW", [])


def is_managed():
    """Whether a window manager runs."""
    return "window id" in subprocess.run(
        ("xprop", "-root", "_NET_SUPPORTING_WM_CHECK"), stdout=subprocess.PIPE, text=True).stdout


def is_settled():
    """Whether all windows of the program are there, and the one in front has the focus."""
    global application
    try:
        application = application or find_application(process)
        if not application:
            return True
        count = len(ask(ROOT, "GetChildren")[0])
    except GLib.Error:
        application = None
        return False
    windows, active = managed()
    return count == len(windows) and (not windows or active == windows[-1:])


def settle(_=None):
    """Waits until keys go to the window in front."""
    until("the focus of the window in front", is_settled)


def size_of(window):
    text = subprocess.run(
        ("xdotool", "getwindowgeometry", "--shell", window), check=True, stdout=subprocess.PIPE,
        text=True).stdout
    found = dict(line.split("=", 1) for line in text.splitlines() if "=" in line)
    return int(found["WIDTH"]), int(found["HEIGHT"])


def resize(request):
    """Makes the window of a size, or as small as it gets if it needs more room."""
    settle()
    window = str(int(managed()[1][0], 16))
    wanted = request["width"], request["height"]
    first = last = size_of(window)
    same = 0

    def is_done():
        nonlocal last, same
        # Once more each time, since a window needs less room when it has become smaller.
        xdotool("windowsize", window, *map(str, wanted))
        answered()
        size = size_of(window)
        same = same + 1 if size == last else 0
        last = size
        return size == wanted or same >= 12 and size != first

    until(f"the size {wanted}", is_done)


# Keys


def xdotool(*arguments):
    subprocess.run(("xdotool",) + arguments, check=True, stdout=subprocess.DEVNULL)


def press(*names):
    keys.extend(names)
    xdotool("key", "--clearmodifiers", *names)


def answered():
    """Lets the program answer a few times; by then it has taken the keys before."""
    try:
        for _ in range(5 if application else 0):
            ask(ROOT, "GetState")
            time.sleep(0.005)  # Time: so that the answers are apart; the program decides how long.
    except GLib.Error:
        pass  # It has ended.


def key(request):
    settle()
    press(*request["keys"])
    answered()


def write(request):
    """Types a text, or pastes what is not on every keyboard."""
    text = request["text"]
    settle()
    keys.append(repr(text))
    if all(" " <= letter <= "~" for letter in text):
        xdotool("type", "--delay", "4", "--", text)
        answered()
    else:
        subprocess.run(("xclip", "-selection", "clipboard", "-in"), input=text.encode(), check=True)
        press("ctrl+v")
        # Keys that come before the clipboard has answered would find the field without the text.
        until(f"the pasted text {text!r}", lambda: any(text in text_of(path) for path in focused()))


def focused():
    """What has the focus, in words, by its path."""

    def found(nodes):
        return {path: f'{node["role"]} "{node["name"]}"' for path, node in nodes.items()
                if "focused" in node["states"]}

    if not application:
        return {}
    for more in reversed(range(20)):
        try:
            return found(read_known()) or found(read_all()[0])
        except GLib.Error:
            if not more:
                raise
            time.sleep(PAUSE)  # Time: the pause between two looks.


def step(name, known):
    """Presses a key; returns what has the focus then, and whether that is something else than before.

    To ask whether what had the focus still has it is quick; to look for what has it is not.
    """
    before = known if known and all(map(keeps_focus, known)) else set(focused())
    press(name)
    for _ in range(ANSWERS):
        if not before or not all(map(keeps_focus, before)):
            now = set(focused())
            if now != before:
                return now, True
        time.sleep(0.005)  # Time: the pause between two looks.
    now = set(focused())
    return now, now != before


def keeps_focus(path):
    try:
        return has_focus([path])
    except GLib.Error:
        return False  # It is gone.


def has_focus(paths):
    return any("focused" in states_of(ask(path, "GetState")[0]) for path in paths)


def walk(request):
    """Presses a key until one of the nodes has the focus; lists put other nodes in their place.

    With several keys each is pressed until it moves the focus no more.
    """
    settle()
    paths, ways = request["paths"], request["keys"]
    try:
        focus = set(focused())
        for way in ways:
            for _ in range(request["most"]):
                # Several times, since a key that was pressed before may still take the focus away.
                if all(has_focus(paths) for _ in range(3)):
                    return "reached"
                # The links of a text have the focus in turn, and the text has it all the time.
                focus, has_moved = step(way, focus)
                if not has_moved and len(ways) > 1:
                    break
        return "reached" if has_focus(paths) else "elsewhere"
    except GLib.Error as error:
        if Gio.DBusError.get_remote_error(error) == UNKNOWN:
            return "gone"
        raise


def use(request):
    global process, application
    process, application = request["process"], None


def evidence(_=None):
    """What was pressed last, and what has the focus."""
    try:
        focus = ", ".join(focused().values()) or "nothing"
    except Exception as error:
        focus = f"not known ({type(error).__name__})"
    return f"Last keys: {' '.join(keys) or 'none'}\nThe focus: {focus}"


process, application, bus, keys = 0, None, connect(), collections.deque(maxlen=40)
commands = {
    "tree": tree, "settle": settle, "key": key, "type": write, "walk": walk, "use": use,
    "resize": resize, "size": size_of_node, "evidence": evidence}
until("a window manager", is_managed)
print("ready", flush=True)
for line in sys.stdin:
    request = json.loads(line)
    try:
        answer = {"value": commands[request["do"]](request)}
    except Exception as error:
        answer = {"error": f"{type(error).__name__}: {error}\n{evidence()}"}
    print(json.dumps(answer), flush=True)
