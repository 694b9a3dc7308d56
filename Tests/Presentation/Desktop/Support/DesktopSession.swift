import Foundation
import TestSupport

/// A display of its own with a window manager and a message bus, and somebody who looks and types.
actor DesktopSession {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Where the focus is after a walk to something.
    enum Walk: String, Decodable {
        case reached, elsewhere
        /// What was walked to is there no more.
        case gone
    }

    private struct Reply<Value: Decodable>: Decodable {
        let value: Value?
        let error: String?
    }

    private let folder: TemporaryFolder
    /// The display first.
    private var processes: [Process] = []
    private let helper: (input: FileHandle, output: FileHandle)
    /// What the helper has said after its last answer.
    private var unread = Data()
    /// How often somebody has looked since the last key.
    private(set) var looks = 0
    /// What programs on the display have in their environment.
    nonisolated let environment: [String: String]

    /// Starts everything; it ends with the last reference to this object.
    init() throws {
        var environment = ProcessInfo.processInfo.environment
        let folder = try TemporaryFolder()
        var processes: [Process] = []
        func start(
            _ name: String, _ arguments: [String], input: Pipe? = nil
        ) throws -> FileHandle {
            let (process, output) = (Process(), Pipe())
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = [name] + arguments
            process.environment = environment
            process.standardInput = input ?? FileHandle.nullDevice
            process.standardOutput = output
            let errors = try Self.makeLog(of: name, in: folder)
            defer { try? errors.close() }
            process.standardError = errors
            try process.run()
            processes.append(process)
            return output.fileHandleForReading
        }
        func readLine(_ output: FileHandle, of name: String) throws -> String {
            var unread = Data()
            guard let line = Self.readLine(output, &unread) else {
                throw Failure(
                    description: "\(name) did not answer.\n\(Self.lastLines(in: folder))")
            }
            return line
        }
        let display = try start(
            "Xvfb",
            ["-displayfd", "1", "-noreset", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"])
        environment["DISPLAY"] = ":" + (try readLine(display, of: "Xvfb"))
        environment["XDG_RUNTIME_DIR"] = folder.path
        environment["XDG_CONFIG_HOME"] = folder.path
        environment["GSETTINGS_BACKEND"] = "memory"
        environment["GSK_RENDERER"] = "cairo"
        environment["GDK_BACKEND"] = "x11"
        environment["LANG"] = "en_US.UTF-8"
        environment["WAYLAND_DISPLAY"] = nil
        let bus = try start(
            "dbus-daemon", ["--session", "--nofork", "--nopidfile", "--print-address"])
        environment["DBUS_SESSION_BUS_ADDRESS"] = try readLine(bus, of: "dbus-daemon")
        _ = try start("openbox", ["--sm-disable"])
        let input = Pipe()
        // The system's own Python has the bindings of AT-SPI.
        let output = try start(
            "/usr/bin/python3",
            ["-W", "ignore", "-c", String(decoding: PackageResources.helper_py, as: UTF8.self)],
            input: input)
        // It says so when the window manager runs; a window that is there before it gets no focus.
        _ = try readLine(output, of: "the helper")
        helper = (input.fileHandleForWriting, output)
        self.folder = folder
        self.environment = environment
        self.processes = processes
    }

    deinit {
        // Each leads a group, to which the bus for accessibility belongs that the message bus starts.
        // Gentler signals are blocked in what tests start.
        for process in processes.reversed() where process.isRunning {
            kill(-process.processIdentifier, SIGKILL)
        }
    }

    /// Speaks of the windows of a program from now on.
    func use(_ program: Process) throws {
        try ask("use", ["process": Int(program.processIdentifier)])
    }

    /// Everything that can be seen; `nil` when there is no window.
    func look() throws -> Node? {
        looks += 1
        return try ask("tree", as: Node.self)
    }

    /// Waits until keys go to the window in front.
    func settle() throws { try ask("settle") }

    /// Presses keys, by the names of X11.
    func press(_ keys: String...) throws {
        looks = 0
        try ask("key", ["keys": keys])
    }

    /// Types a text.
    func type(_ text: String) throws {
        looks = 0
        try ask("type", ["text": text])
    }

    /// Moves the pointer to where a list lies that is open, onto its first half.
    func pointAtOpenList() throws { try ask("point") }

    /// Makes the window of a size, or as small as it gets if it needs more room.
    func resize(width: Int, height: Int) throws {
        try ask("resize", ["width": width, "height": height])
    }

    /// How wide and how high something is, in pixels.
    func size(of node: Node) throws -> [Int] {
        try ask("size", ["path": node.path], as: [Int].self) ?? []
    }

    /// Goes to one of several things with the tab key, or with other ones, of which each is pressed
    /// until it leads no further.
    func walk(to nodes: [Node], by keys: String...) throws -> Walk {
        looks = 0
        let request: [String: Any] = [
            "paths": nodes.map(\.path), "keys": keys.isEmpty ? ["Tab"] : keys, "most": 120,
        ]
        return try ask("walk", request, as: Walk.self) ?? .elsewhere
    }

    /// Ends the display as a crash does; nobody looks and types after that.
    func endDisplay() {
        kill(processes[0].processIdentifier, SIGKILL)
        processes[0].waitUntilExit()
    }

    /// A picture of the display, as a file.
    func takePicture(_ path: String) async throws {
        _ = try await Program(path: "/usr/bin/import", environment: environment)
            .run("-window", "root", path)
    }

    // MARK: - Evidence

    /// A file that keeps what a program writes, which is emptied.
    nonisolated func makeLog(of name: String) throws -> FileHandle {
        try Self.makeLog(of: name, in: folder)
    }

    /// What helps to understand a failure: the last keys, the focus, a picture that stays, and the
    /// last lines of all programs.
    func evidence() async -> String {
        let keys = (try? ask("evidence", as: String.self)) ?? "The helper says nothing."
        let name = "desktop-\(UUID().uuidString).png"
        let picture = URL.temporaryDirectory.appending(path: name).path
        try? await takePicture(picture)
        return "\(keys)\nA picture of the display: \(picture)\n\(Self.lastLines(in: folder))"
    }

    private static func makeLog(of name: String, in folder: TemporaryFolder) throws -> FileHandle {
        let file = URL(fileURLWithPath: name).lastPathComponent + ".log"
        try folder.write("", to: file)
        return try FileHandle(forWritingTo: URL(fileURLWithPath: "\(folder.path)/\(file)"))
    }

    /// The lines that a program has written into its log.
    nonisolated func linesOfLog(of name: String) -> [Substring] {
        Self.lines(of: "\(name).log", in: folder)
    }

    private static func lines(of file: String, in folder: TemporaryFolder) -> [Substring] {
        let data = FileManager.default.contents(atPath: "\(folder.path)/\(file)") ?? Data()
        return String(decoding: data, as: UTF8.self).split(separator: "\n")
    }

    private static func lastLines(in folder: TemporaryFolder) -> String {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.sorted().filter { $0.hasSuffix(".log") }.flatMap { file in
            lines(of: file, in: folder).suffix(20).map { "\(file): \($0)" }
        }.joined(separator: "\n")
    }

    // MARK: - The helper

    private func ask(_ name: String, _ values: [String: Any] = [:]) throws {
        _ = try ask(name, values, as: Bool.self)
    }

    private func ask<Value: Decodable>(
        _ name: String, _ values: [String: Any] = [:], as type: Value.Type
    ) throws -> Value? {
        let request = values.merging(["do": name]) { $1 }
        try helper.input.write(contentsOf: JSONSerialization.data(withJSONObject: request) + [10])
        guard let line = Self.readLine(helper.output, &unread) else {
            throw Failure(
                description: "the helper did not answer.\n\(Self.lastLines(in: folder))")
        }
        let reply = try JSONDecoder().decode(Reply<Value>.self, from: Data(line.utf8))
        if let error = reply.error { throw Failure(description: error) }
        return reply.value
    }

    /// Reads a line; `nil` at the end, or when nothing comes for minutes.
    ///
    /// - Parameter unread: What was read and is not part of an earlier line.
    private static func readLine(_ handle: FileHandle, _ unread: inout Data) -> String? {
        var bytes = [UInt8](repeating: 0, count: 65536)
        while true {
            if let end = unread.firstIndex(of: 10) {
                let line = String(decoding: unread[..<end], as: UTF8.self)
                unread = Data(unread[(end + 1)...])
                return line
            }
            guard (try? waitForInput(at: handle.fileDescriptor)) != nil else { return nil }
            let count = read(handle.fileDescriptor, &bytes, bytes.count)
            guard count > 0 else { return nil }
            unread += bytes[..<count]
        }
    }
}
