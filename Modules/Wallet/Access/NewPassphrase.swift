package import TenonCore
import TenonSecurity
package import TenonUI

/// The checks of a passphrase that a person chooses and types twice.
package struct NewPassphrase: Sendable, Equatable {
    /// How strong it is, as soon as something is typed.
    private(set) var strength: PassphraseStrength?
    /// What is wrong with it, and with its repetition.
    private(set) var problem: AccessText?
    private(set) var repetitionProblem: AccessText?

    /// What is known while it is typed.
    package init(typed passphrase: SecretText? = nil) {
        if let passphrase, !passphrase.isEmpty { strength = Passphrase.strength(of: passphrase) }
    }

    /// What is known when it has been typed twice.
    package init(_ passphrase: SecretText, repetition: SecretText) {
        self.init(typed: passphrase)
        if passphrase.isEmpty {
            problem = .passphraseMissing
        } else if passphrase != repetition {
            repetitionProblem = .passphrasesDiffer
        }
    }

    /// Whether it is usable, weak or not.
    package var isAcceptable: Bool { problem == nil && repetitionProblem == nil }

    /// Both fields of a form; the first one is called `name` and tells how strong it is.
    package func fields<Name: RawRepresentable<String>, Key: LocalizedKey>(
        _ name: Name, label: Key, repetition: Name, repetitionLabel: Key, _ localizer: Localizer
    ) -> [Field] {
        var first = Field(
            name, label: localizer(label), help: localizer(AccessText.passphraseHelp),
            kind: .secret(isSet: false), isRequired: true, problem: problem.map { localizer($0) },
            autofill: .newPassword, isLive: true)
        first.strength = strength.map { SecretStrength(rank: $0.level.rawValue + 1, localizer) }
        return [
            first,
            Field(
                repetition, label: localizer(repetitionLabel), kind: .secret(isSet: false),
                isRequired: true, problem: repetitionProblem.map { localizer($0) },
                autofill: .newPassword),
        ]
    }

    /// Whether it is strong enough, or the person wants it although it is weak.
    package func isWanted(
        _ confirmations: any ConfirmationPresenting, _ localizer: Localizer
    ) async -> Bool {
        guard let strength, strength.level < .fair else { return true }
        return await confirmations.confirm(
            Confirmation(
                title: localizer(AccessText.weakTitle), message: localizer(AccessText.weakMessage),
                confirmTitle: localizer(AccessText.weakConfirm)))
    }
}
