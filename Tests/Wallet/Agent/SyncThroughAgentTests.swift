import TenonCore
import TestSupport
import Testing
import WalletAgentClient
import WalletSync
import WalletVault

@testable import WalletAgent  // Other modules see its socket only.

@Suite("What the agent tells of other machines")
struct SyncThroughAgentTests {
    @Test("How the vault stands comes by itself, each time that it is something else")
    func statuses() async throws {
        let (fixture, client) = try await AgentFixture.unlocked(isSyncing: true)
        let folder = try TemporaryFolder()
        var phases = client.syncStatuses().map(\.phase).makeAsyncIterator()
        #expect(await phases.next() == .off)
        try await client.setUpSync(at: folder.path, device: "desk")
        try await until { await phases.next() == .inStep }
        try await client.leaveSync()
        try await until { await phases.next() == .off }
        await fixture.stop()
    }
}
