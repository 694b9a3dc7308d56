"""Looks at windows through AT-SPI and presses keys: JSON lines in, JSON lines out."""
import collections, ctypes, gi, json, os, select, subprocess, sys, time
gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib

STATES = {name: int(getattr(Atspi.StateType, name.upper())) for name in (
    "visible", "focused", "focusable", "sensitive", "checked", "pressed", "modal", "selected")}
ROOT = "/org/a11y/atspi/accessible/root"
UNKNOWN = "org.freedesktop.DBus.Error.UnknownMethod"
# The times between the looks for something, which are short at first. When they are over, which takes a
# minute or more, it counts as not there.
PAUSES = [min(0.05, 0.002 * 1.5 ** look) for look in range(1200)]
CLIENT_MESSAGE, PROPERTY_CHANGE, SUBSTRUCTURE_NOTIFY = 33, 1 << 22, 1 << 19
MODIFIERS = {"shift": "Shift_L", "ctrl": "Control_L", "alt": "Alt_L"}
# How often to look after a key until it counts as one that did not move the focus.
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
    nodes, children, level = read_known(), {}, [ROOT]
    while level:
        # Most have none, which is known. What else is known of them may be over.
        found = children_of([path for path in level if path not in nodes or nodes[path]["has_children"]])
        children.update(found)
        # Of long lists only the first rows are looked at closely.
        level = [child for path in found
                 for child in found[path][:25 if len(found[path]) > 60 else None]]
    # GTK makes nodes when somebody asks for them; now all are known, and are had at once.
    is_complete = all(child in nodes for found in children.values() for child in found)
    return nodes if is_complete else read_known(), children


def read_known():
    """Every node by its path that somebody has asked for."""
    items = ask("/org/a11y/atspi/cache", "GetItems", "org.a11y.atspi.Cache")[0]
    nodes, parents = {}, {ROOT}
    for (_, path), _, (_, parent), _, count, _, name, role, description, states in items:
        parents.add(parent)
        nodes[path] = {
            "path": path, "role": Atspi.role_get_name(Atspi.Role(role)), "name": name, "text": "",
            "description": description, "states": states_of(states), "count": count}
    for path, node in nodes.items():
        node["has_children"] = node.pop("count") > 0 or path in parents
    return nodes


def tree(_):
    """All that can be seen; once more when something went away while it was looked at."""
    global application
    for pause in PAUSES[:20]:
        try:
            application = application or find_application(process)
            return application and look()
        except (GLib.Error, KeyError):
            application = None
            time.sleep(pause)  # Time: the pause between two looks.
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


def until(what, holds, rest=None):
    """Waits until something holds, looking again whenever the display tells something."""
    for pause in PAUSES:
        take_events()
        if holds():
            return
        (rest or wait_for_event)(pause)
    raise TimeoutError(f"{what} was waited for in vain")


# Windows


class Message(ctypes.Structure):
    """What X11 calls a client message."""
    _fields_ = [
        ("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("is_sent", ctypes.c_int),
        ("display", ctypes.c_void_p), ("window", ctypes.c_ulong), ("kind", ctypes.c_ulong),
        ("format", ctypes.c_int), ("data", ctypes.c_long * 5), ("rest", ctypes.c_long * 24)]


def connect_display():
    """The functions of X11, and the connection to the display."""
    x11, keyboard = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
    for name in ("XOpenDisplay", "XDefaultRootWindow", "XInternAtom", "XStringToKeysym",
                 "XkbKeycodeToKeysym", "XGetSelectionOwner"):
        getattr(x11, name).restype = ctypes.c_ulong
    x11.XKeysymToKeycode.restype = ctypes.c_ubyte
    # A window may go away at any time; what was asked about it then has no answer.
    ignore = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(lambda *_: 0)
    x11.XSetErrorHandler(ignore)
    display = ctypes.c_void_p(x11.XOpenDisplay(None))
    root = ctypes.c_ulong(x11.XDefaultRootWindow(display))
    # Keys are down until the program has taken them, however long that takes.
    x11.XAutoRepeatOff(display)
    # The properties of the display, and what programs send to it.
    x11.XSelectInput(display, root, ctypes.c_long(PROPERTY_CHANGE | SUBSTRUCTURE_NOTIFY))
    return x11, keyboard, display, root, ignore


def atom(name):
    return ctypes.c_ulong(x11.XInternAtom(display, name.encode(), 0))


def windows_in(name):
    """The windows that a property of the display names."""
    kind, form, count, rest, data = (
        ctypes.c_ulong(), ctypes.c_int(), ctypes.c_ulong(), ctypes.c_ulong(),
        ctypes.POINTER(ctypes.c_ulong)())
    x11.XGetWindowProperty(
        display, root, atom(name), ctypes.c_long(0), ctypes.c_long(1024), 0, ctypes.c_ulong(0),
        *map(ctypes.byref, (kind, form, count, rest, data)))
    found = data[:count.value] if data else []
    x11.XFree(data)
    return [window for window in found if window]


def managed():
    """The windows that are managed, the one in front last, and the one with the focus."""
    return windows_in("_NET_CLIENT_LIST_STACKING"), windows_in("_NET_ACTIVE_WINDOW")


def is_managed():
    """Whether a window manager runs."""
    return bool(windows_in("_NET_SUPPORTING_WM_CHECK"))


def wait_for_event(seconds):
    """Waits until the display tells something, for some time at most."""
    if not x11.XPending(display):
        select.select([x11.XConnectionNumber(display)], [], [], seconds)


def take_events():
    """Takes what the display has told, and notes which question a window has answered."""
    global answer
    while x11.XPending(display):
        event = Message()
        x11.XNextEvent(display, ctypes.byref(event))
        if event.type == CLIENT_MESSAGE and event.data[0] == atom("_NET_WM_PING").value:
            answer = event.data[1]


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
    """Waits until keys go to the window in front, and the program has done what the last ones asked for.

    A key that comes while rows or a screen are laid out anew may do nothing.
    """
    until("the focus of the window in front", is_settled)
    wait_until_calm()


def wait_until_calm():
    """Waits until the program rests; not for one in which something moves all the time."""
    calm = 0
    for _ in range(100):
        calm = 0 if is_busy() else calm + 1
        if calm == 5:
            return
        time.sleep(0.004)  # Time: so that the looks together take longer than a frame.


def is_busy():
    """Whether a thread of the program runs, or waits for a processor or a disk."""
    try:
        for thread in os.listdir(f"/proc/{process}/task"):
            with open(f"/proc/{process}/task/{thread}/stat") as file:
                if file.read().rpartition(") ")[2][0] in "RD":
                    return True
    except OSError:
        pass  # It has ended, or the thread has.
    return False


def size_of(window):
    values = [ctypes.c_ulong(), ctypes.c_int(), ctypes.c_int()] + [ctypes.c_uint() for _ in range(4)]
    if not x11.XGetGeometry(display, ctypes.c_ulong(window), *map(ctypes.byref, values)):
        raise ValueError("the window is gone")
    return values[3].value, values[4].value


def point(_):
    """Moves the pointer into the first half of the topmost window, that of an open list."""
    found, count, other = ctypes.POINTER(ctypes.c_ulong)(), ctypes.c_uint(), ctypes.c_ulong()
    x11.XQueryTree(display, root, *map(ctypes.byref, (other, other, found, count)))
    top = ctypes.c_ulong(found[count.value - 1])
    width, height = size_of(top.value)
    x11.XWarpPointer(display, None, top, 0, 0, 0, 0, width // 2, height * 2 // 5)
    wait_until_taken()


def resize(request):
    """Makes the window of a size, or as small as it gets if it needs more room."""
    settle()
    window = managed()[1][0]
    wanted = request["width"], request["height"]
    first = last = size_of(window)
    same = 0

    def is_done():
        nonlocal last, same
        # Once more each time, since a window needs less room when it has become smaller.
        x11.XResizeWindow(display, ctypes.c_ulong(window), *wanted)
        wait_until_taken()
        size = size_of(window)
        same = same + 1 if size == last else 0
        last = size
        return size == wanted or same >= 12 and size != first

    # Time: so that the looks are apart; what the display tells of one size is not the end of it.
    until(f"the size {wanted}", is_done, rest=time.sleep)


# Keys


def press(*names):
    for name in names:
        keys.append(name)
        strike(*map(symbol, name.split("+")))


def symbol(name):
    return x11.XStringToKeysym(MODIFIERS.get(name, name).encode())


def strike(*symbols):
    """Presses keys together, the last one while the others are down."""
    codes = [x11.XKeysymToKeycode(display, ctypes.c_ulong(each)) for each in symbols]
    if not all(codes):
        raise ValueError(f"no key for one of {symbols}")
    if x11.XkbKeycodeToKeysym(display, codes[-1], 0, 0) != symbols[-1]:
        codes.insert(0, x11.XKeysymToKeycode(display, ctypes.c_ulong(symbol("shift"))))
    for code in codes:
        keyboard.XTestFakeKeyEvent(display, code, 1, ctypes.c_ulong(0))
    # Some buttons and rows do nothing by a key that is up again at once.
    wait_until_taken()
    for code in reversed(codes):
        keyboard.XTestFakeKeyEvent(display, code, 0, ctypes.c_ulong(0))
    wait_until_taken()


def wait_until_taken():
    """Waits until the program has taken the keys before, and then answers whether it lives."""
    global questions
    active = managed()[1]
    if not application or not active:
        return
    questions += 1
    message = Message(
        CLIENT_MESSAGE, 0, 1, display, active[0], atom("WM_PROTOCOLS").value, 32,
        (atom("_NET_WM_PING").value, questions, active[0]))
    x11.XSendEvent(display, ctypes.c_ulong(active[0]), 0, ctypes.c_long(0), ctypes.byref(message))
    until("an answer of the window in front",
          lambda: answer == questions or active[0] not in managed()[0])


def key(request):
    settle()
    press(*request["keys"])


def write(request):
    """Types a text, or pastes what is not on every keyboard."""
    text = request["text"]
    settle()
    keys.append(repr(text))
    if all(" " <= letter <= "~" for letter in text):
        for letter in text:
            strike(ord(letter))
    else:
        owner = lambda: x11.XGetSelectionOwner(display, atom("CLIPBOARD"))
        former = owner()
        subprocess.run(("xclip", "-selection", "clipboard", "-in"), input=text.encode(), check=True)
        # The process that xclip leaves behind may get the clipboard after xclip has ended.
        until("the clipboard of xclip", lambda: owner() not in (0, former))
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
    for pause in PAUSES[:20]:
        try:
            return found(read_known()) or found(read_all()[0])
        except GLib.Error as error:
            problem = error
            time.sleep(pause)  # Time: the pause between two looks.
    raise problem


def step(name, known, near):
    """Presses a key; returns what has the focus then, and whether that is something else than before."""
    # To ask those that are near, and what had the focus, is quick; to look for what has it is not.
    def find():
        return set(next(([path] for path in near if keeps_focus(path)), None) or focused())

    before = known if known and all(map(keeps_focus, known)) else find()
    press(name)
    # Rows that come into view take their places first; else the next key would lead past some of them.
    wait_until_calm()
    for _ in range(ANSWERS):
        if not before or not all(map(keeps_focus, before)):
            now = find()
            if now and now != before:
                return now, True
        time.sleep(0.005)  # Time: the pause between two looks.
    now = find()
    return now, now != before


def neighbours(path):
    """The first ones of those that have the same parent."""
    parent = ask(path, "Get", "org.freedesktop.DBus.Properties",
                 GLib.Variant("(ss)", ("org.a11y.atspi.Accessible", "Parent")))[0][1]
    return children_of([parent])[parent][:25]


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
        focus, near = set(), neighbours(paths[0]) if len(ways) > 1 else []
        for way in ways:
            for _ in range(request["most"]):
                if has_focus(paths):
                    # A key that was pressed before may still take the focus away.
                    wait_until_calm()
                    if has_focus(paths):
                        return "reached"
                if len(ways) == 1:
                    # The links of a text have the focus in turn, and the text has it all the time.
                    press(way)
                    continue
                focus, has_moved = step(way, focus, near)
                if not has_moved:
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
questions, answer = 0, 0
x11, keyboard, display, root, ignore = connect_display()
commands = {
    "tree": tree, "settle": settle, "key": key, "type": write, "walk": walk, "use": use,
    "resize": resize, "point": point, "size": size_of_node, "evidence": evidence}
until("a window manager", is_managed)
print("ready", flush=True)
for line in sys.stdin:
    request = json.loads(line)
    try:
        reply = {"value": commands[request["do"]](request)}
    except Exception as error:
        reply = {"error": f"{type(error).__name__}: {error}\n{evidence()}"}
    print(json.dumps(reply), flush=True)
