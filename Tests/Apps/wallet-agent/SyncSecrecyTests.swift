import Foundation
import TestSupport
import Testing

@Suite("What leaves a machine", .serialized)
struct SyncSecrecyTests {
    private static let words: [String] =
        (0..<39).flatMap { number in
            ["title", "site", "user", "secret", "note"].map { word($0, number) }
        } + [
            word("desk", 0), word("scan", 0), word("content", 0), word("secret", 40),
            AgentHome.passphrase,
        ]

    private let folder: TemporaryFolder
    private let desk: SyncMachine
    private let phone: SyncMachine

    init() async throws {
        folder = try TemporaryFolder()
        desk = SyncMachine(home: try await .make())
        phone = SyncMachine(home: try AgentHome())
    }

    /// Long ones: a word of four letters is found by chance in as many bytes as there may be.
    private static func word(_ kind: String, _ number: Int) -> String {
        "xylophone-\(kind)-\(number)-wombat"
    }

    /// The words that are in a file, or in any file of a folder.
    private func found(in path: String) async throws -> Set<String> {
        let grep = Program(path: "/usr/bin/grep", environment: ["LC_ALL": "C"])
        let result = try await grep.run(["-rahoiFf", desk.home.path("words"), path])
        try #require(result.status <= 1, "\(result.errors)")
        return Set(result.output.split(separator: "\n").map { $0.lowercased() })
    }

    /// Brings a vault with all words, and changes it on two machines.
    private func fill(_ place: [String]) async throws {
        let logins = (0..<39).map { number in
            let (title, site) = (Self.word("title", number), Self.word("site", number))
            let rest = ["user", "secret", "note"].map { Self.word($0, number) }
            return "\(title),https://\(site).example,\(rest.joined(separator: ","))\n"
        }
        try desk.home.folder.write(
            "name,url,username,password,note\n" + logins.joined(), to: "logins.csv",
            permissions: 0o600)
        let scan = "\(Self.word("scan", 0)).txt"
        try desk.home.folder.write(
            String(repeating: "\(Self.word("content", 0))\n", count: 10_000), to: scan)
        try await desk.unlock()
        _ = try await desk.wallet(["import", desk.home.path("logins.csv"), "--yes"])
        _ = try await desk.wallet(
            ["attachment", "add", Self.word("title", 0), desk.home.path(scan)])
        _ = try await desk.wallet(
            ["sync", "set-up"] + place + ["--name", Self.word("desk", 0)])
        let code = try await desk.wallet(["sync", "invite"])
        try phone.home.folder.write(code, to: "code", permissions: 0o600)
        _ = try await phone.wallet(
            [
                "sync", "join", "--code-file", phone.home.path("code"), "--name", "phone",
                "--passphrase-file", phone.home.path("passphrase"),
            ])
        let (changed, secret) = (Self.word("title", 1), Self.word("secret", 40))
        try await until { try await phone.status(["show", changed]) == 0 }
        _ = try await phone.wallet(["edit", changed, "--password-file", "-"], input: secret)
        try await until {
            _ = try await phone.wallet(["sync", "now"])
            return try await desk.password(of: changed) == secret
        }
    }

    @Test("Of 200 known words none is in what a folder or a server has", arguments: [false, true])
    func secrecy(isServer: Bool) async throws {
        try desk.home.folder.write(
            Self.words.map { "\($0)\n" }.joined(), to: "words", permissions: 0o600)
        #expect(Self.words.count == 200)
        let server = try isServer ? startServer() : nil
        try await fill(server.map { ["server", $0.firstLine] } ?? ["folder", folder.path])
        // What is there stays as it is while it is read.
        for machine in [desk, phone] { _ = try await machine.wallet(["agent", "stop"]) }
        // The search finds what is there: all but the five that are no login's.
        #expect(try await found(in: desk.home.path("logins.csv")).count == 195)

        #expect(try await found(in: folder.path).isEmpty)
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        for name in names { #expect(!name.contains("wombat"), "\(name)") }
        let bytes = names.compactMap {
            FileManager.default.contents(atPath: "\(folder.path)/\($0)")?.count
        }
        // The file and the logins are there, all the same.
        #expect(bytes.reduce(0, +) > 250_000)
        #expect((server?.end() ?? 0) == 0)
    }

    private func startServer() throws -> RunningProgram {
        try RunningProgram(
            built: "wallet-sync",
            ["--listen", "127.0.0.1:0", "--database", "\(folder.path)/data/sync.db"],
            environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path],
            errors: "\(folder.path)/log")
    }

    @Test("Before sync is set up, no program speaks to a network", arguments: [false, true])
    func beforeSetUp(isSetUp: Bool) async throws {
        let trace = desk.home.path("trace")
        // An agent that runs already would not be looked at.
        _ = try await desk.wallet(["agent", "stop"])
        let day = """
            set -e
            wallet() { "$0/wallet" "$@"; }
            trap 'wallet agent stop' EXIT
            wallet unlock --passphrase-file "$1"
            wallet add login --title bank --site https://bank.example --generate 20
            wallet list
            wallet show bank
            wallet audit
            wallet sync status
            if [[ -n $2 ]]; then wallet sync set-up server "$2" --name desk || true; fi
            wallet lock
            """
        // Nothing answers there.
        let server = isSetUp ? "http://127.0.0.1:9" : ""
        let traced = try await Program(
            path: "/usr/bin/strace", environment: desk.home.environment
        ).run([
            "-f", "--seccomp-bpf", "-e", "trace=socket,connect", "-e", "signal=none", "-o", trace,
            "/bin/bash", "-c", day, Program.products, desk.home.path("passphrase"), server,
        ])
        try #require(traced.status == 0, "\(traced.output)\n\(traced.errors)")
        let calls = try #require(desk.home.folder.text(of: "trace")).split(separator: "\n")
        // Programs and agent speak to each other.
        #expect(calls.contains { $0.contains("AF_UNIX") })
        let outward = calls.filter { $0.contains("AF_INET") }
        #expect(outward.isEmpty == !isSetUp, "\(outward)")
    }
}
