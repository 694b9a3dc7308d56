import TenonTesting

/// Going to something by the keyboard, pressing it, and answering questions.
extension DesktopDriver {
    /// Presses a button, or what else takes the return key.
    func activate(_ node: Node, _ what: String) async throws {
        guard node.takesKeys else {
            throw TestingError.cannot(what, seen: "It is disabled, or cannot have the focus.")
        }
        try await focus(node, what)
        try await desktop.press("Return")
    }

    /// Turns a box on or off, if it is not so already.
    func turn(_ box: Node, _ isOn: Bool, _ what: String) async throws {
        guard box.isOn != isOn else { return }
        try await focus(box, what)
        try await desktop.press("space")
        try await waitWhile("\(what): it is as before") { root in
            root.first { $0.path == box.path }?.isOn == box.isOn
        }
    }

    /// Goes to something by the tab key.
    func focus(_ node: Node, _ what: String) async throws {
        try await focus(node, what) { try await desktop.walk(to: [$0]) }
    }

    /// Goes to a list by the tab key, and to one of its rows by the arrows.
    func focus(row item: Node, _ what: String) async throws {
        try await focus(item, what) { try await walk(toRow: $0) }
    }

    /// Walks to a node; when that goes away meanwhile, to the only one with its role and its name.
    private func focus(
        _ node: Node, _ what: String, by walk: (Node) async throws -> DesktopSession.Walk
    ) async throws {
        var node = node
        for _ in 0..<5 {
            if try await walk(node) == .reached { return }
            let found = try await look().all.filter {
                $0.role == node.role && $0.name == node.name
            }
            guard found.count == 1 else { break }
            node = found[0]
        }
        throw await cannot("\(what) by keyboard")
    }

    private func walk(toRow item: Node) async throws -> DesktopSession.Walk {
        let list = try await look().first { $0.children.contains { $0.path == item.path } }
        guard let list else { return .gone }
        let result = try await desktop.walk(to: Array(list.children.prefix(25)))
        guard result == .reached else { return result }
        try await desktop.press("Home")
        // Back when it was passed by.
        return try await desktop.walk(to: [item], by: "Down", "Up", "Down")
    }

    // MARK: - Questions

    func answer(_ answer: DriverAnswer) async throws {
        let dialog = try await find("a question") { $0.dialog }
        let what = "answer \"\(dialog.name)\""
        switch answer {
        case .cancel:
            try await desktop.press("Escape")
        case .choice(let title):
            guard let button = dialog.first(where: { $0.isButton(title) }) else {
                throw await cannot("choose \"\(title)\"")
            }
            try await activate(button, title)
        case .confirm:
            let button = try await find("to confirm") { root in
                root.dialog?.yes.flatMap { $0.takesKeys ? $0 : nil }
            }
            try await activate(button, what)
        case .text(let text):
            try await desktop.press("ctrl+a")
            try await desktop.type(text)
            // What is not the name that was asked for is refused. One look has the texts after the
            // states, so that only the next one tells.
            var isTyped = false
            let isTaken = try await find("to \(what)") { root -> Bool? in
                let nodes = root.dialog?.all ?? []
                if nodes.last(where: \.confirms)?.takesKeys == true { return true }
                if isTyped { return false }
                isTyped = nodes.contains { $0.text == text }
                return nil
            }
            guard isTaken else { throw TestingError.cannot(what, seen: "It is disabled.") }
            try await desktop.press("Return")
        }
        // Another question may come in its place.
        try await waitWhile(what) { $0.dialog?.path == dialog.path }
    }
}

extension Node {
    /// Whether it is a button of a question that does not refuse.
    fileprivate var confirms: Bool { role == "push button" && !isButton("Cancel") }

    /// The button of a question that says yes: behind the one that refuses, before another way to go on.
    fileprivate var yes: Node? {
        let buttons = all.filter { $0.role == "push button" }
        return buttons.dropFirst().first ?? buttons.first(where: \.confirms)
    }
}
