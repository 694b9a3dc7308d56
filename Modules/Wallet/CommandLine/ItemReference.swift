import TenonCore
import WalletVault

/// How a person names an item on the command line: by location, by id, by site or by words.
struct ItemReference {
    /// What a name means.
    enum Match {
        case one(ItemID)
        /// Several items; the first of them, and how many there are.
        case several([ItemOverview], total: Int)
    }

    /// How many items are shown when several match.
    static let shownCandidates = 10

    let text: String

    init(_ text: String) { self.text = text }

    /// Finds the one item that is meant.
    ///
    /// - Throws: ``WalletCommandError`` when there is none, or more than one.
    func find(in vault: any Vault) async throws -> ItemID {
        switch try await match(in: vault) {
        case .one(let id): return id
        case .several(let items, let total): throw refusal(of: items, total: total)
        }
    }

    /// Finds what can be meant.
    ///
    /// An id comes first, then the host of an address as it is stored, then a whole title, then
    /// words, then the owner of the site.
    ///
    /// - Throws: ``WalletCommandError`` when there is nothing.
    func match(in vault: any Vault, isTrashed: Bool = false) async throws -> Match {
        guard !text.allSatisfy(\.isWhitespace) else { throw WalletCommandError.emptyReference }
        if let id { return .one(id) }
        if !isTrashed, let match = match(try await sites(in: vault, isExact: true)) { return match }
        let words = try await vault.list(
            ItemQuery(text: text, isTrashed: isTrashed, window: 0..<(Self.shownCandidates + 1)))
        if let match = match(try await titled(in: vault, isTrashed: isTrashed)) { return match }
        if let match = match(words.items, total: words.total) { return match }
        if !isTrashed, let match = match(try await sites(in: vault, isExact: false)) {
            return match
        }
        throw WalletCommandError.nothingFound(text, isTrashed: isTrashed)
    }

    private func match(_ items: [ItemOverview], total: Int? = nil) -> Match? {
        switch total ?? items.count {
        case 0: nil
        case 1: .one(items[0].id)
        case let total: .several(items, total: total)
        }
    }

    /// The items whose whole title is the text.
    private func titled(
        in vault: any Vault, isTrashed: Bool
    ) async throws -> [ItemOverview] {
        try await vault.all(ItemQuery(text: text, isTrashed: isTrashed))
            .filter { $0.title == text }
    }

    /// The id that is spelled out, alone or in a location such as `login:ID`.
    private var id: ItemID? {
        if let id = ItemID(text) { return id }
        let location = try? Location(parsing: text, scheme: "wallet")
        guard let segments = location?.segments, segments.count >= 2,
            ItemKind(rawValue: segments[0]) != nil
        else { return nil }
        return ItemID(segments[1])
    }

    /// The items of an address; none when the text is not an address.
    private func sites(in vault: any Vault, isExact: Bool) async throws -> [ItemOverview] {
        guard text.contains("."), !text.contains(where: \.isWhitespace) else { return [] }
        do {
            return try await vault.items(forSite: text, isExact: isExact)
        } catch let error as VaultError where error.code == .vaultBadSite {
            return []
        }
    }

    /// The error that lists what matches.
    func refusal(of items: [ItemOverview], total: Int) -> WalletCommandError {
        var lines = items.prefix(Self.shownCandidates).map { item in
            "\(item.kind.route.location(item.id))  \(Self.line(about: item))"
        }
        if total > lines.count { lines.append("… and \(total - lines.count) more") }
        return .severalFound(text, lines)
    }

    /// Title and user name of an item in one line.
    static func line(about item: ItemOverview) -> String {
        [item.title, item.userName].filter { !$0.isEmpty }.map(HarmlessText.line)
            .joined(separator: "  ")
    }
}
