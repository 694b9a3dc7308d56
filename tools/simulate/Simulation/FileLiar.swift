import SeededRandom
import Synchronization
import TenonCore
import WalletSync

/// What a remote does wrong on purpose with a part of a file.
package enum FileLie: CaseIterable, Sendable {
    /// Does not give it.
    case withholds
    /// Changes a byte of it.
    case changes
    /// Cuts it short.
    case truncates
    /// Gives a part of another file.
    case confuses
}

/// Gives something else in the place of the parts of a file.
final class FileLiar: Sendable {
    private struct State {
        var random: RandomNumbers
        var code: ErrorCode?
        var asked: [[UInt8]] = []
    }

    private let lie: FileLie
    private let others: [[UInt8]]
    private let state: Mutex<State>

    /// - Parameter others: Parts of files, some of which may be those that are asked for.
    init(_ lie: FileLie, others: [[UInt8]], seed: UInt64) {
        self.lie = lie
        self.others = others
        state = Mutex(State(random: RandomNumbers(seed: seed)))
    }

    /// What has to be said of the file; `nil` when all its parts were given as they are.
    var code: ErrorCode? { state.withLock(\.code) }

    /// The parts that were asked for, as they are.
    var asked: [[UInt8]] { state.withLock(\.asked) }

    /// What is given in the place of a part; of one that is not there, nothing.
    func told(_ part: [UInt8]?) -> [UInt8]? {
        guard let part else { return nil }
        return state.withLock { state -> [UInt8]? in
            state.asked.append(part)
            guard lie != .withholds else {
                state.code = .syncNotArrived
                return nil
            }
            guard let other = falsified(part, &state.random) else { return part }
            state.code = other.count < part.count ? .syncDamaged : .syncAltered
            return other
        }
    }

    /// Something else; `nil` when there is nothing.
    private func falsified(_ part: [UInt8], _ random: inout RandomNumbers) -> [UInt8]? {
        switch lie {
        case .withholds: return nil
        case .changes:
            var other = part
            let place = Int.random(in: other.indices, using: &random)
            other[place] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &random)
            return other
        case .truncates:
            return Array(part.prefix(Int.random(in: 0..<part.count, using: &random)))
        case .confuses: return others.filter { $0 != part }.randomElement(using: &random)
        }
    }
}
