package import TenonUI

/// The texts of this feature.
package enum ItemsText: String, LocalizedKey {
    case added, addOther, attachments, attachmentSize, changed, concealQRCode, copied, count,
        created, dates,
        delete, deletedForever, deleteForever, deleteForeverMessage, deleteForeverTitle,
        discardMessage, discardTitle, edit, editTitle, empty, favorite,
        favorites, found, history, inTrash, keyFileHelp, lastUsed, listTitle, loading, makeFavorite,
        moreFields, movedToTrash, newItem, newField, newFieldConcealed, newFieldHelp, newFieldValue,
        nextCode, noFavorites, noResult, noTagged, noTags, notes, openSite, passphraseToReveal,
        passwordChanged, qrCodeAlternative, remove, removeFavorite, removeHelp, restore, restored,
        restoreVersion, restoreVersionMessage, restoreVersionTitle, revealQRCode, saved, search,
        sortRecent, sortRecentHelp, sortTitle, sortTitleHelp, tags, tagsHelp, tagTitle, timesUsed,
        title, trash, trashEmpty, trashSummary, unknownKind, until, untitled, versionRestored

    package static let catalogue = Catalogue(json: PackageResources.Strings_json)

    /// The title of an item as it is shown.
    static func title(_ title: String, _ localizer: Localizer) -> String {
        title.isEmpty ? localizer(ItemsText.untitled) : title
    }
}
