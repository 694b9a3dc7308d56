import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonUI
import WalletVault

/// `wallet list`.
struct ListCommand: AsyncParsableCommand {
    enum Sort: String, ExpressibleByArgument, CaseIterable {
        case title
        case recent
    }

    static let configuration = CommandConfiguration(
        commandName: "list", abstract: Help.localized("List items, or find some of them."),
        discussion: Help.localized(
            """
            All words must occur in title, user name, sites, tags or the last digits of a card; \
            case and accents do not matter. With --plain each line has location, title, user name \
            (or the brand and last digits of a card) and first site (or expiry).

            Examples:
              wallet list
              wallet list github work
              wallet list --kind card
              wallet list --sort recent --limit 10 --json
            """))

    private static let pageSize = 1000

    @Argument(help: .localized("Words to search for."))
    var query: [String] = []

    @Option(help: .localized("Only items of this kind; may be given several times."))
    var kind: [ItemKind] = []

    @Option(help: .localized("Only items with this tag."), completion: ItemCompletion.tags)
    var tag: String?

    @Flag(help: .localized("Only favourites."))
    var favorites = false

    @Option(help: .localized("Sort by title (A–Z) or by last use."))
    var sort = Sort.title

    @Option(help: .localized("Print at most this many items."))
    var limit: Int?

    @Flag(help: .localized("List the trash instead."))
    var trash = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let limit, limit < 1 {
            throw ValidationError.localized("--limit takes a number from 1 upwards.")
        }
    }

    func run() async throws {
        let session = try CommandSession.current
        let vault = try await session.unlockedVault()
        let width = output.json || output.plain ? nil : StandardOutput.terminalColumns
        let first = try await page(0, of: vault)
        if width == nil || first.items.isEmpty {
            try await write(first, of: vault, session, width: nil)
        } else {
            try await Pager.run(session.container[.configuration]) {
                try await write(first, of: vault, session, width: width)
            }
        }
        guard first.items.isEmpty else { return }
        if !output.json, !output.plain { session.say(nothing(session.localizer), tone: .neutral) }
        // Like grep, a search without a result fails.
        if isFiltered {
            throw ExitCode(ExitStatus.failure.rawValue)
        }
    }

    /// Writes the first items and all that follow.
    private func write(
        _ first: ItemPage, of vault: any Vault, _ session: CommandSession, width: Int?
    ) async throws {
        var writer = ListWriter(output, session, width: width)
        var page = first
        let total = min(page.total, limit ?? Int.max)
        try writer.begin(total: page.total)
        var count = 0
        while !page.items.isEmpty {
            try writer.write(page.items)
            count += page.items.count
            guard count < total else { break }
            page = try await self.page(count, of: vault)
        }
        try writer.end()
    }

    /// What is searched for; empty words find everything.
    private var text: String {
        query.flatMap { $0.split(whereSeparator: \.isWhitespace) }.joined(separator: " ")
    }

    private var isFiltered: Bool {
        !text.isEmpty || !kind.isEmpty || tag != nil || favorites
    }

    /// The message when there is nothing to list.
    private func nothing(_ localizer: Localizer) -> String {
        guard text.isEmpty else {
            return localizer(
                trash ? CommandText.trashMatches : .nothingMatches,
                ["text": HarmlessText.line(text)])
        }
        guard !isFiltered else { return localizer(CommandText.nothingFound) }
        return localizer(trash ? CommandText.trashEmpty : .listEmpty)
    }

    /// The next items; never all at once, so that memory does not grow with the vault.
    private func page(_ offset: Int, of vault: any Vault) async throws -> ItemPage {
        let end = min(offset + Self.pageSize, limit ?? Int.max)
        return try await vault.list(
            ItemQuery(
                text: text, kinds: Set(kind), isFavorite: favorites,
                tag: tag, sort: sort == .title ? .title : .recentlyUsed, isTrashed: trash,
                window: offset..<end))
    }
}
