import Foundation

/// A run of a command without a fault, as the reference for trials.
struct Reference: Sendable {
    let command: TorturedCommand
    let before: Condition
    let after: Condition
    let output: String
    /// How long it took, in microseconds.
    let duration: Int
    private let operations: [Fault: Int]
    private let names: Set<String>

    /// Runs the command once.
    ///
    /// - Throws: ``Problem`` when it fails, or changes nothing although it should.
    init(_ command: TorturedCommand, _ sample: Sample, _ tools: Tools, in folder: String)
        async throws
    {
        self.command = command
        guard let original = sample.places[command.sample] else {
            throw Problem(message: "\(command.name) has no sample.")
        }
        let untouched = try original.copy(to: "\(folder)-before")
        defer { untouched.remove() }
        var names = untouched.fileNames()
        before = await Condition(of: untouched, command, tools)

        let place = try original.copy(to: folder)
        defer { place.remove() }
        let board = try Board(path: place.board)
        let ending: Child.Ending
        let start = ContinuousClock.now
        if command.usesAgent {
            ending = try await AgentRun(place, tools, fault: [:])
                .perform(command, killAfter: nil)
        } else {
            ending = try await tools.run(command.words, in: place, fault: [:])
        }
        duration = Int((ContinuousClock.now - start) / .microseconds(1))
        guard ending.status == 0 else {
            throw Problem(message: "\(command.name) fails by itself: \(ending.words).")
        }
        output = ending.output
        operations = Dictionary(
            uniqueKeysWithValues: Fault.allCases.map { ($0, board.count(of: $0.kinds)) })
        after = await Condition(of: place, command, tools)
        names.formUnion(place.fileNames())
        self.names = names
        let isUnchanging = command.onlyReads || command.isWithoutTrace
        guard before == after || !isUnchanging, before != after || isUnchanging else {
            throw Problem(
                message: "\(command.name) does not do what it should: "
                    + "\(before.changes(to: after)).")
        }
    }

    /// How many operations a fault can strike.
    func operations(for fault: Fault) -> Int { operations[fault] ?? 0 }

    /// The errors in the end of a trial; empty when there are none.
    ///
    /// - Parameters:
    ///   - isDone: Whether the command said that all is done.
    ///   - next: What a command said that opened the vault next.
    func complaints(_ condition: Condition, isDone: Bool, _ next: Child.Ending?) -> [String] {
        var complaints: [String] = []
        for (part, value) in condition.parts.sorted(by: { $0.key < $1.key }) {
            let (old, new) = (before.parts[part], after.parts[part])
            if part == "backups", hasAll(value, of: [old, new]) { continue }
            if value != old, value != new {
                complaints.append("Neither before nor after: \(part): \(value)")
            } else if isDone, value != new {
                complaints.append("Acknowledged, and not there: \(part): \(value)")
            }
        }
        // What was replaced is never gone.
        let isReplaced =
            before.parts["replaced"] != after.parts["replaced"]
            && condition.parts["vault"] == after.parts["vault"]
            && before.parts["vault"] != after.parts["vault"]
        if isReplaced, condition.parts["replaced"] != after.parts["replaced"] {
            complaints.append("The replaced vault is gone.")
        }
        let opens = condition.parts["vault"]?.hasPrefix("with") == true
        if let next, command.sample != .damaged, opens != (next.status == 0) {
            complaints.append("The next start says: \(next.words)")
        }
        return complaints
    }

    /// Whether the backups of several conditions are there: an old one goes when the new one is
    /// there, and at the next time if that fails.
    private func hasAll(_ backups: String, of others: [String?]) -> Bool {
        let there = Set(backups.components(separatedBy: Condition.separator))
        return others.allSatisfy { other in
            (other ?? "").components(separatedBy: Condition.separator).allSatisfy(there.contains)
        }
    }

    /// The files that no run of the command leaves behind.
    ///
    /// A run that had to choose another name for what it keeps reports it. Logs may lie beside what
    /// was replaced: where the disk failed they could not be brought into it.
    ///
    /// - Parameter endings: How the runs in this place ended.
    func leftovers(_ place: Place, after endings: [Child.Ending]) -> [String] {
        let files = place.fileNames()
        let kept = names.filter { $0.hasSuffix(".replaced") }
            .union(endings.flatMap { place.namesPrinted(in: $0.output) })
        let logs = kept.intersection(files).filter { $0.contains(".replaced") }
            .flatMap { ["\($0)-wal", "\($0)-shm"] }
        return files.subtracting(names).subtracting(kept).subtracting(logs).sorted()
    }
}
