import Foundation
import TenonCore
import WalletVault

/// A login in a list as JSON; no secret is in it.
struct OverviewDocument: Encodable {
    let id: String
    let location: String
    let title: String
    let userName: String
    let sites: [String]
    let tags: [String]
    let favorite: Bool
    let created: String
    let changed: String
    let lastUsed: String?
    let timesUsed: Int

    init(_ item: ItemOverview) {
        id = item.id.description
        location = "login:\(item.id)"
        title = item.title
        userName = item.userName
        sites = item.sites
        tags = item.tags
        favorite = item.isFavorite
        created = item.created.internetDate
        changed = item.changed.internetDate
        lastUsed = item.used?.internetDate
        timesUsed = item.timesUsed
    }
}

/// One login as JSON; secrets are `null` unless they are to be revealed.
struct LoginDocument: Encodable {
    struct FieldDocument: Encodable {
        let label: String
        let value: String?
        let concealed: Bool
    }

    let id: String
    let location: String
    let title: String
    let userName: String
    let password: String?
    let hasPassword: Bool
    let sites: [String]
    let notes: String
    let tags: [String]
    let favorite: Bool
    let fields: [FieldDocument]
    let created: String
    let changed: String
    let passwordChanged: String
    let lastUsed: String?
    let timesUsed: Int

    init(_ login: Login, isRevealed: Bool) {
        id = login.id.description
        location = "login:\(login.id)"
        title = login.title
        userName = login.userName
        password = isRevealed ? login.password.reveal() : nil
        hasPassword = !login.password.isEmpty
        sites = login.sites
        notes = login.notes.reveal()
        tags = login.tags
        favorite = login.isFavorite
        fields = login.customFields.map { field in
            FieldDocument(
                label: field.label,
                value: field.isConcealed && !isRevealed ? nil : field.value.reveal(),
                concealed: field.isConcealed)
        }
        created = login.created.internetDate
        changed = login.changed.internetDate
        passwordChanged = login.passwordChanged.internetDate
        lastUsed = login.used?.internetDate
        timesUsed = login.timesUsed
    }
}

extension Timestamp {
    /// The time in the form of RFC 3339, in UTC to the second.
    var internetDate: String {
        Date(timeIntervalSince1970: Double(milliseconds) / 1000).formatted(.iso8601)
    }
}
