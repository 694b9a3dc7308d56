import Foundation
import TestSupport
import Testing

@Suite("tools/test-targets, and tools/test --since")
struct ChangedTargetsTests {
    /// A package with two modules, of which one uses the other, with a test target each and a script that
    /// one of them names.
    private struct Package {
        let folder: TemporaryFolder

        init() async throws {
            folder = try TemporaryFolder()
            try folder.write(
                """
                // swift-tools-version: 6.2
                import PackageDescription

                let package = Package(
                    name: "sample",
                    targets: [
                        .target(name: "Lower", path: "Modules/Lower"),
                        .target(name: "Upper", dependencies: ["Lower"], path: "Modules/Upper"),
                        .testTarget(name: "LowerTests", dependencies: ["Lower"], path: "Tests/Lower"),
                        .testTarget(name: "UpperTests", dependencies: ["Upper"], path: "Tests/Upper"),
                        .testTarget(name: "DocumentationTests", path: "Tests/Documentation"),
                        .testTarget(name: "ToolsTests", path: "Tests/Tools"),
                    ])
                """, to: "Package.swift")
            for module in ["Lower", "Upper"] {
                try folder.write("let a = 1\n", to: "Modules/\(module)/A.swift")
                try folder.write("Text.\n", to: "Modules/\(module)/README.md")
            }
            for test in ["Lower", "Documentation", "Tools"] {
                try folder.write("let b = 1\n", to: "Tests/\(test)/B.swift")
            }
            try folder.write("let b = \"tools/start\"\n", to: "Tests/Upper/B.swift")
            for file in ["tools/start", "tools/stop", "tools/setup", ".gitignore"] {
                try folder.write(".build\n", to: file)
            }
            try await git("init", "--quiet")
            try await git("add", ".")
            try await git("commit", "--quiet", "--message", "First")
        }

        func git(_ arguments: String...) async throws {
            let result = try await program("/usr/bin/git").run(
                ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"] + arguments)
            try #require(result.status == 0, "\(result.errors)")
        }

        /// The targets that depend on what has changed since a commit.
        func targets(since revision: String = "HEAD") async throws -> Program.Result {
            try await program("\(Checkout.folder)/tools/test-targets").run(revision)
        }

        private func program(_ path: String) -> Program {
            Program(path: path, folder: folder.path, limit: Program.long)
        }
    }

    private static let changes: [(file: String, targets: [String])] = [
        ("Modules/Lower/A.swift", ["LowerTests", "UpperTests"]),
        ("Modules/Upper/A.swift", ["UpperTests"]),
        ("Modules/Upper/New/C.swift", ["UpperTests"]),
        ("Modules/Upper/README.md", ["DocumentationTests", "ToolsTests", "UpperTests"]),
        ("Tests/Lower/B.swift", ["LowerTests"]),
        ("tools/start", ["ToolsTests", "UpperTests"]),
        ("tools/stop", ["ToolsTests"]),
        ("tools/setup", ["DocumentationTests", "LowerTests", "ToolsTests", "UpperTests"]),
        (".ci/run", ["DocumentationTests", "LowerTests", "ToolsTests", "UpperTests"]),
    ]

    @Test("Name what depends on a change, by the package's own graph, and what is left out")
    func targets() async throws {
        let package = try await Package()
        let unchanged = try await package.targets()
        #expect(unchanged.status == 0 && unchanged.output == "", "\(unchanged.errors)")
        for (file, targets) in Self.changes {
            try package.folder.write("let changed = 1\n", to: file)
            let result = try await package.targets()
            #expect(result.output.split(separator: "\n").map(String.init) == targets, "\(file)")
            let rest = ["DocumentationTests", "LowerTests", "ToolsTests", "UpperTests"]
                .filter { !targets.contains($0) }
            if !rest.isEmpty {
                #expect(result.errors.contains("has changed: \(rest.joined(separator: " "))\n"))
            }
            try await package.git("add", ".")
            try await package.git("commit", "--quiet", "--message", "Next")
        }
        try await package.git("rm", "--quiet", "tools/start")
        #expect(try await package.targets().output == "ToolsTests\nUpperTests\n")
        let all = try await package.targets(since: "HEAD~9")
        #expect(all.output.split(separator: "\n").count == 4)
    }

    @Test("Refuse a commit that there is not")
    func unknown() async throws {
        for script in ["test-targets", "test"] {
            let arguments = script == "test" ? ["--built", "--since", "no-such"] : ["no-such"]
            let result = try await Checkout.script(script).run(arguments)
            #expect(result.status == 1)
            #expect(result.errors.contains("tools/test-targets: there is no commit 'no-such'."))
        }
    }

    @Test(
        "Leave the choice of tests to one option",
        arguments: [
            ["--since"], ["--since", "HEAD", "--filter", "A"], ["--since=HEAD", "--coverage"],
        ])
    func options(_ arguments: [String]) async throws {
        let result = try await Checkout.script("test").run(arguments)
        #expect(result.status == 64)
        #expect(result.errors.hasPrefix("tools/test: --"))
    }
}
