import TenonCore
import WalletVault

/// How a person names an item on the command line: by location, by id, by site or by words.
struct ItemReference {
    private static let shownCandidates = 10

    let text: String

    init(_ text: String) { self.text = text }

    /// Finds the one item that is meant.
    ///
    /// An id comes first, then the host of an address as it is stored, then a whole title, then
    /// words, then the owner of the site.
    ///
    /// - Throws: ``WalletCommandError`` when there is none, or more than one.
    func find(in vault: any Vault, isTrashed: Bool = false) async throws -> ItemID {
        guard !text.allSatisfy(\.isWhitespace) else { throw WalletCommandError.emptyReference }
        if let id = id { return id }
        if !isTrashed {
            let host = try await sites(in: vault, isExact: true)
            if host.count == 1 { return host[0].id }
            guard host.isEmpty else { throw several(host, host.count) }
        }
        let words = try await vault.list(
            ItemQuery(text: text, isTrashed: isTrashed, window: 0..<(Self.shownCandidates + 1)))
        let titled = try await titled(in: vault, isTrashed: isTrashed)
        if titled.count == 1 { return titled[0].id }
        guard titled.isEmpty else { throw several(titled, titled.count) }
        if words.total == 1 { return words.items[0].id }
        guard words.total == 0 else { throw several(words.items, words.total) }
        let owned = isTrashed ? [] : try await sites(in: vault, isExact: false)
        if owned.count == 1 { return owned[0].id }
        throw owned.isEmpty
            ? WalletCommandError.nothingFound(text, isTrashed: isTrashed)
            : several(owned, owned.count)
    }

    /// The items whose whole title the text is, of all those that match it.
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

    private func several(_ items: [ItemOverview], _ total: Int) -> WalletCommandError {
        var lines = items.prefix(Self.shownCandidates).map { item in
            ["\(item.kind.route.location(item.id))", item.title, item.userName].filter {
                !$0.isEmpty
            }
            .map(HarmlessText.line).joined(separator: "  ")
        }
        if total > lines.count { lines.append("… and \(total - lines.count) more") }
        return .severalFound(text, lines)
    }
}
