import Foundation
import TenonCore
import WalletVault

/// How a person or a file names an item: by location, title, user name, address or words.
///
/// Whatever hands out, changes or removes an item finds it by this rule.
struct ItemReference {
    /// What a name means.
    enum Match {
        case one(ItemID)
        /// All items of the best rank, when there is more than one.
        case several([ItemOverview])
        /// Items that are only like what is named; a person may mean one of them.
        case alike([ItemOverview])
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
        case .several(let items): throw refusal(of: items)
        case .alike(let items): throw refusal(ofAlike: items)
        }
    }

    /// Finds what can be meant: the items of the first of these ranks that has any.
    ///
    /// A location comes first: that of an item, its id, or an address with scheme that an item has
    /// just so. Then come a whole title, a whole user name, and an address as ``NamedAddress`` takes
    /// it; then words that the item has as a whole, unless the text is an address or has an `@`. What
    /// only contains such a text, or belongs to the owner of the site, is something else, and only told.
    ///
    /// - Throws: ``WalletCommandError`` when there is nothing.
    func match(in vault: any Vault, isTrashed: Bool = false) async throws -> Match {
        guard !isEmpty else { throw WalletCommandError.emptyReference }
        if let id { return .one(id) }
        let address = NamedAddress(text)
        let found = try await vault.all(ItemQuery(text: text, isTrashed: isTrashed))
        let near = try await items(near: address, in: vault, isTrashed: isTrashed)
        let addressed = address?.best(of: near) ?? []
        let isWords = address == nil && !text.contains("@") && !text.contains("://")
        let ranks = [
            addressed.filter { $0.fit.isExact }.map { $0.item },
            found.filter { $0.title == text }, found.filter { $0.userName == text },
            addressed.map { $0.item },
            isWords ? found.filter { $0.hasWords(of: text) } : [],
        ]
        guard let best = ranks.first(where: { !$0.isEmpty }) else {
            let alike = Self.union(found, near)
            guard alike.isEmpty else { return .alike(alike) }
            throw WalletCommandError.nothingFound(text, isTrashed: isTrashed)
        }
        return best.count == 1 ? .one(best[0].id) : .several(best)
    }

    /// Whether nothing is left of the text for a search, which would find everything then: it looks at
    /// neither spaces nor accents, and takes `´` for both.
    private var isEmpty: Bool {
        text.decomposedStringWithCompatibilityMapping.unicodeScalars.allSatisfy {
            $0.properties.isWhitespace || $0.properties.generalCategory == .nonspacingMark
        }
    }

    /// The items with an address that contains the host, or that is of the same owner.
    ///
    /// What is stored with a scheme that is not of the web is found by the former, what is spelled
    /// differently by the latter; which does not know the trash.
    private func items(
        near address: NamedAddress?, in vault: any Vault, isTrashed: Bool
    ) async throws -> [ItemOverview] {
        guard let address else { return [] }
        let found = try await vault.all(ItemQuery(text: address.host, isTrashed: isTrashed))
        guard !isTrashed else { return found }
        return Self.union(found, try await vault.items(forSite: text))
    }

    private static func union(_ first: [ItemOverview], _ more: [ItemOverview]) -> [ItemOverview] {
        let known = Set(first.map(\.id))
        return first + more.filter { !known.contains($0.id) }
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

    /// The error that lists what matches.
    func refusal(of items: [ItemOverview]) -> WalletCommandError {
        var lines = items.prefix(Self.shownCandidates).map(Self.line(with:))
        if items.count > lines.count { lines.append("… and \(items.count - lines.count) more") }
        return .severalFound(text, lines)
    }

    /// The error that lists what is only like the name.
    func refusal(ofAlike items: [ItemOverview]) -> WalletCommandError {
        .onlyAlike(text, items.prefix(Self.shownCandidates).map(Self.line(with:)))
    }

    /// Location, title and user name of an item in one line.
    private static func line(with item: ItemOverview) -> String {
        "\(item.kind.route.location(item.id))  \(line(about: item))"
    }

    /// Title and user name of an item in one line.
    static func line(about item: ItemOverview) -> String {
        [item.title, item.userName].filter { !$0.isEmpty }.map(HarmlessText.line)
            .joined(separator: "  ")
    }
}

extension ItemOverview {
    /// Whether all words of a text are words of this item; case and accents do not matter.
    fileprivate func hasWords(of text: String) -> Bool {
        func words(_ text: String) -> [Substring] {
            Folding.fold(text).split { !$0.isLetter && !$0.isNumber }
        }
        let own = Set(([title, userName, lastFour] + sites + tags).flatMap { words($0) })
        let wanted = words(text)
        return !wanted.isEmpty && own.isSuperset(of: wanted)
    }
}

extension NamedAddress {
    /// The items with the address that fits best, and with the user name that it gives.
    fileprivate func best(of items: [ItemOverview]) -> [(item: ItemOverview, fit: Fit)] {
        let fits = items.compactMap { item -> (item: ItemOverview, fit: Fit)? in
            guard userName.map({ $0 == item.userName }) ?? true,
                let fit = item.sites.compactMap({ fit(of: $0) }).max()
            else { return nil }
            return (item, fit)
        }
        let best = fits.map(\.fit).max()
        return fits.filter { $0.fit == best }
    }
}
