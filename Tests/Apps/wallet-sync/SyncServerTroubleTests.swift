import Foundation
import RunningPostgreSQL
import TenonSecurity
import TestSupport
import Testing
import WalletSyncRequests

/// A database that hangs, a disk that is full, and clients that do not read: each ends, and the server goes on.
@Suite("A sync server in trouble", .serialized)
struct SyncServerTroubleTests {
    /// What machines send to change something.
    private struct Change {
        let name: String
        let client: SyncClient
        let target: String
        let content: [UInt8]

        func send() async throws -> LoopbackHTTP.Response {
            try await client.send("PUT", target, content)
        }
    }

    /// A commit, a part of a file, a note and a new vault, with the commit that is there before.
    private static func changes(
        of site: SyncSite, after commit: [UInt8]
    ) throws -> (next: [UInt8], all: [Change]) {
        let desk = site.desk
        let next = desk.commit(2, of: site.vaultBytes, after: commit, count: 10_000)
        let part = [UInt8](repeating: 7, count: 100_000)
        let guest = try SyncClient(port: site.fixture.port)
        let key = Base64Text.url(guest.keys.publicKey)
        return (
            next,
            [
                Change(
                    name: "commit", client: desk, target: site.path(2, of: desk), content: next),
                Change(
                    name: "part", client: desk, target: "\(site.vault)/blobs/\(guest.device)",
                    content: part),
                Change(
                    name: "note", client: desk,
                    target: "\(site.vault)/invitations/\(guest.device)/offer?key=\(key)",
                    content: [1]),
                Change(
                    name: "vault", client: guest, target: "/v1/vaults/\(guest.device)", content: []),
            ]
        )
    }

    // MARK: - A database that hangs

    @Test("says that its database hangs within its own time, and goes on with it, without loss")
    func hangingDatabase() async throws {
        let postgres = try PostgreSQLServer()
        let folder = try TemporaryFolder()
        let fixture = try SyncServerFixture(
            in: folder, database: try postgres.makeDatabase(), ["--answer-seconds", "6"])
        let site = try SyncSite(fixture)
        let http = LoopbackHTTP(port: fixture.port)
        #expect(try await site.desk.send("PUT", site.vault).status == 201)
        let log = try await site.push(1, by: site.desk)
        let (next, changes) = try Self.changes(of: site, after: log[0])

        try postgres.freeze()
        defer { try? postgres.thaw() }
        async let readiness = http.send("GET", "/ready")
        async let page = site.desk.send("GET", "\(site.vault)/commits")
        var refused = try await Self.sendAll(changes)
        refused.append(("page", try await page))
        for (name, answer) in refused {
            #expect(try (answer.status, answer.problem) == (503, "busy"), "\(name)")
            #expect(answer["retry-after"] == "5", "\(name)")
        }
        let answer = try await readiness
        #expect(try (answer.status, answer.problem) == (503, "not-ready"))
        #expect(try answer.member("detail") as? String == "Not in order: database.")
        #expect(try await http.send("GET", "/health").status == 200)

        try postgres.thaw()
        for change in changes {
            // What was under way may have been done meanwhile; a note is left once only.
            let status: Int = try await lookFor("an answer to \(change.name)") {
                let status = try await change.send().status
                return status == 503 ? nil : status
            }
            #expect(
                [200, 201].contains(status) || change.name == "note" && status == 409,
                "\(change.name)")
        }
        try await until("a server that is ready") {
            try await http.send("GET", "/ready").status == 200
        }
        #expect(try await site.commits(after: 0) == log + [next])
        #expect(fixture.server.end() == 0)
    }

    /// Sends all at the same moment.
    private static func sendAll(
        _ changes: [Change]
    ) async throws -> [(name: String, answer: LoopbackHTTP.Response)] {
        try await withThrowingTaskGroup(
            of: (name: String, answer: LoopbackHTTP.Response).self
        ) { group in
            for change in changes {
                group.addTask { (change.name, try await change.send()) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    // MARK: - A full disk

    @Test(
        "says that its disk is full, shows what it has, and takes the same once there is room",
        .enabled(if: OwnMounts.areAllowed))
    func fullDisk() async throws {
        let folder = try TemporaryFolder()
        let disk = OwnMounts.Disk(at: "\(folder.path)/data", megabytes: 8)
        try FileManager.default.createDirectory(
            atPath: disk.folder, withIntermediateDirectories: false)
        let fixture = try SyncServerFixture(
            in: folder, database: "\(disk.folder)/sync.db", disk: disk)
        let site = try SyncSite(fixture)
        let http = LoopbackHTTP(port: fixture.port)
        #expect(try await site.desk.send("PUT", site.vault).status == 201)
        let log = try await site.push(1, by: site.desk)
        let (next, changes) = try Self.changes(of: site, after: log[0])

        let fill = try disk.fill(of: fixture.server.identifier)
        for change in changes {
            let answer = try await change.send()
            #expect(try (answer.status, answer.problem) == (507, "server-full"), "\(change.name)")
            #expect(answer["retry-after"] == "60", "\(change.name)")
        }
        let answer = try await http.send("GET", "/ready")
        #expect(try (answer.status, answer.problem) == (503, "not-ready"))
        #expect(try answer.member("detail") as? String == "Not in order: database.")
        #expect(try await http.send("GET", "/health").status == 200)
        #expect(try await site.commits(after: 0) == log)
        let heads = try await site.desk.send("GET", site.vault).member("heads")
        let head = (heads as? [String: [String: Any]])?["\(site.desk.device)"]
        #expect(head?["number"] as? Int == 1)

        try FileManager.default.removeItem(atPath: fill)
        for change in changes {
            #expect(try await change.send().status == 201, "\(change.name)")
        }
        #expect(try await http.send("GET", "/ready").status == 200)
        #expect(try await site.commits(after: 0) == log + [next])
        #expect(!fixture.server.errors.contains(#""status":500"#))
        #expect(fixture.server.end() == 0)
    }

    // MARK: - Clients that do not read

    @Test("cuts a thousand clients off that read nothing, and gives their memory back")
    func unreadAnswers() async throws {
        raiseFileLimit()
        let fixture = try SyncServerFixture(
            .sqlite, "--connections", "1040", "--unread-seconds", "20")
        let site = try SyncSite(fixture)
        let http = LoopbackHTTP(port: fixture.port)
        #expect(try await site.desk.send("PUT", site.vault).status == 201)
        let whole = try await http.send("GET", "/openapi.json").body.count
        let process = fixture.server.identifier
        let (memory, files) = (try Self.memory(of: process), try Self.openFiles(of: process))

        let request = http.request("GET", "/openapi.json", headers: ["Connection": ""])
        var most = memory
        var crowd: [LoopbackSocket] = []
        for _ in 0..<1_024 {
            let socket = try LoopbackSocket(port: fixture.port, isNarrow: true)
            try socket.write(Array(repeatElement(request, count: 8).joined()))
            crowd.append(socket)
            most = max(most, try Self.memory(of: process))
        }
        try await until("answers that wait in memory") {
            most = max(most, try Self.memory(of: process))
            return most > memory + 16 << 10
        }
        // Others are served as before.
        let log = try await site.push(3, by: site.desk)
        #expect(try await site.commits(after: 0) == log)
        try await until("the end of their connections") {
            most = max(most, try Self.memory(of: process))
            #expect(try await http.send("GET", "/health").status == 200)
            return try Self.openFiles(of: process) < files + 32
        }
        try await until("memory that is given back") {
            try Self.memory(of: process) < memory + (most - memory) / 4
        } instead: {
            "\(memory) kB, \(most) kB, then \(try Self.memory(of: process)) kB"
        }
        for socket in crowd {
            var count = 0
            while let piece = try? socket.read(), !piece.isEmpty { count += piece.count }
            #expect(count < 8 * whole)
        }
        #expect(try await site.commits(after: 0) == log)
        #expect(fixture.server.end() == 0)
    }

    /// How much of a process is in memory, in kB.
    private static func memory(of process: Int32) throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return try #require(line?.split(separator: " ").dropLast().last.flatMap { Int($0) })
    }

    /// How many files and connections a process has open.
    private static func openFiles(of process: Int32) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
    }
}
