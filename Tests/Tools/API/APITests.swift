import Foundation
import TestSupport
import Testing

@Suite("tools/api")
struct APITests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A repository with a list of one module, and a list that differs from it; what is said of that.
    private func compare(
        _ old: [String], _ new: [String], guide: String? = nil
    ) async throws -> Program.Result {
        let list = "tools/public-api/Sample.txt"
        let script = try String(contentsOfFile: "\(Checkout.folder)/tools/api", encoding: .utf8)
        try folder.write(script, to: "tools/api", permissions: 0o755)
        try folder.write(old.map { "\($0)\n" }.joined(), to: list)
        for arguments in [
            ["init", "--quiet"], ["add", "."],
            ["-c", "user.name=A", "-c", "user.email=a@b", "commit", "--quiet", "--message", "Old"],
        ] {
            let git = Program(path: "/usr/bin/git", folder: folder.path)
            let result = try await git.run(arguments)
            try #require(result.status == 0, "\(result.errors)")
        }
        try folder.write(new.map { "\($0)\n" }.joined(), to: list)
        var arguments = ["--since", "HEAD"]
        if let guide {
            try folder.write(guide, to: "Migrate.md")
            arguments += ["--guide", "\(folder.path)/Migrate.md"]
        }
        return try await Program(path: "\(folder.path)/tools/api").run(arguments)
    }

    @Test("The lists say what the modules declare")
    func lists() async throws {
        let result = try await Checkout.script("api").run("--check", "--built", Program.products)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }

    @Test("What is added is listed, and is no break; a new case is pointed out")
    func additions() async throws {
        let result = try await compare(
            ["Block: enum Block", "Block.text: case text"],
            [
                "Block: enum Block", "Block.text: case text", "Block.map: case map",
                "Block: is Swift.Equatable", "Mood: enum Mood", "Mood.good: case good",
                "Maker: protocol Maker", "Maker.make(): required func make()",
            ])
        #expect(result.status == 0)
        let lines = result.output.split(separator: "\n")
        #expect(
            lines == [
                "Sample: added: Block: is Swift.Equatable",
                "Sample: added: Maker.make(): required func make()",
                "Sample: added: Maker: protocol Maker", "Sample: added: Mood.good: case good",
                "Sample: added: Mood: enum Mood",
                "Sample: new case, which who switches over all of them has to add: "
                    + "Block.map: case map",
            ])
    }

    @Test(
        "What breaks who uses it is named, with what to do",
        arguments: [
            (
                ["Tea.cups: let cups: Int"],
                "BREAK unless all that is new has a default, changed: Tea.cups: let cups: Int"
            ),
            (
                ["Tea.make(): required func make()"],
                "BREAK, new requirement without a default: Tea.make(): required func make()"
            ),
            ([], "BREAK, removed: Tea.cups: var cups: Int"),
        ])
    func breaks(added: [String], said: String) async throws {
        let old = ["Tea: protocol Tea", "Tea.cups: var cups: Int"]
        let kept = added.contains { $0.contains("required") } ? old : [old[0]]
        let result = try await compare(old, kept + added)
        #expect(result.status == 1)
        #expect(result.output == "Sample: \(said)\n")
        #expect(result.errors.contains("a break needs a new minor version"))
    }

    @Test(
        "A further parameter breaks nobody when it has a default",
        arguments: [
            ("init(a:n:c:)", "init(a: (A, B) -> [C], n: Int = 1, c: D<E, F>)", true),
            ("init(a:c:n:)", "init(a: (A, B) -> [C], c: D<E, F>, n: Int = 1)", true),
            ("init(a:n:c:)", "init(a: (A, B) -> [C], n: Int, c: D<E, F>)", false),
            ("init(c:a:n:)", "init(c: D<E, F>, a: (A, B) -> [C], n: Int = 1)", false),
            ("init(a:c:n:)", "init(a: (A, B) -> [C], c: D<E, G>, n: Int = 1)", false),
            ("init(a:c:n:)", "init(a: (A, B) -> [C], c: D<E, F>, n: Int = 1) throws", false),
        ])
    func furtherParameter(name: String, declaration: String, isExtended: Bool) async throws {
        let old = ["Tea: struct Tea", "Tea.init(a:c:): init(a: (A, B) -> [C], c: D<E, F>)"]
        let new = "Tea.\(name): \(declaration)"
        let result = try await compare(old, [old[0], new])
        #expect(result.status == (isExtended ? 0 : 1))
        let said = "Sample: takes more, which has a default: \(new)\n"
        #expect((result.output == said) == isExtended, "\(result.output)")
    }

    @Test(
        "A break that the guide names does not fail, and one that it does not name does",
        arguments: [
            ("`Tea.cups`", 1), ("`Tea.cups` and `Tea.pour(_:into:)`", 1), ("`Tea`", 0),
            ("Tea", 1), ("`Te`", 1),
        ] as [(String, Int32)])
    func guided(guide: String, status: Int32) async throws {
        let removed = [
            "Tea: struct Tea", "Tea.cups: var cups: Int",
            "Tea.pour(_:into:): func pour(_ a: Cup, into b: Pot)", "Tea: is Swift.Sendable",
        ]
        let kept = "Pot: struct Pot"
        let result = try await compare(removed + [kept], [kept], guide: guide)
        #expect(result.status == status, "\(result.output)")
        #expect(result.output.contains("Sample: BREAK, removed"))
    }

    @Test("A removed member of a type that is still there has to be named itself")
    func guidedMember() async throws {
        let old = ["Tea: struct Tea", "Tea.cups: var cups: Int"]
        #expect(try await compare(old, [old[0]], guide: "`Tea`").status == 1)
        let named = try await compare(old, [old[0]], guide: "`Tea.cups`")
        #expect(named.status == 0)
        #expect(named.output == "Sample: BREAK, removed (in the guide): Tea.cups: var cups: Int\n")
    }

    @Test(
        "Words that it does not know, and places without anything to look at, are errors",
        arguments: [
            (["--all"], 64, "'--all' is not known"), (["--since"], 64, "--since needs a word"),
            (["--since", "HEAD", "--check"], 64, "leave out the other options"),
            (["--guide", "README.md"], 64, "--guide says what is known"),
            (["--since", "HEAD", "--guide", "nothing"], 66, "nothing' is not there"),
            (["--symbols", "graphs", "--check"], 64, "leave out --check"),
            (["--since", "no-such-tag"], 66, "'no-such-tag' is no commit or tag"),
            (["--check", "--built", "/etc"], 66, "no modules are built in '/etc'"),
        ] as [([String], Int32, String)])
    func badInput(arguments: [String], status: Int32, said: String) async throws {
        let result = try await Checkout.script("api").run(arguments)
        #expect(result.status == status)
        #expect(result.errors.contains(said), "\(result.errors)")
    }
}
