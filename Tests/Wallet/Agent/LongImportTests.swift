import Foundation
import TenonArchive
import TenonCore
import TenonPublicSuffix
import TenonTesting
import TenonXML
import TestSupport
import Testing
import WalletAgentClient
import WalletAgentMessages
import WalletTransfer
import WalletVault

@testable import WalletAgent  // Other modules see its socket only.

@Suite("An import that takes longer than the time without use")
struct LongImportTests {
    /// A program that takes its time, as `gpg` does with a slow token.
    private struct SlowProgram: ProgramRunning {
        let work: @Sendable () async -> Void

        func run(
            _ name: String, arguments: [String], input: SecretText, limit: Int,
            within duration: Duration
        ) async -> ProgramOutcome? {
            await work()
            return ProgramOutcome(status: 0, output: input)
        }
    }

    @Test("is use while a file is being read, long before anything is written")
    func slowReader() async throws {
        let (fixture, client) = try await AgentFixture.unlocked(autoLock: .seconds(60))
        let watch = Task { await fixture.service.watchOver() }
        defer { watch.cancel() }
        let store = try TemporaryFolder()
        for number in 0..<4 {
            try store.write("secret\nurl: s\(number).example", to: "\(number).gpg")
        }
        let (clock, service) = (fixture.clock, fixture.service)
        let program = SlowProgram {
            for _ in 0..<40 {
                await clock.waitForSleepers()
                clock.advance(by: .seconds(1))
            }
            // The agent hears of it within a moment; a vault that is locked stays so.
            do {
                try await until("use that the agent hears of") {
                    service.report().vaults.first?.remaining == 60
                }
            } catch {
                Issue.record(error)
            }
        }
        let importer = Importer(
            vault: client, domains: PublicSuffixList(),
            tools: DocumentTools(
                archives: ZipCoder(), gzip: GzipCoder(), xml: ExpatReader(), programs: program),
            clock: clock)
        let preview = try await importer.preview(.file(path: store.path))
        #expect(try await importer.apply(preview).counts.new == 4)
        // Afterwards the time without use counts again.
        for _ in 0..<62 {
            await clock.waitForSleepers()
            clock.advance(by: .seconds(1))
        }
        await clock.waitForSleepers()
        await #expect(throws: VaultError.self) { try await client.list(ItemQuery()) }
        await fixture.stop()
    }
}
