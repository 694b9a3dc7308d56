import Foundation
import Synchronization
import TenonCore
import TenonTesting
import TestSupport
import Testing
import WalletAgentClient
import WalletAgentLink
import WalletAgentMessages
import WalletTestSupport
import WalletVault

@testable import WalletAgent  // Other modules see its socket only.

@Suite("The agent and several clients")
struct AgentServiceTests {
    /// Lets a service watch over its vaults while something else happens.
    private func watching(
        _ fixture: AgentFixture, _ body: () async throws -> Void
    ) async rethrows {
        let task = Task { await fixture.service.watchOver() }
        defer { task.cancel() }
        try await body()
    }

    /// Lets time pass until a watch has ended.
    ///
    /// - Returns: After how many seconds; a late request of a client may have begun the time anew.
    private func passUntilEnd(of watch: Watch, _ clock: ManualClock) async throws -> Int {
        var seconds = 0
        while true {
            try await until("a step of the watch") { watch.isOver || clock.sleepers == 1 }
            if watch.isOver { return seconds }
            clock.advance(by: .seconds(1))
            seconds += 1
        }
    }

    /// A watch over the vaults of a service.
    private final class Watch: Sendable {
        private let state = Mutex(false)

        var isOver: Bool { state.withLock { $0 } }

        init(_ service: AgentService) {
            Task {
                await service.watchOver()
                state.withLock { $0 = true }
            }
        }
    }

    /// Lets time pass, in steps that the watch sees.
    private func pass(_ seconds: Int, _ clock: ManualClock) async {
        for _ in 0..<seconds {
            await clock.waitForSleepers()
            clock.advance(by: .seconds(1))
        }
        await clock.waitForSleepers()
    }

    @Test("one unlock is for all clients, and so is one lock")
    func oneUnlock() async throws {
        let (fixture, first) = try await AgentFixture.unlocked()
        let second = fixture.client()
        var statuses = second.statuses().makeAsyncIterator()
        while await statuses.next() != .unlocked {}
        #expect(try await second.list(ItemQuery()).total == 0)
        try await first.add(Login(title: "A"))
        #expect(try await second.list(ItemQuery()).total == 1)
        let ids = Set(try await second.list(ItemQuery()).items.map(\.id))
        #expect(try await second.list(ItemQuery(only: ids)).total == 1)
        #expect(try await second.list(ItemQuery(only: [])).total == 0)
        await second.lock()
        await #expect(throws: VaultError.self) { try await first.list(ItemQuery()) }
        #expect(first.status == .locked)
        await fixture.stop()
    }

    @Test("a client that leaves changes nothing for the others")
    func leaving() async throws {
        let (fixture, first) = try await AgentFixture.unlocked()
        let second = fixture.client()
        _ = try await second.revision()
        await first.close()
        #expect(try await second.list(ItemQuery()).total == 0)
        await fixture.stop()
    }

    @Test("the vault locks after the time without use, and not before")
    func autoLock() async throws {
        let (fixture, client) = try await AgentFixture.unlocked(autoLock: .seconds(60))
        try await watching(fixture) {
            await pass(58, fixture.clock)
            // What no person did is not a use.
            _ = try await client.list(ItemQuery())
            client.noteUse()
            try await until { fixture.service.report().vaults.first?.remaining == 60 }
            await pass(59, fixture.clock)
            _ = try await client.list(ItemQuery())
            await pass(2, fixture.clock)
            await #expect(throws: VaultError.self) { try await client.list(ItemQuery()) }
        }
        await fixture.stop()
    }

    @Test("a client may say after which time it locks, or that it never does")
    func limit() async throws {
        let (fixture, client) = try await AgentFixture.unlocked()
        client.lock(afterIdle: .seconds(600))
        client.lock(afterIdle: .seconds(10))
        try await until { fixture.service.report().vaults.first?.remaining == 10 }
        client.lock(afterIdle: nil)
        try await until { fixture.service.report().vaults.first?.remaining == nil }
        await client.lock()
        client.lock(afterIdle: .seconds(20))
        try await client.unlock(passphrase: AgentFixture.passphrase)
        #expect(fixture.service.report().vaults.first?.remaining == 20)
        // A program that only starts changes nothing.
        let second = fixture.client()
        try await second.refresh()
        second.lock(afterIdle: .seconds(60))
        await second.close()
        #expect(fixture.service.report().vaults.first?.remaining == 20)
        await fixture.stop()
    }

    @Test("a batch is use: an import that takes long is not lost to the time without use")
    func batchIsUse() async throws {
        let (fixture, client) = try await AgentFixture.unlocked(autoLock: .seconds(60))
        let (clock, service) = (fixture.clock, fixture.service)
        try await client.write { writer in
            clock.advance(by: .seconds(50))
            try writer.write(.add(.login(Login(title: "A"))))
        }
        #expect(service.report().vaults.first?.remaining == 60)
        await fixture.stop()
    }

    @Test("a program can make its limit count for a vault that another one has unlocked")
    func appliedLimit() async throws {
        let (fixture, _) = try await AgentFixture.unlocked()
        let second = fixture.client()
        try await second.refresh()
        second.lock(afterIdle: .seconds(1800))
        #expect(fixture.service.report().vaults.first?.remaining == 300)
        try await second.applyIdleLimit()
        #expect(fixture.service.report().vaults.first?.remaining == 1800)
        await fixture.stop()
    }

    @Test("a client whose connection was closed for others goes on without a word")
    func reconnecting() async throws {
        var limits = AgentLimits()
        limits.connections = 2
        let fixture = try AgentFixture(limits: limits)
        let client = fixture.client()
        try await client.create(passphrase: AgentFixture.passphrase)
        for _ in 0..<5 {
            let others = try (0..<3).map { _ in
                try AgentLink(try fixture.place.connect(), client: "test", vault: fixture.path)
            }
            #expect(try await client.list(ItemQuery()).total == 0)
            withExtendedLifetime(others) {}
        }
        await fixture.stop()
    }

    @Test("a batch has its connection for itself, however many clients come")
    func crowdedBatch() async throws {
        var limits = AgentLimits()
        limits.connections = 2
        let fixture = try AgentFixture(limits: limits)
        let client = fixture.client()
        try await client.create(passphrase: AgentFixture.passphrase)
        let place = fixture.place
        let count = try await client.write { writer in
            for number in 0..<2000 {
                if number % 500 == 0 {
                    _ = try AgentLink(try place.connect(), client: "test", vault: "")
                }
                try writer.write(.add(.login(Login(title: "Item \(number)"))))
            }
            return writer.count
        }
        #expect(count == 2000)
        #expect(try await client.list(ItemQuery()).total == 2000)
        await fixture.stop()
    }

    @Test("locked and idle, the agent ends; unlocked, it stays")
    func idle() async throws {
        let (fixture, client) = try await AgentFixture.unlocked(autoLock: nil)
        let watch = Watch(fixture.service)
        await pass(400, fixture.clock)
        #expect(try await client.revision() == 1)
        await client.lock()
        await pass(299, fixture.clock)
        #expect(fixture.clock.sleepers == 1)
        #expect(try await passUntilEnd(of: watch, fixture.clock) <= 310)
        await fixture.stop()
    }

    @Test("replaced by another version, the agent stays while it is unlocked, and ends soon after")
    func replaced() async throws {
        let (fixture, client) = try await AgentFixture.unlocked(autoLock: nil, isReplaced: true)
        let watch = Watch(fixture.service)
        await pass(400, fixture.clock)
        #expect(try await client.revision() == 1)
        await client.lock()
        await pass(3, fixture.clock)
        #expect(fixture.clock.sleepers == 1)
        #expect(try await passUntilEnd(of: watch, fixture.clock) <= 10)
        await fixture.stop()
    }

    @Test("an agent that was started anew is locked, and the same client goes on with it")
    func restart() async throws {
        let (fixture, client) = try await AgentFixture.unlocked()
        var statuses = client.statuses().makeAsyncIterator()
        #expect(await statuses.next() == .unlocked)
        try await fixture.restart()
        #expect(await statuses.next() == .locked)
        await #expect(throws: VaultError.self) { try await client.list(ItemQuery()) }
        try await client.unlock(passphrase: AgentFixture.passphrase)
        #expect(try await client.list(ItemQuery()).total == 0)
        #expect(client.status == .unlocked)
        await fixture.stop()
    }

    @Test("what a client had gathered is forgotten when it goes away before the commit")
    func lostBatch() async throws {
        let (fixture, client) = try await AgentFixture.unlocked()
        try await blocking {
            let link = try AgentLink(
                try fixture.place.connect(), client: "test", vault: fixture.path)
            let frame = try AgentCalls.gather.request(GatheredSteps())
            try ItemWrite.add(.login(Login(title: "lost"))).write(to: frame)
            try link.send(frame)
            _ = try link.receive(within: nil)
            link.socket.interrupt()
        }
        #expect(try await client.list(ItemQuery()).total == 0)
        await fixture.stop()
    }

    @Test("calls that cannot be read are refused, and harm nobody")
    func malformedCalls() async throws {
        let (fixture, client) = try await AgentFixture.unlocked()
        // Not what locks, or changes the time until that.
        let methods = (UInt8(0)...40).filter { ![2, 5, 6, 28].contains($0) }
        try await blocking {
            var random = SeededGenerator(seed: 27)
            for method in methods + methods + methods {
                let link = try AgentLink(
                    try fixture.place.connect(), client: "test", vault: fixture.path)
                let frame = Frame(.call)
                frame.append(method)
                for _ in 0..<Int.random(in: 0...40, using: &random) {
                    frame.append(UInt8.random(in: 0...255, using: &random))
                }
                try link.send(frame)
                _ = try? link.receive(within: 10_000)
            }
        }
        #expect(try await client.list(ItemQuery()).total == 0)
        #expect(try await client.check().isClean)
        await fixture.stop()
    }

    @Test("the agent tells what it holds, and a new client learns the status")
    func report() async throws {
        let (fixture, client) = try await AgentFixture.unlocked()
        let report = try #require(try await AgentRemote.report(client: "test", at: fixture.place))
        #expect(report.vaults.map(\.path) == [fixture.path])
        #expect(report.vaults.first?.isUnlocked == true)
        #expect(report.process == Int(getpid()))
        let second = fixture.client()
        #expect(second.status == .locked)
        try await second.refresh()
        #expect(second.status == .unlocked)
        await client.lock()
        try await second.refresh()
        #expect(second.status == .locked)
        await fixture.stop()
    }

    @Test("the agent locks although another program writes to the vault and does not end")
    func lockWhileWritten() async throws {
        let (fixture, client) = try await AgentFixture.unlocked()
        try await fixture.vault.whileWritten {
            let error = await #expect(throws: VaultError.self) {
                try await client.lockEverywhere()
            }
            #expect(error?.message.description.contains("could not be told") == true)
            #expect(fixture.vault.manager.status == .locked)
        }
        await fixture.stop()
    }

    @Test("a path that is not absolute is refused")
    func badPath() async throws {
        let fixture = try AgentFixture()
        let client = AgentVault(
            of: TemporaryVault.makeManager(at: "vault.db"), client: "test", at: fixture.place)
        await #expect(throws: (any Error).self) { try await client.revision() }
        await fixture.stop()
    }
}
