package import WalletVault

/// An item with texts that are too long for Bitwarden, which refuses a whole file while one is in it.
package struct LongItem: Sendable, Comparable {
    /// A text of an item.
    package enum Text: Sendable, Equatable {
        case title
        case site
        case tags
        case part(ItemPart)
        /// The label or the value of a field with this label.
        case field(String)
        case formerPassword

        /// What programs call it.
        package var name: String {
            switch self {
            case .title: "title"
            case .site: "site"
            case .tags: "tags"
            case .part(let part): part.rawValue
            case .field(let label): label
            case .formerPassword: "former-password"
            }
        }
    }

    /// What the item is called.
    package let title: String
    /// Its texts that are too long.
    package let texts: [Text]

    /// By title, then by the texts.
    package static func < (left: LongItem, right: LongItem) -> Bool {
        func key(_ item: LongItem) -> String { item.texts.map(\.name).joined(separator: "\n") }
        return (left.title, key(left)) < (right.title, key(right))
    }
}
