import TenonSecurity
package import TenonUI

/// The texts of this feature.
package enum AccessText: String, LocalizedKey {
    case welcomeTitle, welcomeSummary, welcomeAdvice, passphrase, passphraseHelp, passphraseMissing,
        passphrasesDiffer, repetition, create, creating, strength, strengthVeryWeak, strengthWeak,
        strengthFair, strengthGood, strengthStrong, weakTitle, weakMessage, weakConfirm,
        recoveryTitle, recoveryOffer, recoveryAdvice, recoveryCode, recoveryMake, recoverySkip,
        recoveryWritten, unlockTitle, unlockSummary, unlockRecoveryTitle, unlockRecoverySummary,
        unlock, unlocking, useRecoveryCode, lock, lockHelp, presentPassphrase, newPassphrase,
        newRepetition, changeTitle, changeSummary, change, changing, passphraseChanged,
        recoveryReplaces, recoveryLink

    package static let catalogue = Catalogue(json: PackageResources.Strings_json)

    /// The name of a level of strength.
    static func name(of level: PassphraseStrength.Level) -> AccessText {
        switch level {
        case .veryWeak: .strengthVeryWeak
        case .weak: .strengthWeak
        case .fair: .strengthFair
        case .good: .strengthGood
        case .strong: .strengthStrong
        }
    }
}
