import TenonTesting
import Testing

@Suite struct MemoryPersisterTests {
    @Test("keeps the contract of persisters", arguments: PersisterContract.checks)
    func contract(_ check: PersisterContract) async throws {
        try await check.run(MemoryPersister())
    }
}
