import Foundation
import Testing

@Suite struct InterruptionTests {
    @Test("the first signal stops everything in order", arguments: [SIGINT, SIGTERM, SIGHUP])
    func first(signal: Int32) throws {
        let process = try RunningProcess("command-fixture", ["wait"])
        #expect(process.waitForOutput("waiting\n"))
        process.send(signal)
        #expect(process.readToEnd(process.output) == "stopped\n")
        #expect(process.wait() == 130)
    }

    @Test(
        "the second signal ends at once what does not stop", arguments: [SIGINT, SIGTERM, SIGHUP])
    func second(signal: Int32) throws {
        let process = try RunningProcess("command-fixture", ["wait", "--stubborn"])
        #expect(process.waitForOutput("waiting\n"))
        process.send(SIGINT)
        #expect(process.waitForOutput("cancelled\n"))
        process.send(signal)
        #expect(process.wait() == 130)
    }

    @Test("a terminal that is closed may say so twice, as it does where a shell tells its jobs")
    func closedTwice() throws {
        let process = try RunningProcess("command-fixture", ["wait", "--stubborn"])
        #expect(process.waitForOutput("waiting\n"))
        process.send(SIGHUP)
        #expect(process.waitForOutput("cancelled\n"))
        process.send(SIGHUP)
        // The hint comes later; had the second signal ended the program, there would be none.
        let hint = process.errors.fileHandleForReading.availableData
        #expect(String(decoding: hint, as: UTF8.self).contains("Ctrl-C again"))
        process.send(SIGTERM)
        #expect(process.wait() == 130)
    }

    @Test("what takes long to stop says how to end it at once")
    func hint() throws {
        let process = try RunningProcess("command-fixture", ["wait", "--stubborn"])
        #expect(process.waitForOutput("waiting\n"))
        process.send(SIGINT)
        let hint = process.errors.fileHandleForReading.availableData
        #expect(String(decoding: hint, as: UTF8.self).contains("Ctrl-C again"))
        process.send(SIGTERM)
        #expect(process.wait() == 130)
    }

    @Test("a closed standard output ends the process quietly")
    func closedOutput() throws {
        let process = try RunningProcess("command-fixture", ["flood"])
        #expect(process.waitForOutput("water\n"))
        try process.output.fileHandleForReading.close()
        #expect(process.readToEnd(process.errors) == "")
        #expect(process.wait() == 0)
    }

    @Test("a full disk is told")
    func fullDisk() throws {
        let process = Process()
        let errors = Pipe()
        process.executableURL = try Run.products.appending(path: "command-fixture")
        process.arguments = ["flood"]
        process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
        process.standardError = errors
        try process.run()
        let text = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 74)
        #expect(String(decoding: text, as: UTF8.self).contains("No space left"))
    }
}
