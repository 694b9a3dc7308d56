import Foundation
import TenonTesting
import TenonUI
import TestSupport

/// Uses the window of an application: reads it as assistive technology does, and types.
actor DesktopDriver: FrontEndDriver {
    let desktop: DesktopSession
    private let extraArguments: [String]
    private let command: [String]
    private let variables: [String: String]
    private(set) var program: Process?
    private var record: [String] = []
    /// What GLib and GTK have said of wrong use until now.
    private var misuse: [Substring] = []
    /// What helps to understand why something was looked for in vain until the program was ended.
    private(set) var evidence = ""
    /// Whether an error has told all that.
    var hasTold = false

    /// Makes a driver of the conformance application, or of another executable.
    init(
        _ desktop: DesktopSession, executable: String = "conformance-desktop",
        arguments: [String] = [], environment variables: [String: String] = [:]
    ) {
        self.init(
            desktop, command: ["\(Program.products)/\(executable)"], arguments: arguments,
            environment: variables)
    }

    /// Makes a driver of what a command starts in its own place, such as a script.
    ///
    /// - Parameters:
    ///   - desktop: The display.
    ///   - command: The file, and what stands before where the program begins.
    ///   - arguments: What stands after that.
    ///   - variables: Further variables, and others than usual.
    init(
        _ desktop: DesktopSession, command: [String], arguments: [String] = [],
        environment variables: [String: String] = [:]
    ) {
        self.desktop = desktop
        self.command = command
        self.variables = variables
        extraArguments = arguments
    }

    func start(at location: String, isNarrow: Bool) async throws {
        if program != nil { try? await finish() }
        (record, evidence, hasTold) = ([], "", false)
        let log = try desktop.makeLog(of: "program")
        defer { try? log.close() }
        let program = Process()
        program.executableURL = URL(fileURLWithPath: command[0])
        program.arguments = Array(command.dropFirst()) + ["--open=\(location)"] + extraArguments
        program.environment = desktop.environment.merging(variables) { $1 }
        program.standardError = log
        program.standardOutput = log
        try program.runUnblocked()
        self.program = program
        try await desktop.use(program)
        // What a script starts may have much to do before its window comes.
        try await until("a window") { @Sendable [desktop] in
            try await desktop.look() != nil || !program.isRunning
        }
        try await wait("a window") { !$0.seen.isEmpty }
        try await desktop.settle()
        guard isNarrow else { return }
        try await desktop.resize(width: 360, height: 640)
        try await wait("no room for the places beside the page") { $0.places == nil }
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
        if let label {
            try await choose(title, onRow: label)
        } else {
            try await choose(title)
        }
    }

    /// Chooses a button, a place or what is in the menu, whichever is there first.
    private func choose(_ title: String) async throws {
        let what = "choose \"\(title)\""
        var looks = 0
        while looks < Self.pauses.count {
            let root = try await look()
            if let button = root.front.first(where: { $0.isButton(title) }) {
                return try await activate(button, what)
            }
            if root.places?.first(where: { $0.isPlace(title) }) != nil {
                return try await go(to: title)
            }
            // A question lets nobody into the menu.
            if root.dialog == nil, try await chooseInMenu(title) { return }
            // Time: the pause between two looks.
            try await Task.sleep(for: Self.pauses[looks])
            looks += root.dialog == nil ? 40 : 1
        }
        throw await cannot(what)
    }

    func showPlaces() async throws {
        let root = try await wait("the places, or what opens them") {
            $0.places != nil || $0.placesButton != nil
        }
        guard root.places == nil, let button = root.placesButton else { return }
        try await activate(button, "show the places")
        try await wait("the places") { $0.places != nil }
    }

    /// Presses a name that leads elsewhere, or goes to the text, whose first link then has the focus.
    func follow(_ text: String) async throws {
        let what = "follow \"\(text)\""
        let link = try await find("to \(what)") { root in
            root.first { $0.isButton(text) }
                ?? root.first { $0.takesKeys && $0.name.contains(text) }
        }
        try await activate(link, what)
    }

    func go(to title: String) async throws {
        let what = "go to \"\(title)\""
        let row = try await find("to \(what)") { $0.places?.first { $0.isPlace(title) } }
        try await focus(row: row, what)
        try await desktop.press("Return")
        // A key that does nothing is told of here, with the focus; the menu of the places closes by it.
        try await wait("the key to \(what) to be taken") { root in
            root.dialog != nil || root.places == nil || root.currentPlace == title
        }
    }

    func currentPlace() async throws -> String? { try await look().currentPlace }

    /// Presses the button beside the notice, which comes and goes with the notice.
    func undo() async throws {
        let root = try await look()
        guard let button = root.first(where: { $0.isButton("Undo") }) else {
            throw TestingError.cannot("undo", seen: root.seen)
        }
        try await activate(button, "undo")
    }

    func press(_ accelerator: Accelerator) async throws -> Bool {
        let key =
            switch accelerator {
            case .new: "ctrl+n"
            case .edit: "ctrl+e"
            case .copy: "ctrl+shift+c"
            case .copyOther: "ctrl+shift+b"
            case .delete: "ctrl+d"
            case .save: "ctrl+s"
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
            // Another page only when none come, so that no row is passed over.
            for pause in Self.pauses.prefix(14) {
                if try await !rowNames(of: list).isSubset(of: rows) { return }
                // Time: the pause between two looks.
                try await Task.sleep(for: pause)
            }
        }
        throw await cannot("show more of \"\(list)\"")
    }

    func close() async throws { try await desktop.press("ctrl+q") }

    func finish() async throws {
        guard let program else { return }
        // Who has looked so often has not found what was looked for.
        if !hasTold, await desktop.looks > 400 { evidence = await desktop.evidence() }
        var problem = ""
        do { try await end(program) } catch { problem = "\(error)" }
        if program.isRunning {
            problem += "\n" + (await desktop.evidence())
            kill(program.processIdentifier, SIGKILL)
        }
        program.waitUntilExit()
        self.program = nil
        // What GTK says of heights that it has measured itself is no misuse.
        misuse += desktop.linesOfLog(of: "program").filter {
            $0.contains("CRITICAL **") && $0.contains("assertion")
        }
        guard program.terminationReason == .exit, program.terminationStatus == 0 else {
            throw TestingError.unmet(
                "an end without failure", seen: "status \(program.terminationStatus)\n\(problem)")
        }
        guard misuse.isEmpty else {
            throw TestingError.unmet("right use of GTK", seen: misuse.joined(separator: "\n"))
        }
    }

    /// Tells the program to end by a signal, and waits until it has.
    func end(by signal: Int32) {
        guard let program else { return }
        kill(program.processIdentifier, signal)
        program.waitUntilExit()
    }

    /// Ends the display below the window, and waits until the program has ended.
    ///
    /// - Returns: The exit status.
    func endDisplay() async -> Int32? {
        await desktop.endDisplay()
        program?.waitUntilExit()
        return program?.terminationStatus
    }

    /// Presses what ends the program until it has ended.
    private func end(_ program: Process) async throws {
        for pause in Self.pauses {
            guard program.isRunning else { return }
            if let root = try await desktop.look() {
                if let dialog = root.dialog {
                    // Questions are left unanswered; what was typed is given up.
                    if let discard = dialog.first(where: { $0.isButton("Discard") }) {
                        try? await activate(discard, "Discard")
                    } else {
                        try await desktop.press("Escape")
                    }
                } else {
                    // A menu that is open takes all keys.
                    if root.placesButton != nil, root.places != nil {
                        try await desktop.press("Escape")
                    }
                    try await desktop.press("ctrl+q")
                }
            }
            // Time: the pause between two looks.
            try await Task.sleep(for: pause)
        }
    }

    /// Keeps what can be seen, once while it stays the same.
    private func note(_ root: Node) {
        let seen = root.all.map { "\($0.name)\n\($0.text)\n\($0.description)" }
            .joined(separator: "\n")
        if seen != record.last { record.append(seen) }
    }
}
