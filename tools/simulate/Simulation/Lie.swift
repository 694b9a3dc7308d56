import TenonCore
import WalletSync

extension Simulation {
    /// Where the devices keep their logs.
    package enum Place: CaseIterable, Sendable {
        /// Files, which arrive one by one.
        case folder
        /// It has at once what it was given.
        case server
    }
}

/// What a remote does wrong on purpose, during one exchange.
package enum Lie: CaseIterable, Sendable {
    /// Changes a byte of a commit.
    case changes
    /// Cuts a commit short.
    case truncates
    /// Gives another commit of the same log: one after it, or one before it.
    case swaps
    /// Gives the commit of another device.
    case confuses
    /// Gives bytes of its own.
    case invents
    /// Gives the older state of a log.
    case rollsBack
    /// Has lost all parts of snapshots.
    case withholds
    /// Has lost a commit in the middle of a log.
    case omits
    /// Gives two commits of a log, one in the place of the other.
    case reorders
    /// Gives another commit that a device has signed under the same number, as there is a copy of it.
    case forks
    /// Says of all logs that they are longer than they are.
    case exaggerates

    /// What is said of a log that it concerns; `nil` when that depends on what became of the commit.
    func code(at place: Simulation.Place) -> ErrorCode? {
        switch self {
        case .rollsBack: .syncRolledBack
        case .reorders: .syncForeign
        case .forks: .syncForked
        case .omits, .exaggerates: place == .server ? .syncMissing : nil
        case .changes, .truncates, .swaps, .confuses, .invents, .withholds: nil
        }
    }

    /// Whether a log may be waited for instead: what is not there may be on its way, or in a snapshot.
    var isWaitedFor: Bool { self == .omits || self == .exaggerates }
}
