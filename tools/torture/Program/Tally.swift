/// What was tried, and what was lost, by command.
struct Tally {
    private struct Row {
        var tried: [Fault: Int] = [:]
        var losses = 0
        var leftovers = 0
    }

    private var rows: [String: Row] = [:]
    /// How many trials there were in which something went wrong.
    private(set) var count = 0
    /// How many of them lost something or left something over.
    private(set) var badCount = 0

    /// Whether something was tried, and all of it ended well.
    var isGood: Bool { count > 0 && badCount == 0 }

    /// Adds a trial; one that was over before anything went wrong does not count.
    ///
    /// - Returns: What is to be said of it; empty when it ended well.
    mutating func add(_ trial: Trial, _ outcome: Trial.Outcome) -> String {
        let name = trial.command.name
        if outcome.wasHit {
            count += outcome.states
            rows[name, default: Row()].tried[trial.fault, default: 0] += outcome.states
        }
        guard !outcome.losses.isEmpty || !outcome.leftovers.isEmpty else { return "" }
        badCount += 1
        if outcome.losses.isEmpty {
            rows[name, default: Row()].leftovers += 1
        } else {
            rows[name, default: Row()].losses += 1
        }
        let lines =
            outcome.losses.map { "  lost: \($0)" }
            + outcome.leftovers.map { "  left over: \($0)" }
        return "\(name), \(trial.fault.rawValue) \(outcome.what)\n"
            + lines.joined(separator: "\n") + "\n"
    }

    /// The table of all commands.
    func table(_ operations: [String: Int]) -> String {
        let faults = Fault.allCases.filter { fault in
            rows.values.contains { $0.tried[fault] != nil }
        }
        var lines = [
            ["command", "operations"] + faults.map(\.rawValue) + ["lost", "left over"]
        ]
        for (name, row) in rows.sorted(by: { $0.key < $1.key }) {
            lines.append(
                [name, "\(operations[name] ?? 0)"] + faults.map { "\(row.tried[$0] ?? 0)" }
                    + ["\(row.losses)", "\(row.leftovers)"])
        }
        let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { cells in
            cells.enumerated().map { column, cell in
                let space = String(repeating: " ", count: widths[column] - cell.count)
                return column == 0 ? cell + space : space + cell
            }.joined(separator: "  ")
        }.joined(separator: "\n")
    }
}
