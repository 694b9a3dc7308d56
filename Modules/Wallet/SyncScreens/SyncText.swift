package import TenonUI

/// The texts of this feature, some of which the commands say as well.
package enum SyncText: String, LocalizedKey {
    case title, help, loading, offSummary, offAdvice, setUpAction, joinAction, recoverAction
    case isOff, isLocked, isInStep, isWorking, isWaiting, isOffline, isDismissed, isLeaving,
        isAttention, hasConflicts
    case badgeInStep, badgeWorking, badgeProgress, badgeWaiting, badgeOffline, badgeDismissed
    case badgeLeaving, badgeAttention, badgeConflicts
    case step, place, machine, unsent, fingerprint, fingerprintHelp, never
    case now, nowHelp, synchronized, waits, refused, caughtUp
    case badgeClock, clockAhead, clockBehind, ownClockAhead, ownClockBehind
    case leave, leaveTitle, leaveMessage, left, notTold, hasLeft, wasRemoved
    case leaveLast, leaveWaiting, ownChanges, ownFiles, nobodyToTell
    case removeVault, removeVaultTitle, removeVaultMessage, removeVaultConfirm, vaultRemoved
    case setUpTitle, setUpSummary, placeField, placeHelp, placeProblem, name, nameHelp, nameProblem
    case settingUp, setUp, isSetUp, operatorCode, operatorCodeHelp
    case joinTitle, joinSummary, code, codeHelp, folder, folderHelp, passphrase, joining, join
    case missing, joined
    case recoverTitle, recoverSummary, sheetText, sheetTextHelp, newPassphrase, repetition
    case recovering, recover, recovered
    case devices, devicesSummary, thisMachine, sheetMachine, lastHeard, remove, removeTitle,
        removeMessage
    case removing, removed, removedKeeps, removeLetIn, hadLetIn
    case badgePassphrase, passphraseChanged
    case badgeBehind, isBehind, missingChange
    case letIn, isNew, newcomer, badgeNewcomer
    case nextPassphrase, nextRepetition
    case newKey, keyHelp, keyTitle, keyMessage, changeKey, changingKey, keyChanged
    case conflicts, conflictsSummary, noConflicts, isBack, choose, conflictSummary, version, empty
    case keep, kept, keepItem, deleteItem, openItem
    case invite, inviteSummary, makeCode, makingCode, inviteCode, goodUntil, inviteUse, isIn
    case inviteAlternative, sheetAlternative
    case expired
    case sheet, sheetSummary, sheetTitle, sheetMessage, makeSheet, makingSheet, sheetVault
    case sheetCode, sheetAll, sheetAdvice, sheetWritten

    package static let catalogue = Catalogue(json: PackageResources.Strings_json)
}
