import Foundation
import TestSupport

/// A product of somebody else, in a folder of its own, made with the commands of an article.
///
/// It uses this working copy as anybody uses a package: by its products.
struct OutsidePackage {
    /// The commands of the article *Begin a product*, in their order.
    static let commands: [String] = {
        let path = "\(Checkout.folder)/Modules/Core/TenonCore.docc/BeginAProduct.md"
        var commands: [String] = []
        var isInside = false
        for line in ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(
            separator: "\n")
        {
            if line.hasPrefix("```") {
                isInside = line == "```bash"
            } else if isInside {
                commands.append(String(line))
            }
        }
        return commands
    }()

    /// Runs a program on a terminal, and presses keys when a text is seen; `python3 -c` runs it.
    private static let terminal = """
        import fcntl, os, pty, struct, sys, termios
        wanted, keys, program = sys.argv[1].encode(), bytes.fromhex(sys.argv[2]), sys.argv[3:]
        child, terminal = pty.fork()
        if child == 0:
            os.execvp(program[0], program)
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("4H", 24, 80, 0, 0))
        seen = b""
        while True:
            try:
                seen += os.read(terminal, 4096)
            except OSError:
                break
            if wanted in seen and keys:
                os.write(terminal, keys)
                keys = b""
        sys.stdout.buffer.write(seen)
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        """

    private let above: TemporaryFolder

    /// The folder that the first command makes.
    private var folder: String { "\(above.path)/tea" }

    init() throws { above = try TemporaryFolder() }

    /// The packages that were fetched.
    var fetched: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/.build/checkouts")) ?? [])
            .sorted()
    }

    /// Runs a command of the article.
    func run(command: String) async throws -> Program.Result {
        // No command of the article is in the folder above but the one that makes the product.
        let isFirst = command == Self.commands.first
        let words = command.split(separator: " ").map(String.init)
        var arguments = ["bash", "-c", command]
        if words == ["swift", "run", "tea-terminal"] {
            // Control and Q, once the screen is there.
            arguments = ["python3", "-c", Self.terminal, "There is no word yet.", "11"] + words
        }
        let variables = ["TENON": Checkout.folder, "LANG": "C.UTF-8", "TERM": "xterm-256color"]
        return try await Program(
            path: "/usr/bin/env",
            environment: ProcessInfo.processInfo.environment.merging(variables) { $1 },
            folder: isFirst || words.first == "cd" ? above.path : folder
        ).run(arguments)
    }

    /// Takes the versions that this working copy was built with: nothing has to be looked for.
    func pin() throws {
        let pins = "\(Checkout.folder)/Package.resolved"
        guard FileManager.default.fileExists(atPath: pins) else { return }
        try FileManager.default.copyItem(atPath: pins, toPath: "\(folder)/Package.resolved")
    }

    /// Adds Dutch, which Tenon does not know, to the feature.
    func addDutch() throws {
        try above.write(Self.dutch, to: "tea/Sources/TeaWords/Dutch.swift")
    }

    private static let dutch = """
        import TenonCore
        import TenonUI

        /// Dutch, for the feature and for the front end.
        enum Dutch: Plugin {
            static let manifest = PluginManifest(
                name: "tea.dutch", version: "1.0.0", summary: "Speaks Dutch")

            private static let texts = #"{"TeaWords": {"texts": {"empty": "Er is nog geen woord."}}, "#
                + #""TenonLine": {"texts": {"legendHelp": "Uitleg"}}}"#

            static func register(in registrar: inout Registrar) {
                registrar.contribute(.languages) { [try Language("nl", json: Array(texts.utf8))] }
            }
        }

        @section("tenon_plugins") @used
        let dutchRecord: PluginRecord = (1, 0, { $0.store(Dutch.self) })

        """

    /// Adds a program with the same source as the others.
    ///
    /// - Parameters:
    ///   - name: What it is called.
    ///   - links: What it links, as the manifest says it.
    func add(program name: String, links: String) throws {
        let source = try String(contentsOfFile: "\(folder)/Sources/tea/main.swift", encoding: .utf8)
        try above.write(source, to: "tea/Sources/\(name)/main.swift")
        let manifest = above.text(of: "tea/Package.swift") ?? ""
        let list = "let programs: [Target] = [\n"
        try above.write(
            manifest.replacing(list, with: "\(list)    program(\"\(name)\", links: \(links)),\n"),
            to: "tea/Package.swift")
    }

    /// Builds one of its programs.
    func build(_ name: String) async throws -> Program.Result {
        try await Program(path: "/usr/bin/env", folder: folder)
            .run("swift", "build", "--product", name)
    }

    /// Runs one of its programs, once it is built.
    func run(
        _ name: String, _ arguments: String..., input: String = "", language: String = "C"
    ) async throws -> Program.Result {
        try await Program(
            path: "\(folder)/.build/debug/\(name)", environment: ["LANG": "\(language).UTF-8"]
        ).run(arguments, input: input)
    }
}
