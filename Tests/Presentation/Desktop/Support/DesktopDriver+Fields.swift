import TenonTesting

/// Filling in fields, and choosing what is in them, on rows and in menus.
extension DesktopDriver {
    func fill(_ label: String, with value: DriverValue) async throws {
        let what = "fill \"\(label)\""
        switch value {
        case .text(let text), .secret(let text), .number(let text), .date(let text),
            .month(let text), .file(let text):
            try await type(text, into: label, what)
        case .tokens(let tokens):
            try await type(tokens.joined(separator: ", "), into: label, what)
        case .toggle(let isOn):
            let box = try await field(label)
            if box.isOn != isOn {
                try await focus(box, what)
                try await desktop.press("space")
            }
        case .choice(let title):
            try await choose(title, inField: label, what)
        case .choices(let titles):
            let group = try await field(label)
            for box in group.all where box.role == "check box" {
                guard box.isOn != titles.contains(box.name) else { continue }
                try await focus(box, what)
                try await desktop.press("space")
            }
        }
    }

    private func type(_ text: String, into label: String, _ what: String) async throws {
        try await focus(field(label), what)
        try await desktop.press("ctrl+a")
        try await desktop.press("BackSpace")
        for (index, line) in text.split(
            separator: "\n", omittingEmptySubsequences: false
        ).enumerated() {
            if index > 0 { try await desktop.press("Return") }
            if !line.isEmpty { try await desktop.type(String(line)) }
        }
    }

    private func choose(_ title: String, inField label: String, _ what: String) async throws {
        try await focus(field(label), what)
        for step in 0..<10 {
            try await desktop.press("space")
            try await Task.sleep(for: .milliseconds(150))
            try await desktop.press(step == 0 ? "Home" : "Down")
            try await desktop.press("Return")
            try await Task.sleep(for: .milliseconds(100))
            let box = try await field(label)
            if box.all.contains(where: { $0.name == title }) { return }
        }
        throw TestingError.cannot("\(what) with \"\(title)\"", seen: try await see())
    }

    private func field(_ label: String) async throws -> Node {
        let root = try await look()
        let roles = ["text", "password text", "check box", "panel"]
        let found = root.all.filter {
            DriverText.normalized($0.name) == DriverText.normalized(label)
        }
        let node =
            found.first { roles.contains($0.role) && ($0.takesKeys || $0.role == "panel") }
            ?? found.first { $0.takesKeys }
        guard let node else { throw TestingError.cannot("find \"\(label)\"", seen: root.seen) }
        return node
    }

    // MARK: - Rows, facts and menus

    func choose(_ title: String, on label: String, in window: Node) async throws {
        let what = "choose \"\(title)\" on \"\(label)\""
        let wanted = DriverText.normalized(label)
        let item = window.all.first { node in
            node.role == "list item"
                && node.all.contains {
                    $0.role == "label" && DriverText.normalized($0.name) == wanted
                }
        }
        guard let item else {
            return try await choose(title, onField: label, in: window, what)
        }
        if let button = item.first(where: { $0.isButton(title) || $0.isButton("\(title) \(label)") }
        ) {
            return try await activate(button, what)
        }
        try await focus(row: item, in: window, what)
        if item.description == title { return try await desktop.press("Return") }
        try await desktop.press("shift+F10")
        try await chooseInOpenMenu(title, what)
    }

    /// Beside a field, or in the menu there.
    private func choose(
        _ title: String, onField label: String, in window: Node, _ what: String
    ) async throws {
        if let button = window.first(where: { $0.isButton("\(title) \(label)") }) {
            return try await activate(button, what)
        }
        let menu = window.all.last { $0.name == "More for \(label)" }?.first(where: \.takesKeys)
        guard let menu else { throw TestingError.cannot(what, seen: window.seen) }
        try await activate(menu, what)
        try await chooseInOpenMenu(title, what)
    }

    func chooseInMenu(_ title: String) async throws {
        try await desktop.press("F10")
        try await chooseInOpenMenu(title, "choose \"\(title)\"")
    }

    private func chooseInOpenMenu(_ title: String, _ what: String) async throws {
        for _ in 0..<20 {
            try await Task.sleep(for: .milliseconds(50))
            let root = try await look()
            let item = root.all.last { node in
                (node.role == "menu item" || node.role == "push button") && node.name == title
            }
            guard let item else { continue }
            guard item.has("sensitive") else {
                try await desktop.press("Escape")
                throw TestingError.cannot(what, seen: "It is disabled.")
            }
            return try await activate(item, what)
        }
        let seen = try await see()
        try await desktop.press("Escape")
        throw TestingError.cannot(what, seen: seen)
    }

    func rowNames(of list: String) async throws -> Set<String> {
        let root = try await look()
        let rows = root.first { $0.role == "list" && $0.name == list }
        return Set((rows?.children ?? []).map(\.name))
    }
}
