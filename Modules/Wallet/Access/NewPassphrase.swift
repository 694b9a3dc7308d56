import TenonCore
import TenonSecurity
import TenonUI

/// The checks of a passphrase that a person chooses and types twice.
struct NewPassphrase: Sendable, Equatable {
    /// How strong it is, as soon as something is typed.
    var strength: PassphraseStrength?
    /// What is wrong with it, and with its repetition.
    var problem: AccessText?
    var repetitionProblem: AccessText?

    /// What is known while it is typed.
    init(typed passphrase: SecretText? = nil) {
        if let passphrase, !passphrase.isEmpty { strength = Passphrase.strength(of: passphrase) }
    }

    /// What is known when it has been typed twice.
    init(_ passphrase: SecretText, repetition: SecretText) {
        self.init(typed: passphrase)
        if passphrase.isEmpty {
            problem = .passphraseMissing
        } else if passphrase != repetition {
            repetitionProblem = .passphrasesDiffer
        }
    }

    /// Whether it is usable, weak or not.
    var isAcceptable: Bool { problem == nil && repetitionProblem == nil }

    /// Both fields of a form; the first one is called `name` and tells how strong it is.
    func fields(
        _ name: AccessField, label: AccessText, repetitionLabel: AccessText, _ localizer: Localizer
    ) -> [Field] {
        let level = strength.map {
            localizer(AccessText.strength, ["level": localizer(AccessText.name(of: $0.level))])
        }
        return [
            Field(
                name, label: localizer(label),
                help: level ?? localizer(AccessText.passphraseHelp), kind: .secret(isSet: false),
                isRequired: true, problem: problem.map { localizer($0) }, autofill: .newPassword,
                isLive: true),
            Field(
                AccessField.repetition, label: localizer(repetitionLabel),
                kind: .secret(isSet: false),
                isRequired: true, problem: repetitionProblem.map { localizer($0) },
                autofill: .newPassword),
        ]
    }

    /// Whether it is strong enough, or the person wants it although it is weak.
    func isWanted(
        _ confirmations: any ConfirmationPresenting, _ localizer: Localizer
    ) async -> Bool {
        guard let strength, strength.level < .fair else { return true }
        return await confirmations.confirm(
            Confirmation(
                title: localizer(AccessText.weakTitle), message: localizer(AccessText.weakMessage),
                confirmTitle: localizer(AccessText.weakConfirm)))
    }
}
