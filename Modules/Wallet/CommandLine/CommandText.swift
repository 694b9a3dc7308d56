import TenonUI

/// The texts of the commands.
enum CommandText: String, LocalizedKey {
    case passphrase, newPassphrase, repeatPassphrase, weakTitle, weakMessage, weakConfirm, created,
        recoverySaved, listEmpty, trashEmpty, nothingFound, nothingMatches, trashMatches, userName,
        password, oneTimeCode, oneTimeSecret, site, number, numberDoubt, securityCodeDoubt,
        passkeys, passkeysKept, inBrowsers,
        ruleDenied, ruleExact, ruleHost, ruleNotHTTP, ruleOnlyHTTP, ruleStart, expires,
        tags, changed, location,
        copied, copiedUnmarked, importRemarkLine, siteFitsNothing, added, saved, wouldRemove,
        removeTitle,
        removeMessage, remove,
        removed, restored,
        locked, unlocked, agentRunning, agentMissing, agentStopped, agentUnlocked, agentLocked,
        agentRemaining, importTitle, importMessage, importConfirm, importing, importProblem,
        importProblemEntry, importProblemTitle, importProblemTitledLine, importRemark,
        importRecognised, importPassword,
        importCounts, importKept, importFiles, importAdvice, importAdviceLater, exportTitle,
        exportMessage, exportOmits, exportOmitsTitle, exportConfirm, exportPassword, exportRepeat,
        exporting, exported, exportAdvice, checking, checkClean, checkFindings, recovering,
        recovered, wouldRecover, backingUp, backedUp, wouldBackUp, wouldDelete, restoring,
        wouldRestore, restoreTitle, restoreOther, restoreMessage, restoreConfirm, restoredBackup,
        acceptTitle, acceptMessage, acceptConfirm, accepted, passphraseChanged, measuring, measured,
        tuned, slotPassphrase, slotRecoveryCode, slotUnknown, slotCost, slotAdded, wouldRemoveSlot,
        removeSlotTitle, removeSlotMessage, removeSlotConfirm, slotRemoved, rekeyLoses, wouldRekey,
        rekeyMessage, rekeyConfirm, rekeying, rekeyed, rekeyShared, rekeyTraces, otpValid,
        auditMore, severalMatch, alikeMatch, severalMore, noHistory, until, title, editExplanation,
        editTitle,
        editMessage, editConfirm, unchanged, syncSetUp, syncSame, leaveMessage, leaveConfirm,
        syncInvited, syncJoined, syncJoinedIn, syncState, syncLast, syncProblem, syncRemedy,
        syncMachine,
        syncIsOff, syncIsLocked, syncIsWaiting, syncIsOffline, syncIsAttention, syncDecided,
        syncItemKept, syncBack, syncIsDismissed, syncNever, syncRemovedKeeps, syncRemovedRest,
        syncRemovedBefore, syncRemovedLacksKey, syncChoosePassphrase, syncPassphraseKnown,
        syncLetInTitle, syncAcknowledged, syncMissing,
        syncKeyTitle, syncKeyMessage, syncKeyConfirm,
        sheetHeading, sheetUse, sheetConfirm, sheetSaved, syncRecovered, attachments, attaching,
        attached, noAttachments, attachmentSize, attachmentWritten, attachmentOpen,
        attachmentOpenMessage, attachmentClose, detachTitle, detachMessage, detached, fetching,
        filesElsewhere, fileElsewhere

    static let catalogue = Catalogue(json: PackageResources.Strings_json)
}
