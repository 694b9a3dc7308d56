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
        commandName: "list", abstract: "List logins, or find some of them.",
        discussion: """
            All words must occur in title, user name or sites; case and accents do not matter.
            With --plain each line has location, title, user name and first site.

            Examples:
              wallet list
              wallet list github work
              wallet list --sort recent --limit 10 --json
            """)

    @Argument(help: "Words to search for.")
    var query: [String] = []

    @Option(help: "Sort by title (A–Z) or by last use.")
    var sort = Sort.title

    @Option(help: "Print at most so many logins.")
    var limit: Int?

    @Flag(help: "List the trash instead.")
    var trash = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit takes a number from 1 upwards.") }
    }

    func run() async throws {
        let session = try CommandSession.current
        let vault = try await session.unlockedVault()
        let page = try await vault.list(
            ItemQuery(
                text: query.joined(separator: " "), kinds: [.login],
                sort: sort == .title ? .title : .recentlyUsed, isTrashed: trash,
                window: 0..<(limit ?? Int.max)))
        if output.json {
            try Output.json(ListDocument(page))
        } else if output.plain {
            try Output.plain(
                page.items.lazy.map {
                    ["login:\($0.id)", $0.title, $0.userName, $0.sites.first ?? ""]
                })
        } else {
            try StandardOutput.write(
                TextTable(page.items.map { [$0.title, $0.userName, $0.sites.first ?? ""] }).text)
        }
        guard page.total == 0 else { return }
        if !output.json, !output.plain {
            session.say(
                session.localizer(query.isEmpty ? CommandText.listEmpty : .nothingFound),
                tone: .neutral)
        }
        // Like grep: a search without a result is no success.
        if !query.isEmpty { throw ExitCode(ExitStatus.failure.rawValue) }
    }
}
