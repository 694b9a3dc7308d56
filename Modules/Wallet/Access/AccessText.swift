package import TenonUI

/// The texts of this feature.
package enum AccessText: String, LocalizedKey {
    case welcomeTitle, welcomeSummary, welcomeAdvice, passphrase, passphraseHelp, passphraseMissing,
        passphrasesDiffer, repetition, create, creating, weakTitle, weakMessage, weakConfirm,
        recoveryTitle, recoveryOffer, recoveryAdvice, recoveryCode, recoveryMake, recoverySkip,
        recoveryWritten, unlockTitle, unlockSummary, unlockRecoveryTitle, unlockRecoverySummary,
        unlock, unlocking, useRecoveryCode, lock, lockHelp, presentPassphrase, newPassphrase,
        newRepetition, changeTitle, changeSummary, change, changing, passphraseChanged,
        recoveryReplaces, recoveryLink

    package static let catalogue = Catalogue(json: PackageResources.Strings_json)
}
