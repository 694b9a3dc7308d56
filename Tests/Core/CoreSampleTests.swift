import Foundation
import Testing

/// Black box: an executable of Core alone, with one plugin found in its binary.
@Suite struct CoreSampleTests {
    private func run(_ input: String) throws -> (output: String, status: Int32) {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let process = Process()
        let (standardInput, standardOutput) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: tests).deletingLastPathComponent()
            .appending(path: "core-sample")
        process.standardInput = standardInput
        process.standardOutput = standardOutput
        try process.run()
        try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try standardInput.fileHandleForWriting.close()
        let bytes = try standardOutput.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (String(decoding: bytes, as: UTF8.self), process.terminationStatus)
    }

    @Test("its state follows the lines of standard input")
    func sums() throws {
        let result = try run("3\n4\nreset\n-2\n")
        #expect(result.output == "sum 3 of 1\nsum 7 of 2\nsum 0 of 0\nsum -2 of 1\n")
        #expect(result.status == 0)
    }

    @Test("what is no number is told, and leads to the exit status for bad data")
    func badData() throws {
        let result = try run("3\nthree\n4\n")
        #expect(result.output == "sum 3 of 1\nnot a number: three\nsum 7 of 2\n")
        #expect(result.status == 65)
    }

    @Test("it links no Foundation")
    func noFoundation() throws {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let file = URL(filePath: tests).deletingLastPathComponent().appending(path: "core-sample")
        let binary = try Data(contentsOf: file)
        #expect(binary.range(of: Data("libswiftCore.so".utf8)) != nil)
        #expect(binary.range(of: Data("libFoundation".utf8)) == nil)
    }
}
