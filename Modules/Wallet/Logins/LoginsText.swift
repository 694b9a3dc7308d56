package import TenonUI
import WalletVault

/// The texts of this feature.
package enum LoginsText: String, LocalizedKey {
    case listTitle = "logins.list.title"
    case search = "logins.search"
    case count = "logins.count"
    case found = "logins.found"
    case loading = "logins.loading"
    case empty = "logins.empty"
    case noResult = "logins.no-result"
    case untitled = "logins.untitled"
    case login = "logins.login"
    case open = "logins.open"
    case add = "logins.add"
    case retry = "logins.retry"
    case sortRecent = "logins.sort.recent"
    case sortRecentHelp = "logins.sort.recent.help"
    case sortTitle = "logins.sort.title"
    case sortTitleHelp = "logins.sort.title.help"
    case copyPassword = "logins.copy-password"
    case copyUserName = "logins.copy-user-name"
    case copy = "logins.copy"
    case copied = "logins.copied"
    case noPassword = "logins.no-password"
    case noUserName = "logins.no-user-name"
    case reveal = "logins.reveal"
    case conceal = "logins.conceal"
    case openSite = "logins.open-site"
    case userName = "logins.user-name"
    case password = "logins.password"
    case site = "logins.site"
    case sites = "logins.sites"
    case sitesHelp = "logins.sites.help"
    case notes = "logins.notes"
    case tags = "logins.tags"
    case tagsHelp = "logins.tags.help"
    case favorite = "logins.favorite"
    case makeFavorite = "logins.make-favorite"
    case removeFavorite = "logins.remove-favorite"
    case moreFields = "logins.more-fields"
    case dates = "logins.dates"
    case created = "logins.created"
    case passwordChanged = "logins.password-changed"
    case lastUsed = "logins.last-used"
    case timesUsed = "logins.times-used"
    case earlierPasswords = "logins.earlier-passwords"
    case earlierPassword = "logins.earlier-password"
    case until = "logins.until"
    case edit = "logins.edit"
    case delete = "logins.delete"
    case deleteTitle = "logins.delete.title"
    case deleteMessage = "logins.delete.message"
    case movedToTrash = "logins.moved-to-trash"
    case inTrash = "logins.in-trash"
    case newTitle = "logins.new.title"
    case editTitle = "logins.edit.title"
    case title = "logins.title"
    case titleHelp = "logins.title.help"
    case titleMissing = "logins.title.missing"
    case save = "logins.save"
    case cancel = "logins.cancel"
    case saved = "logins.saved"
    case added = "logins.added"
    case discardTitle = "logins.discard.title"
    case discardMessage = "logins.discard.message"
    case discard = "logins.discard"
    case trash = "logins.trash"
    case trashSummary = "logins.trash.summary"
    case trashEmpty = "logins.trash.empty"
    case restore = "logins.restore"
    case restored = "logins.restored"
    case deleteForever = "logins.delete-forever"
    case deleteForeverTitle = "logins.delete-forever.title"
    case deleteForeverMessage = "logins.delete-forever.message"
    case deletedForever = "logins.deleted-forever"
    case badLink = "logins.bad-link"
    case badLinkRemedy = "logins.bad-link.remedy"

    package static let catalogue = Catalogue(json: PackageResources.Strings_json)

    /// The title of an item as it is shown.
    static func title(of item: ItemOverview, _ localizer: Localizer) -> String {
        item.title.isEmpty ? localizer(LoginsText.untitled) : item.title
    }

    /// The title of a login as it is shown.
    static func title(of login: Login, _ localizer: Localizer) -> String {
        login.title.isEmpty ? localizer(LoginsText.untitled) : login.title
    }
}
