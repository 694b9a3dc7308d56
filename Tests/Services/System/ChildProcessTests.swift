import Foundation
import TenonCore
import TestSupport
import Testing

@testable import TenonSystem  // Other modules see the ports only.

@Suite struct ChildProcessTests {
    private func shell(_ script: String, input: String = "", outputLimit: Int = 1 << 20)
        -> ChildProcess
    {
        ChildProcess(
            path: "/bin/sh", arguments: ["-c", script], environment: ["PATH": "/usr/bin:/bin"],
            input: SecretText(input), outputLimit: outputLimit)
    }

    @Test("input goes in and output comes out, more than any buffer between them holds")
    func bigExchange() async throws {
        let text = String(repeating: "0123456789abcdef", count: 60_000)
        let result = await shell("cat", input: text).run(for: .seconds(60))
        #expect(result.succeeded)
        #expect(result.output?.reveal() == text)
    }

    @Test("the exit status is told")
    func status() async {
        let result = await shell("exit 3").run()
        #expect(result.status == 3)
        #expect(!result.succeeded)
    }

    @Test("a program that ends by a signal has no exit status")
    func signalled() async {
        #expect(await shell("kill -KILL $$").run().status == nil)
    }

    @Test("a program that closes its input early does not end us")
    func closedInput() async {
        let result = await shell("exec <&-; exit 4", input: String(repeating: "x", count: 1 << 20))
            .run(for: .seconds(60))
        #expect(result.status == 4)
    }

    @Test("a program that takes too long is killed")
    func tooLong() async {
        // Time: it would not end by itself.
        #expect(await shell("exec sleep 1000").run(for: .milliseconds(50)).status == nil)
    }

    @Test("a program is ended with the task that waits for it")
    func cancelled() async throws {
        let folder = try TemporaryFolder()
        // Time: it would not end by itself.
        let program = shell("echo >'\(folder.path)/begun'; exec sleep 100000")
        let task = Task { await program.runForTask(for: .seconds(90000)) }
        try await until("the program begins") { folder.text(of: "begun") != nil }
        task.cancel()
        #expect(await task.value.status == nil)
    }

    @Test("output over the limit is not kept, and ends the program")
    func tooMuch() async {
        let result = await shell("yes", outputLimit: 1000).run(for: .seconds(60))
        #expect(result.output == nil)
        #expect(!result.succeeded)
    }

    @Test("a part that stays in the background is not waited for")
    func background() async throws {
        // Time: it would not end by itself.
        let written = await shell("sleep 1000 >/dev/null & echo $!").run(for: .seconds(60))
        let process = try #require(
            Int32(written.output?.reveal().trimmingCharacters(in: .newlines) ?? ""))
        #expect(kill(process, SIGKILL) == 0)
    }

    @Test("a program inherits no other descriptor of this process")
    func descriptors() async throws {
        var pipes: [Int32] = [0, 0]
        try #require(pipe(&pipes) == 0)
        defer { pipes.forEach { close($0) } }
        let listing = ChildProcess(
            path: "/bin/ls", arguments: ["/proc/self/fd"], environment: [:], outputLimit: 1000)
        // The fourth is the folder that is being listed.
        #expect(await listing.run().output?.reveal() == "0\n1\n2\n3\n")
    }

    @Test("no zombies are left behind")
    func zombies() async throws {
        let folder = try TemporaryFolder()
        let program = shell("echo $$ >> \(folder.path)/processes", outputLimit: 0)
        for _ in 0..<3 { _ = await program.run() }
        _ = await program.launch(waiting: .seconds(60))
        let processes = try #require(folder.text(of: "processes")).split(separator: "\n")
        #expect(processes.count == 4)
        #expect(processes.filter { FileManager.default.fileExists(atPath: "/proc/\($0)") } == [])
    }

    @Test("a program that does not exist is an exit status like the shell's")
    func missing() async {
        #expect(await ChildProcess(path: "/nowhere/at/all").run().status == 127)
    }

    @Test("input is handed over to a program that answers with a byte, and to no other")
    func handOver() async {
        func program(_ script: String) -> ChildProcess {
            shell(script, input: "order", outputLimit: 0)
        }
        #expect(await program("cat >/dev/null; printf x >&0").handOver())
        #expect(await !program("cat >/dev/null").handOver())
        #expect(await !ChildProcess(path: "/nowhere/at/all").handOver())
    }
}
