import Foundation
import TestSupport
import Testing

/// Black box: an executable of Core alone, with one plugin found in its binary.
@Suite struct CoreSampleTests {
    private func run(_ input: String) async throws -> Program.Result {
        try await Program(built: "core-sample").run([], input: input)
    }

    @Test("its state follows the lines of standard input")
    func sums() async throws {
        let result = try await run("3\n4\nreset\n-2\n")
        #expect(result.output == "sum 3 of 1\nsum 7 of 2\nsum 0 of 0\nsum -2 of 1\n")
        #expect(result.status == 0)
    }

    @Test("what is no number is told, and leads to the exit status for bad data")
    func badData() async throws {
        let result = try await run("3\nthree\n4\n")
        #expect(result.output == "sum 3 of 1\nnot a number: three\nsum 7 of 2\n")
        #expect(result.status == 65)
    }

    @Test("it links no Foundation")
    func noFoundation() throws {
        let binary = try Data(contentsOf: URL(filePath: "\(Program.products)/core-sample"))
        #expect(binary.range(of: Data("libswiftCore.so".utf8)) != nil)
        #expect(binary.range(of: Data("libFoundation".utf8)) == nil)
    }
}
