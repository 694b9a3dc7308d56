/// A part of an item that has a value of its own, when two states of the item are compared.
///
/// Numbers, once given, stay: machines tell each other of changes by them. A newer version may have
/// further ones, which are handed on as they are. Those of single texts are in ``ItemPart/row``.
package struct ItemField: Hashable, Sendable {
    /// What it is.
    package let number: Int
    /// Which of several it is; empty where there is only one.
    package let key: [UInt8]

    /// Names a part by number and key.
    package init(number: Int, key: [UInt8] = []) {
        self.number = number
        self.key = key
    }

    private init(_ number: Int) { self.init(number: number) }

    /// The kind of the item, which never changes.
    package static let kind = ItemField(1)
    /// The title.
    package static let title = ItemField(2)
    /// The user name.
    package static let userName = ItemField(3)
    /// The password.
    package static let password = ItemField(4)
    /// The secret of one-time passwords.
    package static let oneTimePassword = ItemField(5)
    /// The notes.
    package static let notes = ItemField(6)
    /// Whether it is a favourite.
    package static let isFavorite = ItemField(7)
    /// When the item was made.
    package static let created = ItemField(8)
    /// When the password changed.
    package static let passwordChanged = ItemField(9)
    /// The name on a card.
    package static let holder = ItemField(10)
    /// The number of a card.
    package static let cardNumber = ItemField(11)
    /// The last month of a card.
    package static let expiry = ItemField(12)
    /// The code printed on a card.
    package static let securityCode = ItemField(13)
    /// The secret number of a card.
    package static let pin = ItemField(14)
    /// The bank of a card.
    package static let issuer = ItemField(15)
    /// What a newer version wrote into the overview.
    static let unknownOverview = ItemField(16)
    /// What a newer version wrote into the details.
    static let unknownDetails = ItemField(17)
    /// That the item is there at all.
    package static let presence = ItemField(18)

    static let tagNumber = 19
    static let siteNumber = 20
    static let customNumber = 21
    static let attachmentNumber = 22

    /// One of the tags.
    package static func tag(_ tag: String) -> ItemField {
        ItemField(number: tagNumber, key: Array(tag.utf8))
    }

    /// One of the sites.
    package static func site(_ site: String) -> ItemField {
        ItemField(number: siteNumber, key: Array(site.utf8))
    }

    /// A field that a person added.
    ///
    /// - Parameter place: Its place among those with the same label.
    package static func custom(_ label: String, _ place: Int) -> ItemField {
        ItemField(number: customNumber, key: Array("\(place) \(label)".utf8))
    }

    /// One of the files.
    package static func attachment(_ id: ItemID) -> ItemField {
        ItemField(number: attachmentNumber, key: id.bytes)
    }

    /// Whether it is one of the files.
    package var isAttachment: Bool { number == Self.attachmentNumber }

    /// The label of a field that a person added; `nil` for any other part.
    package var customLabel: String? {
        guard number == Self.customNumber else { return nil }
        let parts = String(decoding: key, as: UTF8.self)
        return parts.firstIndex(of: " ").map { String(parts[parts.index(after: $0)...]) }
    }

    /// The place of a field that a person added among those with the same label; 0 for any other part.
    package var customPlace: Int {
        guard number == Self.customNumber else { return 0 }
        return Int(String(decoding: key.prefix { $0 != 0x20 }, as: UTF8.self)) ?? 0
    }

    /// Whether another value of this part matters to a person: dates follow from the rest.
    package var isMeant: Bool {
        ![.kind, .isFavorite, .created, .passwordChanged, .presence].contains(self)
    }

    /// The part that it is, if it is one of the table.
    package var part: ItemPart? { key.isEmpty ? ItemPart.byNumber[number] : nil }

    /// Whether former values are kept: those of most single texts, and of further fields that people see.
    package var isVersioned: Bool {
        part?.isVersioned ?? customLabel.map { !CustomField.isHidden($0) } ?? false
    }

    /// Names a part that is a single text.
    package init(_ part: ItemPart) { self.init(part.row.number) }
}

extension ItemField: Comparable {
    /// Orders by number, then by key.
    package static func < (left: ItemField, right: ItemField) -> Bool {
        left.number == right.number
            ? left.key.lexicographicallyPrecedes(right.key) : left.number < right.number
    }
}
