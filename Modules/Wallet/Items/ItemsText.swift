package import TenonUI
import WalletVault

/// The texts of this feature.
package enum ItemsText: String, LocalizedKey {
    case bulkAddTag, bulkChanged, bulkDeleted, bulkDeleteMessage, bulkDeleteTitle, bulkRemoveTag,
        bulkRestored, bulkTag, bulkTrash, bulkTrashed, filterHealth, filterKind, filterMark,
        healthDuplicated, healthOld, healthReused, healthWeak, noneLeft
    case addedAgain, isDuplicated, showDuplicates, siteFitsNothing
    case added, addFile, addOther, attachments, attachmentKilobytes, attachmentMegabytes,
        attachmentSize, changed, concealQRCode, copied,
        copiedByTerminal, count, created, dates,
        delete, deletedForever, deleteForever, deleteForeverMessage, deleteForeverTitle,
        edit, editTitle, empty, emptyTrash, emptyTrashTitle, expires,
        favorite,
        favorites, fillRules, found, hasExpired, history, inBrowsers, inTrash, keyFileHelp,
        lastUsed,
        listTitle, loading,
        makeFavorite,
        moreFields, movedToTrash, newItem, newField, newFieldConcealed, newFieldHelp, newFieldValue,
        nextCode, noFavorites, noResult, noTagged, noTags, notes, openSite, passkeys, passkeysKept,
        passphraseToReveal,
        passwordChanged, qrCodeAlternative, remove, removeFavorite, removeHelp, restore, restored,
        restoreVersion, restoreVersionMessage, restoreVersionTitle, revealQRCode,
        ruleAllowed, ruleDenied,
        ruleExact, ruleHost,
        ruleNotHTTP, ruleOnlyHTTP, ruleRealm, ruleStart, saved, search,
        showFile, sortRecent, sortRecentHelp, sortTitle, sortTitleHelp, tags, tagTitle, timesUsed,
        title, trash, trashEmpty, trashSummary, unknownKind, until, untitled, uses,
        versionRestored

    package static let catalogue = Catalogue(json: PackageResources.Strings_json)

    /// What is wrong with a password, in a word.
    static func title(of problem: ItemHealth.Problem) -> ItemsText {
        switch problem {
        case .reused: .healthReused
        case .weak: .healthWeak
        case .duplicated: .healthDuplicated
        case .old: .healthOld
        }
    }

    /// The title of an item as it is shown.
    package static func title(_ title: String, _ localizer: Localizer) -> String {
        title.isEmpty ? localizer(ItemsText.untitled) : title
    }

    /// The size of a file as it is shown.
    package static func size(_ bytes: Int, _ localizer: Localizer) -> String {
        func rounded(_ unit: Int) -> [String: String] {
            ["size": localizer.number((bytes + unit / 2) / unit)]
        }
        return switch bytes {
        case ..<1_000: localizer(ItemsText.attachmentSize, count: bytes)
        case ..<10_000_000: localizer(ItemsText.attachmentKilobytes, rounded(1_000))
        default: localizer(ItemsText.attachmentMegabytes, rounded(1_000_000))
        }
    }
}
