import Foundation
import TestSupport

/// A product of somebody else, in a folder of its own, made with the commands of an article.
///
/// It uses this working copy as anybody uses a package: by its products. Beside what the commands
/// write, it has the reader of articles in the folder `Reader`.
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
        var words = command.split(separator: " ").map(String.init)
        let isTerminal = words == ["swift", "run", "tea-terminal"]
        if words.first == "swift" { words.insert(contentsOf: BuildOptions.once, at: 2) }
        var arguments = ["bash", "-c", words.joined(separator: " ")]
        if isTerminal {
            // Control and Q, once the screen is there.
            arguments = PressedKeys(words, [("There is no word yet.", "\u{11}")]).arguments
        }
        return try await Program(
            path: "/usr/bin/env",
            environment: ProcessInfo.processInfo.environment.merging(variables()) { $1 },
            folder: isFirst || words.first == "cd" ? above.path : folder, limit: Program.long
        ).run(arguments)
    }

    /// Takes the versions that this working copy was built with: nothing has to be looked for.
    func pin() throws {
        let pins = "\(Checkout.folder)/Package.resolved"
        guard FileManager.default.fileExists(atPath: pins) else { return }
        try FileManager.default.copyItem(atPath: pins, toPath: "\(folder)/Package.resolved")
    }

    /// Adds the reader as a module that every program links, with the database that it needs.
    func addReader() throws {
        let reader = "\(Checkout.folder)/Tests/Tools/OutsidePackage/Reader"
        for file in try FileManager.default.contentsOfDirectory(atPath: reader) {
            let source = try String(contentsOfFile: "\(reader)/\(file)", encoding: .utf8)
            let name = file.replacing(".template", with: "")
            try above.write(source, to: "tea/Sources/TeaReader/\(name)")
        }
        try insert(#""TenonSQLite","#, into: "traits: Set<Package.Dependency.Trait>")
        try insert(#"module("TeaReader"),"#, into: "modules: [Target]")
        try insert(#""TeaReader", tenon("TenonSQLite"),"#, into: "product: [Target.Dependency]")
    }

    /// Adds a program with the same source as the others.
    ///
    /// - Parameters:
    ///   - name: What it is called.
    ///   - links: What it links, as the manifest says it.
    func add(program name: String, links: String) throws {
        let source = try String(contentsOfFile: "\(folder)/Sources/tea/main.swift", encoding: .utf8)
        try above.write(source, to: "tea/Sources/\(name)/main.swift")
        try insert("program(\"\(name)\", links: \(links)),", into: "programs: [Target]")
    }

    /// Adds a line to the manifest, at the beginning of a list.
    private func insert(_ line: String, into list: String) throws {
        let manifest = above.text(of: "tea/Package.swift") ?? ""
        let start = "let \(list) = [\n"
        try above.write(
            manifest.replacing(start, with: "\(start)    \(line)\n"), to: "tea/Package.swift")
    }

    /// Makes a file for the import: as many articles, each on a line.
    ///
    /// - Returns: Its path.
    func writeArticles(_ count: Int) throws -> String {
        let lines = (1...count).map { "Cup \($0)\tscience\tHow warm the cup was.\n" }
        try above.write(lines.joined(), to: "cups.tsv")
        return "\(above.path)/cups.tsv"
    }

    /// Builds one of its programs.
    func build(_ name: String) async throws -> Program.Result {
        try await Program(path: "/usr/bin/env", folder: folder, limit: Program.long)
            .run(["swift", "build"] + BuildOptions.once + ["--product", name])
    }

    /// Runs one of its programs, once it is built.
    func run(
        _ name: String, _ arguments: String..., input: String = "", language: String = "C"
    ) async throws -> Program.Result {
        try await Program(path: path(of: name), environment: variables(language: language))
            .run(arguments, input: input)
    }

    /// Runs one of its programs with requests, and ends its input when a text was seen.
    func run(_ name: String, _ requests: [String], until text: String) async throws
        -> Program.Result
    {
        try await Program(path: "/usr/bin/env", environment: variables(), folder: above.path).run(
            [
                "bash", "-c",
                """
                see() {
                    for _ in {1..2400}; do
                        if grep -qF "$1" said; then return; fi
                        # Time: the pause between two looks.
                        sleep 0.1
                    done
                }
                { printf '%s\\n' "${@:3}"; see "$2"; } | "$1" >said && cat said
                """, "run", path(of: name), text,
            ] + requests)
    }

    /// Runs one of its programs on a terminal, and presses keys.
    func run(_ name: String, _ arguments: String..., pressing keys: [(seen: String, keys: String)])
        async throws -> Program.Result
    {
        let pressed = PressedKeys([path(of: name)] + arguments, keys)
        return try await Program(path: "/usr/bin/env", environment: variables())
            .run(pressed.arguments)
    }

    private func path(of name: String) -> String { "\(folder)/.build/debug/\(name)" }

    /// The environment; what a program keeps is in a folder beside the package.
    private func variables(language: String = "C") -> [String: String] {
        [
            "TENON": Checkout.folder, "LANG": "\(language).UTF-8", "TERM": "xterm-256color",
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
            "TEA_HOME": "\(above.path)/home",
        ]
    }
}
