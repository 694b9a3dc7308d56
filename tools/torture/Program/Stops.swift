import Foundation
import Synchronization

/// What was there whenever a program was stopped: what a kill would leave, and a loss of power.
final class Stops: Sendable {
    private let place: Place
    private let isMadeForPower: Bool
    private let count = Mutex(0)
    private let states = Mutex<[(place: Place, name: String)]>([])
    private let problems = Mutex<[String]>([])

    init(_ place: Place, _ reference: Reference) {
        self.place = place
        // A command that only reads loses nothing in a power cut.
        isMadeForPower = !reference.command.onlyReads
    }

    var isEmpty: Bool { states.withLock(\.isEmpty) }

    /// Copies what is there, while the program is stopped.
    func add() {
        let number = count.withLock { count in
            count += 1
            return count
        }
        do {
            let killed = try place.copy(to: "\(place.folder)-stop-\(number)")
            states.withLock { $0.append((killed, "kill at stop \(number)")) }
            let undos = try Undos(path: "\(place.board).undo")
            guard isMadeForPower, !undos.isEmpty else { return }
            let unpowered = try place.copy(to: "\(place.folder)-power-\(number)")
            states.withLock { $0.append((unpowered, "power at stop \(number)")) }
            try undos.perform(below: place.root, on: unpowered.root)
        } catch {
            problems.withLock { $0.append("It could not be tried: \(error)") }
        }
    }

    /// Looks at all of them, and removes them.
    func judge(
        _ trial: Trial, _ outcome: inout Trial.Outcome, _ reference: Reference, _ tools: Tools
    ) async throws {
        let states = states.withLock { $0 }
        defer { for state in states { state.place.remove() } }
        let killed = Child.Ending(status: -SIGKILL, output: "", errors: "")
        for (number, state) in states.enumerated() {
            var trial = trial
            trial.isRepeated = number % 6 == trial.command.name.count % 6
            var one = Trial.Outcome()
            try await trial.judge(killed, &one, state.place, reference, tools)
            outcome.losses += one.losses.map { "\(state.name): \($0)" }
            outcome.leftovers += one.leftovers.map { "\(state.name): \($0)" }
        }
        outcome.states = max(1, states.count)
        outcome.losses += problems.withLock { $0 }
    }
}
