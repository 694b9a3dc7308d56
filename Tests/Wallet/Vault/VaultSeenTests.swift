import Dispatch
import Foundation
import Synchronization
import TenonCore
import TenonSQLite
import TenonSecurity
import Testing
import WalletTestSupport
import WalletVault

/// What this machine remembers of how new the vault was, while several use it at once.
@Suite struct VaultSeenTests {
    private let fixture = VaultFixture()

    private func noted() throws -> Int64 {
        let names = try FileManager.default.contentsOfDirectory(atPath: fixture.stateDirectory)
        let name = try #require(names.first { $0.hasSuffix(".seen") })
        let text = try String(
            contentsOfFile: "\(fixture.stateDirectory)/\(name)", encoding: .utf8)
        return try #require(Int64(text.trimmingCharacters(in: .newlines)))
    }

    @Test("A commit of another process between any two steps of unlocking is no older copy")
    func interleaved() async throws {
        let writer = try await fixture.created(remembers: true)
        let meanwhile = Meanwhile(writer)
        let reader = VaultManager(
            path: fixture.path, stateDirectory: fixture.stateDirectory,
            databases: WatchedDatabases { step in
                switch step {
                case .hasRead, .willWrite: meanwhile.commit()
                case .query: break
                }
            }, domains: VaultFixture.domains,
            now: { Timestamp(seconds: 1_750_000_000) }, argon2id: .floor)
        for _ in 0..<3 {
            #expect(
                await code { try await reader.unlock(passphrase: VaultFixture.passphrase) } == nil)
            #expect(await code { _ = try await reader.revision() } == nil)
            await reader.lock()
        }
        #expect(meanwhile.count > 10)
        #expect(try await writer.list(ItemQuery()).total == meanwhile.count)
        #expect(try noted() == (try await writer.revision()))
    }

    @Test("Several who open, write and close at once see no older copy and lose no item")
    func manyWriters() async throws {
        await (try fixture.created(remembers: true)).lock()
        let (writers, rounds) = (6, 10)
        let codes = await withTaskGroup(of: [String].self) { group in
            for writer in 0..<writers {
                let manager = fixture.manager(remembers: true)
                group.addTask {
                    var codes: [String] = []
                    for round in 0..<rounds {
                        let code = await code {
                            try await manager.unlock(passphrase: VaultFixture.passphrase)
                            try await manager.add(.sample("item \(writer) \(round)"))
                            _ = try await manager.list(ItemQuery())
                        }
                        if let code { codes.append(code) }
                        await manager.lock()
                    }
                    return codes
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(codes.isEmpty)
        let manager = fixture.manager(remembers: true)
        try await manager.unlock(passphrase: VaultFixture.passphrase)
        #expect(try await manager.list(ItemQuery()).total == writers * rounds)
        #expect(try await manager.check().isClean)
        #expect(try noted() == (try await manager.revision()))
    }

    @Test("What is noted never gets lower, whatever the order of those who note")
    func monotonic() async throws {
        let first = try await fixture.created(remembers: true)
        let second = fixture.manager(remembers: true)
        try await second.unlock(passphrase: VaultFixture.passphrase)
        for number in 0..<20 {
            async let one = first.add(.sample("one \(number)"))
            async let two = second.add(.sample("two \(number)"))
            _ = try await (one, two)
            #expect(try noted() == (try await first.revision()))
        }
    }
}

/// Commits with another manager while somebody waits.
private final class Meanwhile: Sendable {
    private let writer: VaultManager
    private let commits = Mutex(0)

    init(_ writer: VaultManager) { self.writer = writer }

    var count: Int { commits.withLock { $0 } }

    func commit() {
        let done = DispatchSemaphore(value: 0)
        let number = commits.withLock { count in
            count += 1
            return count
        }
        Task.detached { [writer] in
            _ = try? await writer.add(.sample("item \(number)"))
            done.signal()
        }
        done.wait()
    }
}
