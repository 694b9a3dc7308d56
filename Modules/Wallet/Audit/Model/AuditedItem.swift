package import TenonCore
package import TenonSecurity
package import WalletVault

/// An item with problems.
package struct AuditedItem: Sendable, Equatable, Identifiable {
    /// Items that share something: the number of the group, and how many they are.
    package struct Group: Sendable, Equatable {
        /// Tells groups apart; from 1 in every report.
        package let number: Int
        /// How many items are in it; two at least.
        package let count: Int
    }

    /// The name of the item.
    package let id: ItemID
    /// What it is.
    package let kind: ItemKind
    /// Its title.
    package let title: String
    /// The user name of a login.
    package let userName: String
    /// How strong the password is, if it is weak.
    package var weak: PassphraseStrength?
    /// The logins with the same password, if there are others.
    package var reused: Group?
    /// How often attackers have seen the password, if they know it.
    package var breached: Int?
    /// Since when the password is unchanged, if that is long ago.
    package var old: Timestamp?
    /// The items with the same content, if there are others.
    package var duplicated: Group?
    /// Until when the card was valid, if it is not any more.
    package var expired: YearMonth?
    /// The first address that is none that a page can have.
    package var unmatched: String?

    /// Makes an item without problems.
    init(_ item: ItemOverview) {
        id = item.id
        kind = item.kind
        title = item.title
        userName = item.userName
    }

    /// Whether it has a problem.
    func has(_ problem: AuditProblem) -> Bool {
        switch problem {
        case .breached: breached != nil
        case .reused: reused != nil
        case .weak: weak != nil
        case .duplicated: duplicated != nil
        case .old: old != nil
        case .expired: expired != nil
        case .unmatched: unmatched != nil
        }
    }

    /// All of its problems.
    package var problems: [AuditProblem] { AuditProblem.allCases.filter(has) }
}
