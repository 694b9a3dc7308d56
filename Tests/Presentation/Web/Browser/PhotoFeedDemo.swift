import Foundation
import TestSupport

/// PhotoFeed on a page with its own server of photographs, as `tools/run photofeed web --demo` starts it.
final class PhotoFeedDemo: Sendable {
    private let folder: TemporaryFolder
    private let shell = Process()
    private let input = Pipe()

    init() throws { folder = try TemporaryFolder() }

    deinit { try? input.fileHandleForWriting.close() }

    /// The folders that it has made for the demonstration and not removed.
    var remains: [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        return (names ?? []).filter { $0.hasPrefix("photofeed-demo") }
    }

    /// Starts it; it ends with this object, or with ``stop()``.
    ///
    /// - Returns: The start address.
    func start() async throws -> String {
        let root = URL(filePath: #filePath).appending(path: "../../../../..").standardized.path
        // The end of standard input is the sign to end: signals may be blocked in a test's children.
        let script = """
            \(root)/tools/run photofeed web --demo -- --web-no-open </dev/null >page 2>messages &
            page=$!
            cat >/dev/null; kill -9 $page
            """
        shell.executableURL = URL(fileURLWithPath: "/bin/bash")
        shell.arguments = ["-c", script]
        shell.environment = [
            "PATH": "\(Program.products):/usr/local/bin:/usr/bin:/bin", "HOME": folder.path,
            "TMPDIR": folder.path, "XDG_RUNTIME_DIR": folder.path, "LANG": "C.UTF-8", "TZ": "UTC",
            "TENON_PROGRAMS": Program.products,
        ].merging(Program.patience) { $1 }
        shell.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        shell.standardInput = input
        shell.standardOutput = FileHandle.nullDevice
        shell.standardError = FileHandle.nullDevice
        try shell.runUnblocked()
        return try await folder.startAddress()
    }

    /// Ends it, and waits until nothing of it is left.
    func stop() async throws {
        try input.fileHandleForWriting.close()
        try await until("the end of the demonstration") {
            try remains.isEmpty && folder.processes().isEmpty
        }
    }
}
