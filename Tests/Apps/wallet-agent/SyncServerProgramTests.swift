import Foundation
import TestSupport
import Testing

@Suite("A first evening with two machines and a server", .serialized)
struct SyncServerProgramTests {
    private let folder: TemporaryFolder
    private let server: RunningProgram
    private let desk: SyncMachine
    private let phone: SyncMachine

    init() async throws {
        folder = try TemporaryFolder()
        // Tests start it again where it was, and so nobody may take the port meanwhile.
        server = try Self.start(in: folder, port: QuietPort.pick())
        desk = SyncMachine(home: try await .make())
        phone = SyncMachine(home: try AgentHome())
        try await desk.unlock()
        let add = [
            "add", "login", "--title", "bank of words", "--site", "https://known.example",
            "--user-name", "somebody-known", "--password-file", "-",
        ]
        _ = try await desk.wallet(add, input: "first secret")
    }

    private static func start(in folder: TemporaryFolder, port: Int) throws -> RunningProgram {
        try RunningProgram(
            built: "wallet-sync",
            ["--listen", "127.0.0.1:\(port)", "--database", "\(folder.path)/data/sync.db"],
            environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path],
            errors: "\(folder.path)/log")
    }

    private func setUp() async throws {
        _ = try await desk.wallet([
            "sync", "set-up", "server", server.firstLine, "--name", "writing-desk",
        ])
        let code = try await desk.wallet(["sync", "invite"])
        try phone.home.folder.write(code, to: "code", permissions: 0o600)
        _ = try await phone.wallet(join)
        // Joining waits a moment for the other machine, whose agent may need longer where much is going on.
        try await until { try await phone.status(["show", "bank of words"]) == 0 }
    }

    private var join: [String] {
        [
            "sync", "join", "--code-file", phone.home.path("code"), "--name", "phone",
            "--passphrase-file", phone.home.path("passphrase"),
        ]
    }

    @Test("Both come to the same vault; the server's files and log have no word of it")
    func evening() async throws {
        try await setUp()
        #expect(try await phone.password(of: "bank of words") == "first secret")
        try await until {
            try await phone.syncState() == "in-step 0"
        }
        #expect(try await desk.wallet(["sync", "devices", "--plain"]).contains("phone\t"))
        _ = try await phone.wallet(
            ["edit", "bank of words", "--password-file", "-"], input: "second secret")
        try await until { try await desk.password(of: "bank of words") == "second secret" }
        for machine in [desk, phone] {
            #expect(
                try await machine.wallet(["sync", "check", "--json"]).contains(#""items" : 1"#))
        }
        let status = try await phone.wallet(["sync", "status", "--plain"])
        #expect(status.contains(server.firstLine))

        // A code is good once.
        let third = SyncMachine(home: try AgentHome())
        try third.home.folder.write(
            phone.home.folder.text(of: "code") ?? "", to: "code", permissions: 0o600)
        let again = try await third.result([
            "sync", "join", "--code-file", third.home.path("code"), "--passphrase-file",
            third.home.path("passphrase"),
        ])
        #expect(again.status == 65)
        #expect(again.errors.contains("The invitation is not at \(server.firstLine)"))

        // Long ones: a word of four letters is found by chance in as many bytes as there may be.
        let words = [
            "bank of words", "known.example", "somebody-known", "first secret", "second secret",
            "writing-desk", AgentHome.passphrase,
        ].map { Data($0.utf8) }
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .map { "\(folder.path)/\($0)" }
            .filter { FileManager.default.contents(atPath: $0)?.isEmpty == false }
        #expect(files.contains { $0.hasSuffix("/sync.db") || $0.hasSuffix("/sync.db-wal") })
        for file in files {
            let data = try #require(FileManager.default.contents(atPath: file))
            for word in words { #expect(data.range(of: word) == nil, "\(file)") }
        }
    }

    @Test("By invitation only, a command without a code says so, and takes one from a file")
    func invited() async throws {
        let place = try TemporaryFolder()
        let database = "\(place.path)/sync.db"
        let environment = ["PATH": "/usr/bin:/bin", "HOME": place.path]
        let inviting = try RunningProgram(
            built: "wallet-sync",
            ["--listen", "127.0.0.1:0", "--database", database, "--registration", "invited"],
            environment: environment, errors: "\(place.path)/log")
        let setUp = ["sync", "set-up", "server", inviting.firstLine, "--name", "desk"]
        let uninvited = try await desk.result(setUp)
        #expect(uninvited.status == 77, "\(uninvited.errors)")
        #expect(uninvited.errors.contains("by invitation only"))
        #expect(uninvited.errors.contains("--invite-file FILE"))
        let file = ["--invite-file", desk.home.path("invitation")]
        try desk.home.folder.write(
            "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n", to: "invitation", permissions: 0o600)
        #expect(try await desk.status(setUp + file) == 65)
        let invite = try await Program(built: "wallet-sync", environment: environment)
            .run("invite", "--database", database)
        try desk.home.folder.write(invite.output, to: "invitation", permissions: 0o600)
        _ = try await desk.wallet(setUp + file)
        try await until { try await desk.syncState() == "in-step 0" }
    }

    @Test("A file goes to the other machine when it is opened there, and says so when it cannot")
    func files() async throws {
        try await setUp()
        let content = String(repeating: "wombat holes, and more of them\n", count: 60_000)
        try desk.home.folder.write(content, to: "scan.pdf")
        let bank = "bank of words"
        _ = try await desk.wallet(["attachment", "add", bank, desk.home.path("scan.pdf")])
        _ = try await desk.wallet(["sync", "now"])
        try await until {
            _ = try await phone.wallet(["sync", "now"])
            return try await phone.wallet(["attachment", "list", bank, "--json"])
                .contains(#""here" : false"#)
        }
        #expect(try await phone.wallet(["attachment", "list", bank]).contains("on other machines"))
        let check = try await phone.result(
            ["vault", "check", "--passphrase-file", phone.home.path("passphrase")])
        #expect(check.status == 0, "\(check.errors)")
        #expect(check.errors.contains("on other machines, and not here: scan.pdf"))

        let get = ["attachment", "get", bank, "scan.pdf", "--output", phone.home.path("out.pdf")]
        let port = server.port
        server.kill()
        let alone = try await phone.result(get)
        #expect(alone.status == 69, "\(alone.errors)")
        #expect(alone.errors.contains("its place cannot be reached"))
        let again = try Self.start(in: folder, port: port)
        _ = try await phone.wallet(get)
        #expect(phone.home.folder.text(of: "out.pdf") == content)
        // From now on it is here.
        #expect(again.end() == 0)
        _ = try await phone.wallet(get + ["--force"])
        #expect(
            try await phone.wallet(["attachment", "list", bank, "--json"])
                .contains(#""here" : true"#))
        for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            let data = FileManager.default.contents(atPath: "\(folder.path)/\(file)") ?? Data()
            for word in ["wombat", "scan.pdf"] {
                #expect(data.range(of: Data(word.utf8)) == nil, "\(file)")
            }
        }
    }

    @Test("Killed and started anew, the server has what it had, and machines go on")
    func killed() async throws {
        try await setUp()
        let port = server.port
        server.kill()
        _ = try await phone.wallet(
            ["edit", "bank of words", "--password-file", "-"], input: "second secret")
        let alone = try await phone.result(["sync", "now"])
        #expect(alone.status == 74)
        #expect(alone.errors.contains("does not answer"))
        #expect(alone.errors.contains("nothing was lost"))
        let again = try Self.start(in: folder, port: port)
        _ = try await phone.wallet(["sync", "now"])
        _ = try await desk.wallet(["sync", "now"])
        #expect(try await desk.password(of: "bank of words") == "second secret")
        #expect(again.end() == 0)
    }

    @Test("The server lets a machine that was taken out do nothing more, and the machine says so")
    func removal() async throws {
        try await setUp()
        _ = try await desk.wallet(["sync", "now"])
        _ = try await phone.wallet(["sync", "now"])
        // Until the agent has let it in.
        try await until {
            try await desk.wallet(["sync", "devices", "--plain"]).contains("phone\t")
        }
        _ = try await desk.wallet(["sync", "remove", "phone", "--yes"])
        let now = try await phone.result(["sync", "now"])
        #expect(now.status != 0)
        // It may have heard of it before the server did.
        #expect(
            now.errors.contains("Another machine may have taken it out")
                || now.errors.contains("\"writing-desk\" removed this machine from sync"))
        // Its agent may exchange changes at this moment.
        try await until {
            ["attention 1", "taken-out 1"].contains(try await phone.syncState())
        }
        _ = try await desk.wallet(["sync", "now"])
        #expect(try await phone.password(of: "bank of words") == "first secret")
    }

    @Test(
        "By a recovery sheet the server gives a new machine everything, and the former sheet nothing"
    )
    func recovery() async throws {
        try await setUp()
        let options = ["--yes", "--passphrase-file", desk.home.path("passphrase")]
        for name in ["first.txt", "second.txt"] {
            _ = try await desk.wallet(["sync", "recovery-sheet", desk.home.path(name)] + options)
        }
        let third = SyncMachine(home: try AgentHome())
        func recover(_ name: String) async throws -> Program.Result {
            try await third.result([
                "sync", "join", "--recovery", desk.home.path(name), "--yes",
                "--new-passphrase-file", third.home.path("passphrase"),
            ])
        }
        #expect(try await recover("first.txt").status != 0)
        let result = try await recover("second.txt")
        try #require(result.status == 0, "\(result.errors)")
        #expect(try await third.password(of: "bank of words") == "first secret")
        #expect(try await third.wallet(["sync", "now", "--json"]).contains("problems"))
    }

    @Test("Each failure has its own words, and a way on")
    func failures() async throws {
        func refusal(_ arguments: String...) async throws -> String {
            let result = try await desk.result(["sync", "set-up", "server"] + arguments)
            #expect(result.status != 0)
            return result.errors
        }
        #expect(try await refusal("127.0.0.1:1").contains("begins with https://"))
        #expect(try await refusal("ftp://127.0.0.1").contains("https://"))
        #expect(try await refusal("\(server.firstLine)/path").contains("has no path"))
        #expect(try await refusal("http://127.0.0.1:1").contains("does not answer"))
        let other = try ServerProcess.registry(in: folder.path)
        #expect(try await refusal("http://127.0.0.1:\(other.port)").contains("not a sync server"))
        let agentless = try await Program(
            built: "wallet",
            environment: desk.home.environment.merging(["WALLET_AGENT": "off"]) { $1 }
        ).run([
            "sync", "set-up", "server", server.firstLine, "--passphrase-file",
            desk.home.path("passphrase"),
        ])
        #expect(agentless.status != 0)
        try await setUp()
        #expect(try await refusal(server.firstLine).contains("synchronised already"))
        _ = try await phone.wallet(["sync", "leave", "--yes"])
        let second = try await phone.result(["sync", "set-up", "server", server.firstLine])
        #expect(second.errors.contains("This vault is kept at"))
        // The last one that leaves is told; what is kept then is replaced by whoever begins anew.
        let last = try await desk.result(["sync", "leave", "--yes"])
        #expect(last.errors.contains("setting this vault up there again replaces it"))
        _ = try await desk.wallet(["sync", "set-up", "server", server.firstLine])
        _ = try await desk.wallet(["sync", "remove-vault", "--yes"])
        #expect(try await desk.wallet(["sync", "status", "--plain"]).hasPrefix("off\t"))
    }

    @Test("A certificate that nobody vouches for is named; a named authority is believed")
    func certificate() async throws {
        let script = """
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes \
                -keyout key.pem -out server.pem -days 2 -subj /CN=localhost \
                -addext subjectAltName=DNS:localhost,IP:127.0.0.1
            """
        let shell = Program(path: "/bin/sh", folder: folder.path)
        #expect(try await shell.run(["-c", script]).status == 0)
        let encrypted = try RunningProgram(
            built: "wallet-sync",
            [
                "--listen", "127.0.0.1:0", "--database", "\(folder.path)/other/sync.db",
                "--tls-certificate", "\(folder.path)/server.pem", "--tls-key",
                "\(folder.path)/key.pem",
            ], environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path],
            errors: "\(folder.path)/log")
        let setUp = ["sync", "set-up", "server", encrypted.firstLine]
        let stranger = try await desk.result(setUp)
        #expect(stranger.errors.contains("certificate"))
        #expect(stranger.errors.contains("TENON_TRUST_ROOTS"))
        _ = try await desk.wallet(["agent", "stop"])
        let variables = ["TENON_TRUST_ROOTS": "\(folder.path)/server.pem"]
        try await desk.unlock(adding: variables)
        let result = try await desk.result(setUp)
        #expect(result.status == 0, "\(result.errors)")
    }
}
