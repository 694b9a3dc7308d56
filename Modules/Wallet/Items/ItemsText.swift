package import TenonUI

/// The texts of this feature.
package enum ItemsText: String, LocalizedKey {
    case added, attachmentSize, attachments, changed, concealQRCode, copied, count, created, dates,
        delete,
        deleteForever, deleteForeverMessage, deleteForeverTitle, deleteMessage, deleteTitle,
        deletedForever, discardMessage, discardTitle, edit, editTitle, empty, expiry, favorite,
        favorites, found, history, inTrash, lastUsed, listTitle, loading, makeFavorite, moreFields,
        movedToTrash, newField, newFieldConcealed, newFieldHelp, newFieldValue, nextCode,
        noFavorites, noResult, noTagged, noTags, notes, number, oneTimePassword, openSite,
        passphraseToReveal, password, passwordChanged, pin, qrCodeAlternative, remove,
        removeFavorite, removeHelp, restore, restoreVersion, restoreVersionMessage,
        restoreVersionTitle, restored, revealQRCode, saved,
        search, securityCode, sortRecent, sortRecentHelp, sortTitle, sortTitleHelp, tagTitle, tags,
        tagsHelp, timesUsed, title, trash, trashEmpty, trashSummary, unknownKind, until, untitled,
        userName, versionRestored

    package static let catalogue = Catalogue(json: PackageResources.Strings_json)

    /// The title of an item as it is shown.
    static func title(_ title: String, _ localizer: Localizer) -> String {
        title.isEmpty ? localizer(ItemsText.untitled) : title
    }
}
