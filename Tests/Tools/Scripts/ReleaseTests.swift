import Foundation
import TestSupport
import Testing

@Suite("tools/release")
struct ReleaseTests {
    private let repository: SmallRepository

    init() async throws { repository = try await SmallRepository() }

    @Test(
        "Signs and tags a package that is the same, byte by byte, from another folder",
        .enabled(if: TestRun.isWhole))
    func release() async throws {
        let sums = try await released(repository)
        let other = try await SmallRepository()
        #expect(try await released(other) == sums)
        #expect(sums.contains("tenon-dev_1.2.0_all.deb"))
        #expect(try await repository.git("describe").output == "1.2.0\n")
        let changelog = repository.folder.text(of: SmallRepository.changelog) ?? ""
        #expect(changelog.contains("## [Unreleased]\n\n## [1.2.0] - 2026-01-02\n\n- A word\n"))

        // The next one has nothing to tell yet.
        let next = try await repository.release("--dry-run", "1.3.0")
        #expect(next.status == 1 && next.errors.contains("Nothing is under \"Unreleased\""))
        let lower = try await repository.release("--dry-run", "1.1.0")
        #expect(lower.status == 1 && lower.errors.contains("not higher than the latest release"))
    }

    /// The sums of what a repository releases, after their signature was checked.
    private func released(_ repository: SmallRepository) async throws -> String {
        let folder = repository.folder
        let key = "\(folder.path)-key"
        defer {
            for end in ["", ".pub"] { try? FileManager.default.removeItem(atPath: key + end) }
        }
        _ = try await Program(path: "/usr/bin/ssh-keygen")
            .run("-q", "-t", "ed25519", "-N", "", "-f", key)
        let release = try await repository.release(
            "--skip-tests", "--only", "tenon-dev", "--key", key, "1.2.0")
        #expect(release.status == 0, "\(release.errors)")
        let sums = try #require(folder.text(of: ".build/packages/SHA256SUMS"))
        let check = try await Program(path: "/usr/bin/ssh-keygen").run(
            [
                "-Y", "check-novalidate", "-n", "file",
                "-s", "\(folder.path)/.build/packages/SHA256SUMS.sig",
            ], input: sums)
        #expect(check.status == 0, "\(check.errors)")
        return sums
    }

    @Test("Made twice, from two folders, a package is the same, or what differs is named")
    func twice() async throws {
        let options = ["--only", "tenon-dev", "--twice", "1.2.0"]
        let same = try await repository.packages(options)
        #expect(same.status == 0, "\(same.errors)")
        #expect(same.errors.contains("tenon-dev_1.2.0_all.deb: the same from both folders, "))

        let script = try #require(repository.folder.text(of: "tools/packaging/copyright"))
        try repository.folder.write(
            script + "echo \"Comment: made in $root\"\n", to: "tools/packaging/copyright",
            permissions: 0o755)
        try await repository.commit([:])
        let other = try await repository.packages(options)
        #expect(other.status == 1)
        #expect(other.errors.contains("tenon-dev_1.2.0_all.deb is another one when it is made"))
        #expect(other.errors.contains("usr/share/doc/tenon-dev/copyright differs from byte "))

        try repository.folder.write("mine", to: "Modules/left-over")
        let dirty = try await repository.packages(options)
        #expect(dirty.status == 1 && dirty.errors.contains("Modules/left-over"))
    }

    @Test("Refuses words that it cannot use, and a key that is not there")
    func usage() async throws {
        #expect(try await repository.release("--help").output.hasPrefix("Usage: tools/release"))
        for words in [
            [], ["1.2"], ["v1.2.0"], ["--keys", "x", "1.2.0"], ["1.2.0", "1.3.0"],
            ["--from", "nothing"],
        ] {
            #expect(try await repository.release(words).status == 64, "\(words)")
        }
        #expect(try await repository.release("1.2.0").errors.contains("name a key with --key"))
        #expect(try await repository.release("--key", "no-such-key", "1.2.0").status == 66)
    }

    @Test("Refuses what breaks users of the last release, until the guide names it")
    func breaks() async throws {
        let guide = "Modules/Core/TenonCore.docc/Migrate.md"
        let list = "tools/public-api/Sample.txt"
        try await repository.commit(["": guide, "Tea.cups: var cups: Int\n": list])
        _ = try await repository.git("tag", "1.1.0")
        try await repository.commit(["Tea.mugs: var mugs: Int\n": list])

        let refused = try await repository.release("--dry-run", "1.2.0")
        #expect(refused.status == 1)
        #expect(refused.errors.contains("BREAK, removed: Tea.cups: var cups: Int"))
        #expect(refused.errors.contains("breaks who uses 1.1.0, and \(guide) does not name it"))

        try await repository.commit(["`Tea.cups` is `Tea.mugs` now.\n": guide])
        let taken = try await repository.release("--dry-run", "1.2.0")
        #expect(taken.status == 0, "\(taken.errors)")
    }

    @Test("Without a tag of the last release in the changelog it asks for one, or for its commit")
    func missingTag() async throws {
        let told = "## [Unreleased]\n\n- A word\n\n## [1.1.0] - 2026-01-01\n"
        try await repository.commit([
            told: SmallRepository.changelog, "": "Modules/Core/TenonCore.docc/Migrate.md",
            "Tea: struct Tea\n": "tools/public-api/Sample.txt",
        ])
        let refused = try await repository.release("--dry-run", "1.2.0")
        #expect(refused.status == 1 && refused.errors.contains("This clone has no tag of 1.1.0"))
        let given = try await repository.release("--dry-run", "--since", "HEAD", "1.2.0")
        #expect(given.status == 0, "\(given.errors)")
        let before = try await repository.release("--dry-run", "--since", "HEAD~1", "1.2.0")
        #expect(before.status == 1 && before.errors.contains("has no lists"))
    }

    @Test("Refuses a tree with something that is not committed, and names it")
    func dirtyTree() async throws {
        try repository.folder.write("mine", to: "Modules/left-over")
        let release = try await repository.release("--dry-run", "1.2.0")
        #expect(release.status == 1)
        #expect(release.errors.contains("Modules/left-over"))
    }

    @Test("A dry run shows what would be released, and --from the commits, and nothing is changed")
    func dryRun() async throws {
        let dry = try await repository.release("--dry-run", "1.2.0")
        #expect(dry.status == 0 && dry.output == "- A word\n")
        #expect(try await repository.git("tag").output == "")
        #expect(try await repository.git("status", "--porcelain").output == "")
        let commits = try await repository.release("--from", "HEAD~1")
        #expect(commits.output.hasPrefix("- Tell a word ("))
    }

    @Test("When the packages cannot be made, the last commit is the one before")
    func failure() async throws {
        let before = try await repository.git("rev-parse", "HEAD").output
        let release = try await repository.release(
            "--skip-tests", "--only", "no-such-package", "--key", "/dev/null", "1.2.0")
        #expect(release.status != 0)
        #expect(release.errors.contains("There is no package 'no-such-package'"))
        #expect(try await repository.git("rev-parse", "HEAD").output == before)
        #expect(try await repository.git("tag").output == "")
    }
}

/// A repository with the tools of releases and next to nothing to release.
private struct SmallRepository {
    static let changelog = "tools/packaging/CHANGELOG.md"

    let folder: TemporaryFolder
    private let environment: [String: String]

    init() async throws {
        folder = try TemporaryFolder()
        let date = "2026-01-02T03:04:05Z"
        environment = ProcessInfo.processInfo.environment.merging([
            "SOURCE_DATE_EPOCH": "1767323045", "GIT_CONFIG_GLOBAL": "/dev/null",
            "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.org",
            "GIT_COMMITTER_NAME": "Ada", "GIT_COMMITTER_EMAIL": "ada@example.org",
            "GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date,
        ]) { $1 }
        try folder.write("", to: "tools/.keep")
        for tool in ["api", "release", "packages", "packaging", "setup"] {
            try FileManager.default.copyItem(
                atPath: "\(Checkout.folder)/tools/\(tool)", toPath: "\(folder.path)/tools/\(tool)")
        }
        for file in ["Package.swift", "README.md", "Modules/a", "Apps/a", "Tests/a"] {
            try folder.write("a\n", to: file)
        }
        try folder.write(".build\n", to: ".gitignore")
        try folder.write("## [Unreleased]\n", to: Self.changelog)
        _ = try await git("init", "--quiet")
        for (words, message) in [("", "Begin"), ("\n- A word\n", "Tell a word")] {
            try folder.write("## [Unreleased]\n\(words)", to: Self.changelog)
            _ = try await git("add", "--all")
            _ = try await git("commit", "--quiet", "--message", message)
        }
    }

    /// Commits texts, each with the file that gets it.
    func commit(_ texts: [String: String]) async throws {
        for (text, file) in texts { try folder.write(text, to: file) }
        _ = try await git("add", "--all")
        let result = try await git("commit", "--quiet", "--message", "Change")
        try #require(result.status == 0, "\(result.errors)")
    }

    func git(_ arguments: String...) async throws -> Program.Result {
        try await Program(path: "/usr/bin/git", environment: environment, folder: folder.path)
            .run(arguments)
    }

    func packages(_ arguments: [String]) async throws -> Program.Result {
        try await Program(path: "\(folder.path)/tools/packages", environment: environment)
            .run(arguments)
    }

    func release(_ arguments: String...) async throws -> Program.Result {
        try await release(arguments)
    }

    func release(_ arguments: [String]) async throws -> Program.Result {
        try await Program(
            path: "\(folder.path)/tools/release", environment: environment, limit: Program.long
        ).run(arguments)
    }
}
