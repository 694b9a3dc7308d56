import Foundation
import SeededRandom
import Synchronization

/// Several processes that write to one vault at once, some of them with a wrong clock.
struct Writers {
    /// The errors of the writers' clocks, in seconds.
    private static let jumps = [0, 0, 0, 3600, -3600, 40 * 86400, -40 * 86400, 400 * 86400]

    /// What is in the errors of a refusal that may pass, beside the status for it.
    private static let passing = ["vault.conflict", "The agent was started but does not answer"]

    /// What the writers were told.
    private struct Record {
        /// The titles of items of which a command said that they were added.
        var added: Set<String> = []
        /// By writer: what its own item had to hold, and may hold since a command did not end well.
        var passwords: [Int: [String]] = [:]
        var writes = 0
        var reads = 0
        var refusals: [String: Int] = [:]
        var alarms: [String] = []
    }

    private final class Records: Sendable {
        let now = Mutex(Record())
    }

    private let options: Options
    private let tools: Tools
    private let place: Place
    private let records = Records()

    init(_ options: Options, _ sample: Sample, _ tools: Tools, _ folder: String) throws {
        self.options = options
        self.tools = tools
        guard let vault = sample.places[.vault] else {
            throw Problem(message: "there is no sample for the writers.")
        }
        place = try vault.copy(to: "\(folder)/writers")
    }

    /// Lets them write for a time, and looks whether everything is there.
    func run() async throws -> Bool {
        defer { place.remove() }
        let deadline = ContinuousClock.now + .seconds(options.writing)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<options.writers {
                group.addTask { try await write(number, until: deadline) }
            }
            group.addTask { try await readAll(until: deadline) }
            try await group.waitForAll()
        }
        try await tools.stopAgent(in: place)
        let record = records.now.withLock { $0 }
        let losses = try await losses(record)
        print(
            "Writers: \(options.writers) for \(Int(options.writing)) s, \(record.writes) writes and "
                + "\(record.reads) reads acknowledged, lost \(losses.count).")
        for (words, count) in record.refusals.sorted(by: { $0.key < $1.key }) {
            print("  refused \(count) times: \(words)")
        }
        for loss in losses { print("  lost: \(loss)") }
        return losses.isEmpty && record.writes > 0 && record.reads > 0
    }

    /// Whether the time is not over, or nothing was acknowledged yet, which it waits for.
    private func goesOn(_ deadline: ContinuousClock.Instant) -> Bool {
        let now = ContinuousClock.now
        guard now >= deadline else { return true }
        return now < deadline + .seconds(600)
            && records.now.withLock { record in
                record.alarms.isEmpty && (record.writes == 0 || record.reads == 0)
            }
    }

    private func write(_ number: Int, until deadline: ContinuousClock.Instant) async throws {
        var random = RandomNumbers(seed: options.seed &* 1000 &+ UInt64(number))
        let secret = "\(place.inputs)/writer-\(number)"
        var round = 0
        while goesOn(deadline) {
            round += 1
            let text = "w\(number)-\(round)"
            try Data("\(text)\n".utf8).write(to: URL(fileURLWithPath: secret))
            let password = ["--password-file", "../in/writer-\(number)"]
            let isEdit = Bool.random(using: &random)
            // Each has an item of its own, and all add further ones.
            let own = "Item \(number + 1)"
            if isEdit {
                records.now.withLock { $0.passwords[number, default: [""]].append(text) }
            }
            let ending = try await run(
                isEdit
                    ? ["edit", own] + password : ["add", "--title", text] + password,
                number, &random)
            records.now.withLock { record in
                guard ending.status == 0 else { return note(ending, &record) }
                record.writes += 1
                if isEdit {
                    record.passwords[number] = [text]
                } else {
                    record.added.insert(text)
                }
            }
        }
    }

    private func readAll(until deadline: ContinuousClock.Instant) async throws {
        var random = RandomNumbers(seed: options.seed)
        while goesOn(deadline) {
            let ending = try await run(["list", "--plain"], options.writers, &random)
            records.now.withLock { record in
                guard ending.status == 0 else { return note(ending, &record) }
                record.reads += 1
            }
        }
    }

    /// Runs a command with a clock that may be wrong; every fourth writer goes through the agent.
    private func run(
        _ words: [String], _ number: Int, _ random: inout RandomNumbers
    ) async throws -> Child.Ending {
        let jump = Self.jumps.randomElement(using: &random) ?? 0
        let child = try tools.start(
            words + ["--passphrase-file", "../in/passphrase"], in: place,
            agent: number % 4 == 3, fault: ["TORTURE_CLOCK": "\(jump)"],
            streams: "writer-\(number)")
        return await child.ending()
    }

    /// A command may fail with "try again"; any other error is a false alarm.
    private func note(_ ending: Child.Ending, _ record: inout Record) {
        if ending.status == 75 || Self.passing.contains(where: { ending.errors.contains($0) }) {
            record.refusals[Place.plain(ending.words), default: 0] += 1
        } else {
            record.alarms.append(ending.words)
        }
    }

    private func losses(_ record: Record) async throws -> [String] {
        var losses = record.alarms
        let text = await VaultContent.read(
            place.vault, state: place.state, passphrases: [("passphrase", Sample.passphrase)])
        guard text.hasPrefix("with") else { return losses + ["the vault: \(text)"] }
        if !text.contains("; trash Trashed;") {
            losses.append("what was in the trash, by a wrong clock")
        }
        if !text.hasSuffix(" clean") { losses.append("the check: \(text)") }
        for title in record.added.sorted() where !text.contains(" \(title)=:\(title)") {
            losses.append("the added item \(title)")
        }
        for (number, values) in record.passwords.sorted(by: { $0.key < $1.key }) {
            // One of them has a counting code, which stands between the password and the versions.
            let isThere = values.contains { value in
                value.isEmpty
                    || ["+", " "].contains { text.contains("Item \(number + 1)=ada:\(value)\($0)") }
            }
            if !isThere { losses.append("the change of Item \(number + 1) to \(values[0])") }
        }
        return losses
    }
}
