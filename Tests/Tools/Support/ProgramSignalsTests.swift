import TestSupport
import Testing

@Suite("Programs that tests run")
struct ProgramSignalsTests {
    @Test("have no signals blocked")
    func unblocked() async throws {
        let result = try await Program(path: "/bin/grep").run("SigBlk", "/proc/self/status")
        #expect(result.output == "SigBlk:\t0000000000000000\n")
    }
}
