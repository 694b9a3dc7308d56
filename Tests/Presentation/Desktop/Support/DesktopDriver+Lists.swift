import TenonTesting

/// Choosing several rows together, and narrowing lists.
extension DesktopDriver {
    func select(_ titles: [String]) async throws {
        let what = "choose \(titles)"
        func rows(_ root: Node) -> [Node] {
            root.first { $0.role == "list" && $0.name == "Parcels" }?.children ?? []
        }
        var root = try await look()
        let button = root.first { $0.name == "Choose several" && $0.takesKeys }
        guard let button else { throw TestingError.cannot(what, seen: root.seen) }
        if !button.isOn { try await activate(button, what) }
        // Rows are named by all that is on them, their titles first.
        for title in rows(root).map({ String($0.name.prefix { $0 != "," }) }) {
            root = try await look()
            let row = rows(root).first { $0.name.hasPrefix(title) }
            guard let row, row.has("selected") != titles.contains(title) else { continue }
            try await focus(row: row, in: root, what)
            try await desktop.press("Return")
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    func filter(_ filter: String, by titles: [String]) async throws {
        let what = "filter by \"\(filter)\""
        func titled(_ node: Node) -> Bool { node.name.split(separator: ":").first == filter[...] }
        /// Options stand beside their title, or in the menu of a button with it.
        func bar(_ root: Node) -> Node? {
            root.first { $0.role == "panel" && $0.name == filter }
                ?? root.first { titled($0) && !$0.takesKeys && $0.children.contains(where: titled) }
        }
        func options(_ root: Node) -> [Node] {
            (bar(root)?.all ?? []).filter { $0.takesKeys && !titled($0) }
        }
        var root = try await look()
        let opener = bar(root)?.first { titled($0) && $0.takesKeys }
        if let opener {
            try await activate(opener, what)
            root = try await wait("the options of \(filter)") { !options($0).isEmpty }
        }
        for title in options(root).map(\.withoutCount) {
            guard let option = options(try await look()).first(where: { $0.withoutCount == title })
            else { throw TestingError.cannot(what, seen: root.seen) }
            guard option.isOn != titles.contains(title) else { continue }
            try await activate(option, what)
            try await Task.sleep(for: .milliseconds(200))
        }
        if opener != nil { try await desktop.press("Escape") }
    }
}
