package import FeedAPI
import TenonCore
package import TenonNetworking

/// An account that somebody has signed in with on this machine.
package struct AccountRecord: Sendable, Hashable {
    /// Names it on this machine.
    package internal(set) var number: Int64 = 0
    /// Its server.
    package let server: WebAddress
    /// Its name on the server.
    package let id: AccountID
    /// Its name as one writes it, with the server.
    package let handle: String
    /// What the person wants to be called.
    package let name: String
    /// The program of the server.
    let family: ServerFamily
    /// Whether it is the one that PhotoFeed begins with.
    package internal(set) var isChosen = false

    /// Describes an account that is about to be added.
    package init(_ account: Account, on server: WebAddress, family: ServerFamily) {
        self.server = server
        self.family = family
        id = account.id
        let port = server.origin.split(separator: ":").count > 2 ? ":\(server.port)" : ""
        handle = "@\(account.userName)@\(server.host)\(port)"
        name = account.displayName.isEmpty ? account.userName : account.displayName
    }

    init?(_ row: any DatabaseRow) {
        guard let server = try? WebAddress(row.text(1)), let id = AccountID(row.text(2)) else {
            return nil
        }
        number = row.integer(0)
        self.server = server
        self.id = id
        handle = row.text(3)
        name = row.text(4)
        family = ServerFamily(rawValue: row.text(5)) ?? .mastodon
        isChosen = row.integer(6) == 1
    }
}
