import TenonCore
import WalletVault

/// How a person names an item on the command line: by location, by id, by site or by words.
struct ItemReference {
    private static let shownCandidates = 10

    let text: String

    init(_ text: String) { self.text = text }

    /// Finds the one item that is meant.
    ///
    /// - Throws: ``WalletCommandError`` when there is none, or more than one.
    func find(in vault: VaultManager, isTrashed: Bool = false) async throws -> ItemID {
        if let id = id { return id }
        let words = try await vault.list(
            ItemQuery(text: text, isTrashed: isTrashed, window: 0..<(Self.shownCandidates + 1)))
        let exact = words.items.filter { $0.title == text }
        if exact.count == 1 { return exact[0].id }
        if words.total == 1 { return words.items[0].id }
        if words.total == 0, !isTrashed {
            // An address finds what is stored for its site, which its words may not.
            let matches = try await sites(in: vault)
            if matches.count == 1 { return matches[0].id }
            guard matches.isEmpty else { throw several(matches, matches.count) }
        }
        guard words.total > 0 else { throw WalletCommandError.nothingFound(text) }
        throw several(words.items, words.total)
    }

    /// The id that is spelled out, alone or in a location such as `login:ID`.
    private var id: ItemID? {
        if let id = ItemID(text) { return id }
        let location = try? Location(parsing: text, scheme: "wallet")
        guard let segments = location?.segments, segments.count >= 2, segments[0] == "login"
        else { return nil }
        return ItemID(segments[1])
    }

    private func sites(in vault: VaultManager) async throws -> [ItemOverview] {
        guard text.contains(".") else { return [] }
        do {
            return try await vault.items(forSite: text)
        } catch let error as VaultError where error.code == .vaultBadSite {
            return []
        }
    }

    private func several(_ items: [ItemOverview], _ total: Int) -> WalletCommandError {
        var lines = items.prefix(Self.shownCandidates).map { item in
            ["login:\(item.id)", item.title, item.userName].filter { !$0.isEmpty }
                .map(SafeText.line).joined(separator: "  ")
        }
        if total > lines.count { lines.append("… \(total) in all") }
        return .severalFound(text, lines)
    }
}
