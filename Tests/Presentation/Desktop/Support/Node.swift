/// Something on a display, as assistive technology sees it.
struct Node: Decodable, Sendable {
    let path: String
    let role: String
    let name: String
    let text: String
    let description: String
    let states: Set<String>
    let children: [Node]

    /// The node and all below it, in reading order.
    var all: [Node] { [self] + children.flatMap(\.all) }

    func has(_ state: String) -> Bool { states.contains(state) }

    /// The first node for which something holds.
    func first(where condition: (Node) -> Bool) -> Node? { all.first(where: condition) }

    /// Whether it is a window that asks something.
    var isDialog: Bool { role == "dialog" || role == "alert" && has("modal") || has("modal") }

    /// Whether something can be pressed or filled in with keys.
    var takesKeys: Bool { has("focusable") && has("sensitive") }

    /// What a person reads: names of buttons and texts of everything else, with states in words.
    var seen: String {
        var lines: [String] = []
        collect(into: &lines)
        return lines.joined(separator: "\n")
    }

    private func collect(into lines: inout [String]) {
        switch role {
        case "check box", "radio button", "toggle button":
            lines.append("\(name): \(has("checked") || has("pressed") ? "on" : "off")")
        case "text", "password text", "entry":
            lines.append(text.isEmpty ? name : text)
        case "list item" where children.isEmpty: lines.append(name)
        case "panel", "filler", "list", "list item", "frame", "application", "scroll pane", "table",
            "dialog", "combo box", "image":
            break
        default: if !name.hasPrefix("Gtk") { lines.append(name) }
        }
        for child in children { child.collect(into: &lines) }
    }
}
