package import TenonCore

/// What a person may do next about other machines.
///
/// Remedies name it as a command; a front end with screens calls it by what is on them.
package enum SyncStep: String, CaseIterable, Sendable {
    /// Begin on the first machine.
    case setUp = "wallet sync set-up"
    /// Join other machines by a code.
    case join = "wallet sync join"
    /// Join them by a recovery sheet.
    case recover = "wallet sync join --recovery"
    /// Make a code that lets another machine in.
    case invite = "wallet sync invite"
    /// Look which machines keep the vault.
    case devices = "wallet sync devices"
    /// Look at the conflicts.
    case conflicts = "wallet sync conflicts"
    /// Stop exchanging changes.
    case leave = "wallet sync leave"
    /// Take away what is kept of the vault for other machines.
    case removeVault = "wallet sync remove-vault"

    /// The command, as a part of a sentence.
    fileprivate var command: Sentence {
        let quoted = "\"\(rawValue)\""
        return Sentence(verbatim: quoted)
    }
}

extension Sentence.StringInterpolation {
    /// Adds a step by its command.
    mutating func appendInterpolation(_ step: SyncStep) { appendInterpolation(step.command) }
}

extension Sentence {
    /// The sentence with other names for the steps in it.
    package func naming(_ name: (SyncStep) -> String) -> Sentence {
        Sentence(
            pattern: pattern,
            values: values.map { value in
                guard case .sentence(let inner) = value else { return value }
                let step = SyncStep.allCases.first { $0.command == inner }
                return step.map { .text(name($0)) } ?? .sentence(inner.naming(name))
            })
    }
}
