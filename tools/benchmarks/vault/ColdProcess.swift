import BenchmarkReport
import Foundation
import TenonCore
import WalletVault

/// Work that only a new process does honestly; the parent starts this program again for it.
enum ColdProcess {
    /// What a child tells its parent, one line of JSON.
    struct Answer: Codable {
        let milliseconds: Double
        let residentMegabytes: Double
    }

    /// Runs a task in a new process.
    static func run(_ task: String, _ vault: SampleVault, _ argument: String) throws -> Answer {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["--task", task, vault.path, argument]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        vault.recoveryCode.withBytes { input.fileHandleForWriting.write(Data($0)) }
        try input.fileHandleForWriting.close()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return try JSONDecoder().decode(Answer.self, from: data)
    }

    /// Does a task in this process: `get` one login by site, or open and `list`.
    static func perform(_ task: String, path: String, argument: String) async throws {
        let code = SecretText(utf8: Array(FileHandle.standardInput.readDataToEndOfFile()))
        let clock = ContinuousClock()
        let start = clock.now
        let manager = SampleVault.manager(path)
        try await manager.unlock(recoveryCode: code)
        switch task {
        case "get":
            guard let item = try await manager.items(forSite: argument).first else {
                preconditionFailure("The benchmark asks for a site that exists.")
            }
            let login = try await manager.login(item.id)
            precondition(!login.password.isEmpty)
        default:
            let page = try await manager.list(ItemQuery())
            precondition(page.total > 0)
        }
        let time = (clock.now - start).inMilliseconds
        let answer = Answer(
            milliseconds: time, residentMegabytes: ProcessMemory.resident().now)
        FileHandle.standardOutput.write(try JSONEncoder().encode(answer))
    }
}
