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

    private let folder = try? TemporaryFolder()
    private var processes: [Process] = []
    private let helper: (input: FileHandle, output: FileHandle)
    /// What programs on the display have in their environment.
    nonisolated let environment: [String: String]

    /// Starts everything; it ends with the last reference to this object.
    init() throws {
        var environment = ProcessInfo.processInfo.environment
        guard let folder else { throw Failure(description: "no temporary folder") }
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
            process.standardError = FileHandle.nullDevice
            try process.run()
            processes.append(process)
            return output.fileHandleForReading
        }
        let display = try start(
            "Xvfb", ["-displayfd", "1", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"])
        environment["DISPLAY"] = ":" + (try Self.readLine(display))
        environment["XDG_RUNTIME_DIR"] = folder.path
        environment["XDG_CONFIG_HOME"] = folder.path
        environment["GSETTINGS_BACKEND"] = "memory"
        environment["GSK_RENDERER"] = "cairo"
        environment["GDK_BACKEND"] = "x11"
        environment["LANG"] = "en_US.UTF-8"
        environment["WAYLAND_DISPLAY"] = nil
        let bus = try start(
            "dbus-daemon", ["--session", "--nofork", "--nopidfile", "--print-address"])
        environment["DBUS_SESSION_BUS_ADDRESS"] = try Self.readLine(bus)
        _ = try start("openbox", ["--sm-disable"])
        let input = Pipe()
        // The system's own Python has the bindings of AT-SPI.
        let output = try start(
            "/usr/bin/python3",
            ["-W", "ignore", "-c", String(decoding: PackageResources.helper_py, as: UTF8.self)],
            input: input)
        helper = (input.fileHandleForWriting, output)
        self.environment = environment
        self.processes = processes
    }

    deinit {
        // Each leads a group, to which the bus for accessibility belongs that the message bus starts.
        // Gentler signals are blocked in what tests start.
        for process in processes.reversed() { kill(-process.processIdentifier, SIGKILL) }
    }

    /// Speaks of the windows of a program from now on.
    func use(_ program: Process) throws {
        try ask("use", ["process": Int(program.processIdentifier)])
    }

    /// Everything that can be seen; `nil` when there is no window.
    func look() throws -> Node? { try ask("tree", as: Node.self) }

    /// Presses keys, by the names of X11.
    func press(_ keys: String...) throws { try ask("key", ["keys": keys]) }

    /// Types a text.
    func type(_ text: String) throws { try ask("type", ["text": text]) }

    /// Makes the window of a size.
    func resize(width: Int, height: Int) throws {
        try ask("resize", ["width": width, "height": height])
    }

    /// Goes to one of several things with the tab key, or another one.
    func walk(to nodes: [Node], by key: String = "Tab", most: Int = 120) throws -> Walk {
        let request: [String: Any] = ["paths": nodes.map(\.path), "key": key, "most": most]
        return try ask("walk", request, as: Walk.self) ?? .elsewhere
    }

    /// A picture of the display, as a file.
    func takePicture(_ path: String) async throws {
        _ = try await Program(path: "/usr/bin/import", environment: environment)
            .run("-window", "root", path)
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
        let line = try Self.readLine(helper.output)
        let reply = try JSONDecoder().decode(Reply<Value>.self, from: Data(line.utf8))
        if let error = reply.error { throw Failure(description: error) }
        return reply.value
    }

    private static func readLine(_ handle: FileHandle) throws -> String {
        var line = Data()
        while let byte = try handle.read(upToCount: 1), !byte.isEmpty, byte != Data([10]) {
            line += byte
        }
        guard !line.isEmpty else { throw Failure(description: "a program did not answer") }
        return String(decoding: line, as: UTF8.self)
    }
}
