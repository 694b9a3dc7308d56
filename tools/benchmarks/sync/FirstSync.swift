import BenchmarkReport
import Foundation
import TenonCore
import WalletSync
import WalletVault

/// What is measured of a new machine that gets a vault with many items over a server.
struct FirstSync {
    /// What a process of its own is told to do.
    static let task = "--join-in"

    /// What that process answers, one line of JSON.
    private struct Answer: Codable {
        let milliseconds: Double
        let processorMilliseconds: Double
        let megabytes: Double
        let items: Int
    }

    private let count: Int
    private let folder: String

    init(count: Int, in folder: String) {
        self.count = count
        self.folder = "\(folder)/first"
    }

    func all() async throws -> [Figure] {
        let server = try SyncProcess(database: "\(folder)/server/sync.db")
        defer { server.end() }
        let desk = try SampleMachine(in: "\(folder)/desk")
        try await desk.vault.create(passphrase: SampleMachine.passphrase)
        let count = count
        let batch = try await Time.of {
            try await desk.vault.write { batch in
                for number in 0..<count {
                    try batch.write(.add(.login(SampleMachine.login(number))))
                }
            }
        }
        let setUp = try await Time.of {
            try await desk.sync.setUpSync(at: server.address, device: "first")
        }
        let code = try await desk.sync.inviteDevice()
        await desk.stop()
        let answer = try Self.start(in: "\(folder)/phone", code)
        precondition(answer.items == count, "All items arrive.")
        let join = Time(wall: answer.milliseconds, processor: answer.processorMilliseconds)
        let yardstick = "writing them into a vault at once"
        let bar = 10_000 * Double(max(count, 1_000)) / 100_000
        return [
            Figure(
                name: "first sync to a server", items: count, setUp, yardstick: yardstick, batch,
                atMost: nil),
            Figure(
                name: "first sync to a new machine", items: count, milliseconds: join.wall,
                processorMilliseconds: join.processor, yardstick: yardstick,
                yardstickMilliseconds: batch.wall, yardstickProcessorMilliseconds: batch.processor,
                bar: String(format: "≤ %g s", bar / 1_000), isMet: join.wall <= bar),
            Figure(
                name: "memory of the new machine, most of all", items: count,
                milliseconds: answer.megabytes),
        ]
    }

    private static func start(in folder: String, _ code: SecretText) throws -> Answer {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = [task, folder]
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        code.withBytes { input.fileHandleForWriting.write(Data($0)) }
        try input.fileHandleForWriting.close()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return try JSONDecoder().decode(Answer.self, from: data)
    }

    /// Joins in this process, by the code that is its input.
    static func join(in folder: String) async throws {
        let code = SecretText(utf8: Array(FileHandle.standardInput.readDataToEndOfFile()))
        let phone = try SampleMachine(in: folder)
        let time = try await Time.of { try await phone.join(code) }
        let answer = Answer(
            milliseconds: time.wall, processorMilliseconds: time.processor,
            megabytes: ProcessMemory.kilobytes("VmHWM:", of: getpid()) / 1_024,
            items: try await phone.count())
        FileHandle.standardOutput.write(try JSONEncoder().encode(answer))
        await phone.stop()
    }
}
