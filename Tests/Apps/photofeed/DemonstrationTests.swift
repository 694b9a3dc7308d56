import Foundation
import TestSupport
import Testing

/// `tools/run photofeed … --demo` with the programs that people use; a page and a window have tests of
/// their own.
@Suite("The demonstration of PhotoFeed", .serialized)
struct DemonstrationTests {
    /// A front end, and how it is used without a person.
    struct Use: CustomTestStringConvertible {
        /// Its name for `tools/run`.
        let frontEnd: String
        /// What is typed at first, as a format of printf.
        let first: String
        /// What ends it, in the same way.
        let last: String
        /// Whether it runs in a terminal.
        let isTerminal: Bool

        var testDescription: String { frontEnd }
    }

    private static let uses = [
        Use(
            frontEnd: "headless", first: #"{"do":"look","settle":true}\n"#,
            last: #"{"do":"end"}\n"#, isTerminal: false),
        Use(frontEnd: "line", first: "", last: #"q\n"#, isTerminal: true),
        Use(frontEnd: "terminal", first: "", last: "q", isTerminal: true),
    ]

    @Test("opens with the feed of somebody, and takes its server with it", arguments: uses)
    func start(use: Use) async throws {
        let folder = try TemporaryFolder()
        let root = URL(filePath: #filePath).appending(path: "../../../..").standardized.path
        let run = "\(root)/tools/run photofeed \(use.frontEnd) --demo"
        let command =
            use.isTerminal
            ? "script -qefc 'stty cols 100 rows 40; \(run)' said" : "\(run) >said 2>&1"
        // Bruno Berg wrote the newest post.
        let script = """
            (
                printf '\(use.first)'
                # Time: the pause between two looks.
                until grep -qs 'Bruno Berg' said || [ -e ended ]; do sleep 0.1; done
                printf '\(use.last)'
            ) | (
                \(command)
                status=$?
                touch ended
                exit $status
            )
            """
        let environment = [
            "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": folder.path, "TMPDIR": folder.path,
            "XDG_RUNTIME_DIR": folder.path, "LANG": "C.UTF-8", "TERM": "xterm-256color",
            "TENON_PROGRAMS": Program.products,
        ]
        let result = try await Program(
            path: "/bin/bash", environment: environment, folder: folder.path, limit: Program.long
        ).run("-c", script)
        let said = folder.text(of: "said") ?? ""
        #expect(result.status == 0, "\(said.debugDescription)\n\(result.errors)")
        #expect(said.contains("You are signed in as ana"))
        #expect(said.contains("Bruno Berg"))
        try await until("the end of the server") { try folder.processes().isEmpty }
        // The folder goes a moment after the server.
        try await until("the end of what it kept") {
            try !FileManager.default.contentsOfDirectory(atPath: folder.path)
                .contains { $0.hasPrefix("photofeed-demo") }
        }
    }
}
