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
            try await turn(field(label), isOn, what)
        case .choice(let title):
            try await choose(title, inField: label, what)
        case .choices(let titles):
            let group = try await field(label)
            for box in group.all where box.role == "check box" {
                try await turn(box, titles.contains(box.name), what)
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
        let box = try await field(label)
        func isShown(_ node: Node) -> Bool { node.all.contains { $0.name == title } }
        guard !isShown(box) else { return }
        try await focus(box, what)
        try await desktop.press("space")
        let option = try await find("the option \"\(title)\"") { root in
            root.all.last { $0.role == "list item" && isShown($0) }
        }
        try await focus(row: option, what)
        try await desktop.press("Return")
        try await wait("\(what) with \"\(title)\"") { root in
            root.field(label).map(isShown) == true
                && !root.all.contains { $0.path == option.path }
        }
    }

    private func field(_ label: String) async throws -> Node {
        try await find("to find \"\(label)\"") { $0.field(label) }
    }

    // MARK: - Rows, facts and menus

    /// Where something is chosen that concerns a row, a fact or a field.
    private enum Holder {
        case row(Node)
        /// A button with the name of both.
        case button(Node)
        /// What opens the menu beside it.
        case menu(Node)
    }

    /// Chooses what concerns a row, a fact or a field, by a button or in the menu there.
    func choose(_ title: String, onRow label: String) async throws {
        let what = "choose \"\(title)\" on \"\(label)\""
        let holder = try await find("to \(what)") { root -> Holder? in
            let window = root.front
            if let row = window.row(label) { return .row(row) }
            if let button = window.first(where: { $0.isButton("\(title) \(label)") }) {
                return .button(button)
            }
            let opener = window.all.last { $0.name == "More for \(label)" }?
                .first(where: \.takesKeys)
            return opener.map { Holder.menu($0) }
        }
        switch holder {
        case .row(let row):
            let names = [title, "\(title) \(label)"]
            if let button = row.first(where: { names.contains(where: $0.isButton) }) {
                return try await activate(button, what)
            }
            try await focus(row: row, what)
            if row.description == title { return try await desktop.press("Return") }
            try await desktop.press("shift+F10")
        case .button(let button):
            return try await activate(button, what)
        case .menu(let opener):
            try await activate(opener, what)
        }
        try await chooseInOpenMenu(title, what)
    }

    /// Chooses in the menu of the application, and tells whether it is there.
    func chooseInMenu(_ title: String) async throws -> Bool {
        try await desktop.press("F10")
        let root = try await wait("the menu of the application") { $0.hasMenu || $0.dialog != nil }
        // A question that came meanwhile has the key.
        guard root.hasMenu else { return false }
        guard root.all.contains(where: { $0.role == "menu item" && $0.name == title }) else {
            try await desktop.press("Escape")
            try await waitWhile("the menu of the application") { $0.hasMenu }
            return false
        }
        try await chooseInOpenMenu(title, "choose \"\(title)\"")
        return true
    }

    private func chooseInOpenMenu(_ title: String, _ what: String) async throws {
        let item = try await find("to \(what)") { root in
            root.all.last { node in
                (node.role == "menu item" || node.role == "push button") && node.name == title
            }
        }
        if item.has("sensitive") {
            try await activate(item, what)
        } else {
            try await desktop.press("Escape")
        }
        try await waitWhile("the menu with \"\(title)\"") { root in
            root.all.contains { $0.path == item.path }
        }
        guard item.has("sensitive") else {
            throw TestingError.cannot(what, seen: "It is disabled.")
        }
    }

    /// The names of the rows of a list that are there now.
    func rowNames(of list: String) async throws -> Set<String> {
        try await find("the list \"\(list)\"") { root in
            root.first { $0.role == "list" && $0.name == list }
                .map { Set($0.children.map(\.name)) }
        }
    }
}

extension Node {
    /// Whether the menu of the application is open.
    fileprivate var hasMenu: Bool { all.contains { $0.role == "menu item" } }

    /// The row with a title.
    fileprivate func row(_ title: String) -> Node? {
        let wanted = DriverText.normalized(title)
        return first { node in
            node.role == "list item"
                && node.all.contains {
                    $0.role == "label" && DriverText.normalized($0.name) == wanted
                }
        }
    }

    /// What has the focus when the field with a label is filled in, or what holds its boxes.
    fileprivate func field(_ label: String) -> Node? {
        let roles = ["text", "password text", "check box", "panel"]
        let found = all.filter { DriverText.normalized($0.name) == DriverText.normalized(label) }
        return found.first { roles.contains($0.role) && ($0.takesKeys || $0.role == "panel") }
            ?? found.first { $0.takesKeys }
    }
}
