package import TenonCore

/// Items that may be the same: logins with one user name in one application, or items of equal content.
package struct DuplicateGroup: Sendable, Equatable {
    /// Where all groups are listed.
    package static let list = Route("duplicates")
    /// Where those that may be the same as an item are shown.
    package static let route = Route("duplicates").argument("id", as: ItemID.self)

    /// The items, the one that was changed last in front; two at least.
    package let items: [ItemID]
    /// Whether they have the same password.
    package let isSecretEqual: Bool

    /// Puts items together.
    package init(items: [ItemID], isSecretEqual: Bool) {
        self.items = items
        self.isSecretEqual = isSecretEqual
    }
}
