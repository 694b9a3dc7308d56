import TenonSecurity
import TestSupport
import Testing
import WalletSyncRequests

@Suite("Two sync servers on one database", .serialized)
struct SyncServerPairTests {
    /// Two servers that were started at the same moment, so that they make the tables together.
    private static func pair(_ engine: SyncEngine) async throws -> [SyncServerFixture] {
        let folder = try TemporaryFolder()
        let database = try engine.address(in: folder)
        return try await withThrowingTaskGroup(of: SyncServerFixture.self) { group in
            for _ in 0..<2 {
                group.addTask { try SyncServerFixture(in: folder, database: database) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// A vault with its name in bytes, and one device of it as it speaks to each of the servers.
    private struct Member {
        let bytes: [UInt8]
        let vault: String
        let ends: [SyncClient]

        private init(bytes: [UInt8], vault: String, ends: [SyncClient]) {
            self.bytes = bytes
            self.vault = vault
            self.ends = ends
        }

        init(_ pair: [SyncServerFixture]) throws {
            let bytes = (0..<16).map { _ in UInt8.random(in: 0...255) }
            let first = try SyncClient(port: pair[0].port)
            self.init(
                bytes: bytes, vault: "/v1/vaults/\(try #require(SyncName(bytes: bytes)))",
                ends: [first, try SyncClient(port: pair[1].port, keys: first.keys)])
        }

        func path(_ number: Int) -> String {
            "\(vault)/devices/\(ends[0].device)/commits/\(number)"
        }

        /// Sends a request, and again while the database is busy with others.
        private func send(
            to number: Int, _ method: String, _ target: String, _ body: [UInt8]
        ) async throws -> Int {
            var status = 503
            for _ in 0..<100 where status == 503 {
                status = try await ends[number].send(method, target, body).status
            }
            return status
        }

        /// Sends the same to both servers at the same moment, each signed for itself.
        func sendToBoth(
            _ method: String, _ target: String, _ body: [UInt8] = []
        ) async throws -> [Int] {
            try await sendToBoth(method, target, [body, body])
        }

        /// Sends one content to each server at the same moment, each signed for itself.
        func sendToBoth(
            _ method: String, _ target: String, _ bodies: [[UInt8]]
        ) async throws -> [Int] {
            async let first = send(to: 0, method, target, bodies[0])
            async let second = send(to: 1, method, target, bodies[1])
            return try await [first, second].sorted()
        }

        /// The same device with another key, such as that of an invitation.
        func signing(by keys: Ed25519.KeyPair) throws -> Member {
            Member(
                bytes: bytes, vault: vault,
                ends: try ends.map { try SyncClient(port: $0.port, keys: keys) })
        }
    }

    @Test("Both answer for the same vault", arguments: SyncEngine.allCases)
    func same(_ engine: SyncEngine) async throws {
        let pair = try await Self.pair(engine)
        let member = try Member(pair)
        let (left, right) = (member.ends[0], member.ends[1])
        #expect(try await left.send("PUT", member.vault).status == 201)
        #expect(try await right.send("PUT", member.vault).status == 201, "Nothing is in it yet")
        let one = left.commit(1, of: member.bytes, after: nil)
        #expect(try await left.send("PUT", member.path(1), one).status == 201)
        #expect(try await right.send("PUT", member.path(1), one).status == 200)
        let other = try await right.send(
            "PUT", member.path(1), left.commit(1, of: member.bytes, after: nil))
        #expect(try (other.status, other.problem) == (409, "other-commit"))
        let gap = try await right.send(
            "PUT", member.path(3), left.commit(3, of: member.bytes, after: one))
        #expect(try (gap.status, gap.problem) == (412, "missing-commit"))
        let two = left.commit(2, of: member.bytes, after: one)
        #expect(try await right.send("PUT", member.path(2), two).status == 201)
        for end in member.ends {
            let page = try await end.send("GET", "\(member.vault)/commits")
            #expect(CommitPage.commits(in: page.body) == [one, two])
        }

        // What one has taken, the other does not take again, though it is signed for the name of the first.
        let target = "\(member.vault)/devices/\(try SyncClient(port: 1).device)"
        let fields = try left.fields("DELETE", target)
            .merging(["Host": "127.0.0.1:\(left.port)"]) { $1 }
        let http = pair.map { LoopbackHTTP(port: $0.port) }
        #expect(try await http[0].send("DELETE", target, headers: fields).status == 204)
        let replay = try await http[1].send("DELETE", target, headers: fields)
        #expect(try (replay.status, replay.problem) == (401, "replayed"))
    }

    @Test("What comes to both at the same moment is done once", arguments: SyncEngine.allCases)
    func once(_ engine: SyncEngine) async throws {
        let pair = try await Self.pair(engine)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<6 {
                group.addTask {
                    let member = try Member(pair)
                    let made = try await member.sendToBoth("PUT", member.vault)
                    #expect(made == [201, 201])
                    var commits: [[UInt8]] = []
                    for number in 1...15 {
                        let commit = member.ends[0].commit(
                            UInt64(number), of: member.bytes, after: commits.last)
                        let answers = try await member.sendToBoth(
                            "PUT", member.path(number), commit)
                        #expect(answers == [200, 201])
                        commits.append(commit)
                    }
                    let page = try await member.ends[1].send("GET", "\(member.vault)/commits")
                    #expect(CommitPage.commits(in: page.body) == commits)
                }
            }
            try await group.waitForAll()
        }
    }

    @Test(
        "Of two that want the same place at the same moment one gets it",
        arguments: SyncEngine.allCases)
    func competition(_ engine: SyncEngine) async throws {
        let pair = try await Self.pair(engine)
        let member = try Member(pair)
        let desk = member.ends[0]
        #expect(try await desk.send("PUT", member.vault).status == 201)
        for _ in 0..<10 {
            let keys = try Ed25519.KeyPair.make()
            let guest = try member.signing(by: keys)
            let notes = "\(member.vault)/invitations/\(guest.ends[0].device)"
            let offer = "\(notes)/offer?key=\(Base64Text.url(keys.publicKey))"
            #expect(try await desk.send("PUT", offer, [0]).status == 201)
            let answers = try await guest.sendToBoth("PUT", "\(notes)/request", [[1], [2]])
            #expect(answers == [201, 409])
            #expect(try await desk.send("DELETE", "\(notes)/offer").status == 204)
        }
        var last: [UInt8]?
        for number in 1...20 {
            let commits = (0..<2).map { _ in
                desk.commit(UInt64(number), of: member.bytes, after: last)
            }
            let answers = try await member.sendToBoth("PUT", member.path(number), commits)
            #expect(answers == [201, 409])
            let page = try await desk.send(
                "GET", "\(member.vault)/commits?after=\(desk.device):\(number - 1)")
            let kept = try #require(CommitPage.commits(in: page.body)?.first)
            #expect(commits.contains(kept))
            last = kept
        }
    }
}
