import TenonSecurity
package import TenonUI

/// The texts of this feature.
package enum AccessText: String, LocalizedKey {
    case welcomeTitle = "access.welcome.title"
    case welcomeSummary = "access.welcome.summary"
    case welcomeAdvice = "access.welcome.advice"
    case passphrase = "access.passphrase"
    case passphraseHelp = "access.passphrase.help"
    case passphraseMissing = "access.passphrase.missing"
    case passphrasesDiffer = "access.passphrase.differ"
    case repetition = "access.repetition"
    case create = "access.create"
    case creating = "access.creating"
    case strength = "access.strength"
    case strengthVeryWeak = "access.strength.very-weak"
    case strengthWeak = "access.strength.weak"
    case strengthFair = "access.strength.fair"
    case strengthGood = "access.strength.good"
    case strengthStrong = "access.strength.strong"
    case weakTitle = "access.weak.title"
    case weakMessage = "access.weak.message"
    case weakConfirm = "access.weak.confirm"
    case recoveryTitle = "access.recovery.title"
    case recoveryOffer = "access.recovery.offer"
    case recoveryAdvice = "access.recovery.advice"
    case recoveryCode = "access.recovery.code"
    case recoveryMake = "access.recovery.make"
    case recoverySkip = "access.recovery.skip"
    case recoveryWritten = "access.recovery.written"
    case reveal = "access.reveal"
    case conceal = "access.conceal"
    case unlockTitle = "access.unlock.title"
    case unlockSummary = "access.unlock.summary"
    case unlockRecoveryTitle = "access.unlock-recovery.title"
    case unlockRecoverySummary = "access.unlock-recovery.summary"
    case unlock = "access.unlock"
    case unlocking = "access.unlocking"
    case useRecoveryCode = "access.use-recovery-code"
    case lock = "access.lock"
    case lockHelp = "access.lock.help"
    case presentPassphrase = "access.present-passphrase"
    case newPassphrase = "access.new-passphrase"
    case newRepetition = "access.new-repetition"
    case changeTitle = "access.change.title"
    case changeSummary = "access.change.summary"
    case change = "access.change"
    case changing = "access.changing"
    case passphraseChanged = "access.changed"
    case recoveryReplaces = "access.recovery.replaces"
    case recoveryLink = "access.recovery.link"

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
