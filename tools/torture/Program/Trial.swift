import Foundation

/// One run of a command in which one thing goes wrong.
struct Trial: Sendable {
    let command: TorturedCommand
    let fault: Fault
    /// The number of the operation; for a kill at any time the moment, in microseconds; for a small
    /// disk its free pages.
    let at: Int
    /// Whether another command opens the vault then, and this one is run again when it was not done.
    var isRepeated = false

    /// What happened, and what it cost.
    struct Outcome: Sendable {
        /// Whether something went wrong: the command may have ended before.
        var wasHit = false
        /// How many conditions were looked at.
        var states = 1
        /// What went wrong, in words.
        var what = ""
        /// Losses and half-done changes; empty when there are none.
        var losses: [String] = []
        /// What was left over.
        var leftovers: [String] = []
    }

    /// Runs it on a copy of a sample and looks at the result.
    ///
    /// A failure of the tool itself is reported like a loss.
    func outcome(
        _ sample: Sample, _ reference: Reference, _ tools: Tools, in folder: String
    ) async -> Outcome {
        do {
            return try await run(sample, reference, tools, in: folder)
        } catch {
            let words = (error as? Problem)?.message ?? "\(error)"
            return Outcome(what: "at \(at)", losses: ["It could not be tried: \(words)"])
        }
    }

    private func run(
        _ sample: Sample, _ reference: Reference, _ tools: Tools, in folder: String
    ) async throws -> Outcome {
        guard let original = sample.places[command.sample] else { return Outcome() }
        let disk =
            fault == .disk || fault == .readOnly
            ? try await Disk(fault, at, original, folder) : nil
        let place = try disk?.place ?? original.copy(to: folder)
        defer { place.remove() }
        let board = try Board(path: place.board)
        let stops = Stops(place, reference)
        let ending = try await strike(place, tools, stops)
        var outcome = Outcome()
        outcome.wasHit =
            switch fault {
            case .anytime: ending.status == -SIGKILL || command.usesAgent
            case .disk, .readOnly: true
            case .stop: !stops.isEmpty
            default: board.hits > 0
            }
        outcome.what = board.what.isEmpty ? "at \(at)" : "at \(at) (\(board.what))"
        try await stops.judge(self, &outcome, reference, tools)
        try await disk?.release()
        try await judge(ending, &outcome, place, reference, tools)
        try await disk?.remove()
        return outcome
    }

    private func strike(
        _ place: Place, _ tools: Tools, _ stops: Stops
    ) async throws -> Child.Ending {
        let shim = fault.environment(at: at)
        guard command.usesAgent else {
            let words = command.words + ["--passphrase-file", "../in/passphrase"]
            let child = try tools.start(words, in: place, fault: shim)
            if fault == .anytime {
                try await Task.sleep(for: .microseconds(at))
                child.kill()
            }
            return await child.ending(whenStopped: stops.add)
        }
        let agent = try AgentRun(place, tools, fault: shim, whenStopped: stops.add)
        return try await agent.perform(command, killAfter: fault == .anytime ? at : nil)
    }

    /// Looks at what there is after a run.
    func judge(
        _ ending: Child.Ending, _ outcome: inout Outcome, _ place: Place, _ reference: Reference,
        _ tools: Tools
    ) async throws {
        let isDone = command.isDone(ending)
        if ending.status == Child.hung { outcome.losses.append("It did not end.") }
        if ending.status < 0, ending.status != -SIGKILL, ending.status != Child.hung {
            outcome.losses.append("It crashed: \(ending.words).")
        }
        if command.onlyReads, fault.leavesReading,
            !isDone || ending.output != reference.output
        {
            outcome.losses.append("It cannot be read: \(ending.words).")
        }
        if isDone, !command.namesWhatGoes {
            for name in place.namesPrinted(in: ending.output).subtracting(place.fileNames()) {
                outcome.losses.append("It says where \(name) is, and that is not there.")
            }
        }
        let next = isRepeated || fault != .stop ? try await nextStart(place, tools) : nil
        let condition = await Condition(of: place, command, tools)
        outcome.losses += reference.complaints(condition, isDone: isDone, next)
        outcome.leftovers = reference.leftovers(place, after: [ending])
        let wasUndone = condition == reference.before && reference.before != reference.after
        guard outcome.losses.isEmpty, !outcome.leftovers.isEmpty || isRepeated && wasUndone
        else { return }
        let again = try await tools.runAgain(command, in: place)
        if wasUndone {
            let last = await Condition(of: place, command, tools)
            if again.status != 0 || last != reference.after {
                let changes = reference.after.changes(to: last).joined(separator: "; ")
                outcome.losses.append("Done again: \(again.words); \(changes)")
            }
        }
        outcome.leftovers = reference.leftovers(place, after: [ending, again])
    }

    /// The output of the next command that opens the vault; `nil` when there is none.
    private func nextStart(_ place: Place, _ tools: Tools) async throws -> Child.Ending? {
        guard access(place.vault, F_OK) == 0 else { return nil }
        var ending = try await tools.run(["list", "--plain"], in: place)
        if ending.status == 77, command.name == "vault-passphrase" {
            ending = try await tools.start(
                ["list", "--plain", "--passphrase-file", "../in/new"], in: place
            ).ending()
        }
        return ending
    }
}
