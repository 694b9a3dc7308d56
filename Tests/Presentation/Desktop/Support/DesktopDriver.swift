import Foundation
import TenonTesting
import TenonUI
import TestSupport

/// Uses the window of the conformance application: reads it as assistive technology does, and types.
actor DesktopDriver: FrontEndDriver {
    let desktop: DesktopSession
    private let extraArguments: [String]
    private let variables: [String: String]
    private var program: Process?
    private var record: [String] = []

    init(
        _ desktop: DesktopSession, arguments: [String] = [],
        environment variables: [String: String] = [:]
    ) {
        self.desktop = desktop
        self.variables = variables
        extraArguments = arguments
    }

    func start(at location: String, isNarrow: Bool) async throws {
        if program != nil { try? await finish() }
        record = []
        let program = Process()
        program.executableURL = URL(
            fileURLWithPath: "\(Program.products)/conformance-desktop")
        program.arguments = ["--open=\(location)"] + extraArguments
        program.environment = desktop.environment.merging(variables) { $1 }
        program.standardError = FileHandle.nullDevice
        program.standardOutput = FileHandle.nullDevice
        try program.run()
        self.program = program
        try await desktop.use(program)
        _ = try await wait("a window") { !$0.seen.isEmpty }
        // What is beside the page goes only when there is no room for it, and then there is more room.
        if isNarrow {
            for _ in 0..<2 { try await desktop.resize(width: 360, height: 640) }
        }
    }

    /// The files that the program has in its memory.
    func mappedFiles() async throws -> String {
        guard let program else { return "" }
        // Foundation reads only the first page of what the kernel says has no bytes.
        return try await Program(path: "/bin/cat")
            .run(["/proc/\(program.processIdentifier)/maps"]).output
    }

    func see() async throws -> String {
        guard let root = try await desktop.look() else { return "" }
        note(root)
        return root.seen
    }

    func everything() async throws -> String {
        _ = try await see()
        return record.joined(separator: "\n")
    }

    func scan() async throws -> [String]? {
        let folder = try TemporaryFolder()
        try await desktop.takePicture("\(folder.path)/seen.png")
        return try await CodeReader.texts(inPicture: "\(folder.path)/seen.png")
    }

    func choose(_ title: String, on label: String?) async throws {
        let root = try await look()
        let window = try front(of: root)
        if let label {
            try await choose(title, on: label, in: window)
        } else if let button = window.first(where: { $0.isButton(title) }) {
            try await activate(button, title)
        } else if root.places?.first(where: { $0.isPlace(title) }) != nil {
            try await go(to: title)
        } else {
            try await chooseInMenu(title)
        }
    }

    func showPlaces() async throws {
        let root = try await look()
        guard root.places == nil, let button = root.placesButton else { return }
        try await activate(button, "show the places")
        _ = try await wait("the places") { $0.places != nil }
    }

    /// Presses a name that leads elsewhere, or goes to the text, whose first link then has the focus.
    func follow(_ text: String) async throws {
        let root = try await look()
        let what = "follow \"\(text)\""
        if let name = root.first(where: { $0.isButton(text) }) {
            return try await activate(name, what)
        }
        guard let label = root.first(where: { $0.takesKeys && $0.name.contains(text) }) else {
            throw TestingError.cannot(what, seen: root.seen)
        }
        try await activate(label, what)
    }

    func go(to title: String) async throws {
        let root = try await look()
        let what = "go to \"\(title)\""
        guard let row = root.places?.first(where: { $0.isPlace(title) }) else {
            throw TestingError.cannot(what, seen: root.seen)
        }
        try await focus(row: row, in: root, what)
        try await desktop.press("Return")
    }

    func currentPlace() async throws -> String? {
        try await look().places?.first { $0.role == "list item" && $0.has("selected") }?
            .first { $0.role == "label" }?.name
    }

    func undo() async throws { try await choose("Undo", on: nil) }

    func press(_ accelerator: Accelerator) async throws -> Bool {
        let key =
            switch accelerator {
            case .new: "ctrl+n"
            case .edit: "ctrl+e"
            case .copy: "ctrl+shift+c"
            case .copyOther: "ctrl+shift+b"
            case .delete: "ctrl+d"
            case .lock: "ctrl+l"
            case .settings: "ctrl+comma"
            }
        try await desktop.press(key)
        return true
    }

    func back() async throws { try await desktop.press("alt+Left") }

    func search(_ text: String) async throws {
        try await desktop.press("ctrl+f")
        try await desktop.press("ctrl+a")
        try await desktop.press("BackSpace")
        if !text.isEmpty { try await desktop.type(text) }
    }

    /// A page of rows down, until rows are there that were not before.
    func showMore(of list: String) async throws {
        let rows = try await rowNames(of: list)
        for _ in 0..<60 {
            try await desktop.press("Page_Down")
            try await Task.sleep(for: .milliseconds(60))
            if try await !rowNames(of: list).isSubset(of: rows) { return }
        }
        throw TestingError.cannot("show more of \"\(list)\"", seen: try await see())
    }

    func answer(_ answer: DriverAnswer) async throws {
        let dialog = try await wait("a question") { $0.dialog != nil }.dialog
        guard let dialog else { throw TestingError.cannot("answer", seen: try await see()) }
        switch answer {
        case .cancel:
            try await desktop.press("Escape")
        case .choice(let title):
            guard let button = dialog.first(where: { $0.isButton(title) }) else {
                throw TestingError.cannot("choose \"\(title)\"", seen: dialog.seen)
            }
            try await activate(button, title)
        case .confirm:
            guard
                let button = dialog.all.last(where: {
                    $0.role == "push button" && $0.takesKeys && !$0.isButton("Cancel")
                })
            else { throw TestingError.cannot("confirm", seen: dialog.seen) }
            try await activate(button, "confirm")
        case .text(let text):
            try await desktop.press("ctrl+a")
            try await desktop.type(text)
            try await desktop.press("Return")
        }
        try await dialogGoes(dialog)
    }

    func close() async throws { try await desktop.press("ctrl+q") }

    func finish() async throws {
        guard let program else { return }
        self.program = nil
        for _ in 0..<200 where program.isRunning {
            if let dialog = try? await desktop.look()?.dialog {
                // Questions are left unanswered; what was typed is given up.
                let discard = dialog.first { $0.isButton("Discard") }
                if let discard {
                    try? await activate(discard, "Discard")
                } else {
                    try? await desktop.press("Escape")
                }
            } else {
                // A menu that is open takes all keys.
                if let root = try? await desktop.look(), root.placesButton != nil,
                    root.places != nil
                {
                    try? await desktop.press("Escape")
                }
                try? await desktop.press("ctrl+q")
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        if program.isRunning { kill(program.processIdentifier, SIGKILL) }
        program.waitUntilExit()
        guard program.terminationReason == .exit, program.terminationStatus == 0 else {
            throw TestingError.unmet(
                "an end without failure", seen: "status \(program.terminationStatus)")
        }
    }

    /// The names of everything that has a role.
    func names(of role: String) async throws -> [String] {
        try await look().all.filter { $0.role == role }.map(\.name)
    }

    /// Waits until texts can be seen.
    func wait(for texts: String...) async throws {
        _ = try await wait("to see \(texts)") { root in
            texts.allSatisfy { DriverText.contains(root.seen, $0) }
        }
    }

    // MARK: - Keys

    func activate(_ node: Node, _ what: String) async throws {
        guard node.takesKeys else {
            throw TestingError.cannot(what, seen: "It is disabled, or cannot have the focus.")
        }
        try await focus(node, what)
        try await desktop.press("Return")
    }

    func focus(_ node: Node, _ what: String) async throws {
        try await focus(node, what) { try await desktop.walk(to: [$0]) }
    }

    /// Goes to a list by the tab key, and to one of its rows by the arrows.
    func focus(row item: Node, in window: Node, _ what: String) async throws {
        var window = window
        try await focus(item, what) { item in
            let result = try await walk(toRow: item, in: window)
            if result == .gone { window = try await look() }
            return result
        }
    }

    /// Walks to a node; when that goes away meanwhile, to the only one with its role and its name.
    private func focus(
        _ node: Node, _ what: String, by walk: (Node) async throws -> DesktopSession.Walk
    ) async throws {
        var node = node
        for _ in 0..<5 {
            let result = try await walk(node)
            if result == .reached { return }
            let found = try await look().all.filter {
                $0.role == node.role && $0.name == node.name
            }
            guard result == .gone, found.count == 1 else { break }
            node = found[0]
        }
        throw TestingError.cannot("\(what) by keyboard", seen: try await see())
    }

    private func walk(toRow item: Node, in window: Node) async throws -> DesktopSession.Walk {
        let list = window.first { $0.children.contains { $0.path == item.path } }
        let rows = Array((list?.children ?? []).prefix(25))
        let result = try await desktop.walk(to: rows)
        guard result == .reached else { return result }
        try await desktop.press("Home")
        return try await desktop.walk(to: [item], by: "Down")
    }

    // MARK: - Looking

    func look() async throws -> Node {
        guard let root = try await desktop.look() else {
            throw TestingError.cannot("look", seen: "There is no window.")
        }
        return root
    }

    /// The window that has the focus: the question, if there is one.
    func front(of root: Node) throws -> Node { root.dialog ?? root }

    func wait(
        _ what: String, until condition: (Node) -> Bool
    ) async throws -> Node {
        for _ in 0..<400 {
            if let root = try await desktop.look(), condition(root) { return root }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw TestingError.unmet(what, seen: try await see())
    }

    /// A question that was answered goes, unless the answer was none.
    private func dialogGoes(_ dialog: Node) async throws {
        for _ in 0..<10 {
            guard let present = try await desktop.look()?.dialog, present.name == dialog.name
            else { return }
            try await Task.sleep(for: .milliseconds(30))
        }
    }

    private func note(_ root: Node) {
        record.append(
            root.all.map { "\($0.name)\n\($0.text)\n\($0.description)" }
                .joined(separator: "\n"))
    }
}
