import TenonTesting

/// Choosing several rows together, and narrowing lists.
extension DesktopDriver {
    func select(_ titles: [String]) async throws {
        let what = "choose \(titles)"
        let button = try await find("to \(what)") { root in
            root.first { $0.name == "Choose several" && $0.takesKeys }
        }
        if !button.isOn {
            try await activate(button, what)
            try await wait("rows that can be chosen") { root in
                root.first { $0.path == button.path }?.isOn == true
            }
        }
        // Rows are named by all that is on them, their titles first.
        for title in try await look().parcels.map({ String($0.name.prefix { $0 != "," }) }) {
            func row(_ root: Node) -> Node? { root.parcels.first { $0.name.hasPrefix(title) } }
            let found = try await find("the row \"\(title)\"") { row($0) }
            let isWanted = titles.contains(title)
            guard found.has("selected") != isWanted else { continue }
            try await focus(row: found, what)
            try await desktop.press("Return")
            try await wait("\"\(title)\" is \(isWanted ? "" : "not ")among the chosen") { root in
                row(root)?.has("selected") == isWanted
            }
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
        var root = try await wait("to \(what)") { bar($0) != nil }
        let opener = bar(root)?.first { titled($0) && $0.takesKeys }
        if let opener {
            try await activate(opener, what)
            root = try await wait("the options of \(filter)") { !options($0).isEmpty }
        }
        for title in options(root).map(\.withoutCount) {
            func option(_ root: Node) -> Node? { options(root).first { $0.withoutCount == title } }
            let found = try await find("to \(what)") { option($0) }
            let isWanted = titles.contains(title)
            guard found.isOn != isWanted else { continue }
            let rows = try await look().parcels.map(\.name)
            try await activate(found, what)
            // The next option counts from what the session has made of this one; each of the sample
            // changes the rows.
            try await wait("\"\(title)\" is \(isWanted ? "on" : "off")") { root in
                option(root)?.isOn == isWanted && root.parcels.map(\.name) != rows
            }
        }
        if opener != nil {
            try await desktop.press("Escape")
            try await waitWhile("the options of \(filter)") { !options($0).isEmpty }
        }
    }
}

extension Node {
    /// The rows of the sample from which several can be chosen.
    fileprivate var parcels: [Node] {
        first { $0.role == "list" && $0.name == "Parcels" }?.children ?? []
    }
}
