import TenonTesting

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
            lines.append(description)
        case "list item" where children.isEmpty: lines.append(name)
        case "panel", "filler", "list", "list item", "frame", "application", "scroll pane", "table",
            "dialog", "combo box":
            break
        default: if !name.hasPrefix("Gtk") { lines.append(name) }
        }
        for child in children { child.collect(into: &lines) }
    }
}

extension Node {
    /// The list of the places, when it is in view.
    var places: Node? { first { $0.role == "list" && $0.name == "Places" } }

    /// What opens it.
    var placesButton: Node? {
        all.last { $0.name == "Places" && $0.role != "list" }?.first(where: \.takesKeys)
    }

    /// The title of the place that is marked.
    var currentPlace: String? {
        places?.first { $0.role == "list item" && $0.has("selected") }?
            .first { $0.role == "label" }?.name
    }

    func isPlace(_ title: String) -> Bool {
        role == "list item" && first { $0.role == "label" }?.name == title
    }

    var dialog: Node? { children.last(where: \.isDialog) }

    /// The window that has the focus: the question, if there is one.
    var front: Node { dialog ?? self }

    var isOn: Bool { has("checked") || has("pressed") }

    /// The name of an option, without how many rows it leaves.
    var withoutCount: String {
        let words = name.split(separator: " ")
        return (words.last.flatMap { Int($0) } == nil ? words[...] : words.dropLast()).joined(
            separator: " ")
    }

    func isButton(_ title: String) -> Bool {
        role == "push button"
            && DriverText.normalized(name) == DriverText.normalized(title)
    }
}
