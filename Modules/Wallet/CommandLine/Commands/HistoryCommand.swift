import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonUI
import WalletVault

/// `wallet history`.
struct HistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: Help.localized("Show what an item was before."),
        discussion: Help.localized(
            """
            Lists the former values of passwords, user names, notes, further fields and the like, the \
            newest first, with the time until which they were in use. Secrets are concealed unless \
            --reveal asks for them. Of further fields, those above 64 KB are not kept. With --restore \
            the values of a version become the present ones, and the present ones go to the history.

            Examples:
              wallet history github
              wallet history github --reveal
              wallet history github --restore 1
            """))

    @Argument(
        help: .localized("The item, named as for \"show\"."), completion: ItemCompletion.kind)
    var item: String

    @Flag(help: .localized("Show secrets."))
    var reveal = false

    @Option(help: .localized("Put the values of this version back; 1 is the newest."))
    var restore: Int?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if restore != nil, reveal || output.json || output.plain {
            throw ValidationError.localized(
                "--restore shows nothing; leave out --reveal, --json and --plain.")
        }
    }

    func run() async throws {
        let session = try CommandSession.current
        let wasUnlocked = session.vault.status == .unlocked
        let vault = try await session.unlockedVault()
        let found = try await vault.item(try await session.find(item, in: vault))
        let versions = try await vault.history(found.id)
        if let restore {
            guard versions.indices.contains(restore - 1) else {
                throw WalletCommandError.noSuchVersion(restore, of: versions.count)
            }
            try await vault.save(found.restoring(versions[restore - 1]))
            return session.say(.saved, ["title": HarmlessText.line(found.title)])
        }
        // A person who has just opened the vault has already given the passphrase.
        if wasUnlocked, reveal { try await session.checkBeforeRevealing() }
        try output.write(
            json: HistoryDocument(found, versions, isRevealed: reveal),
            plain: rows(found, versions, time: \.internetDate, label: \.rawValue),
            text: versions.isEmpty
                ? session.localizer(CommandText.noHistory) + "\n"
                : HarmlessText.line(found.title) + "\n\n"
                    + TextTable(
                        values: readable(
                            rows(
                                found, versions, time: { session.until($0) },
                                label: { $0.label(session.localizer) }))
                    ).text)
    }

    private func rows(
        _ item: Item, _ versions: [ItemVersion], time: (Timestamp) -> String,
        label: (NamedPart) -> String
    ) -> [[String]] {
        versions.enumerated().flatMap { place, version in
            let parts = version.parts(of: item.kind).map { (label($0), $1, $0.isSecret) }
            let fields = version.customValues.map(\.field).map {
                ($0.label, $0.value, $0.isConcealed)
            }
            return (parts + fields).map { label, text, isSecret in
                [
                    "\(place + 1)", time(version.replaced), label,
                    isSecret && !reveal ? text.description : text.reveal(),
                ]
            }
        }
    }

    /// The rows with number and time only where a version begins.
    private func readable(_ rows: [[String]]) -> [[String]] {
        var number = ""
        return rows.map { row in
            defer { number = row[0] }
            return row[0] == number ? ["", ""] + row.dropFirst(2) : row
        }
    }
}

extension CommandSession {
    fileprivate func until(_ time: Timestamp) -> String {
        localizer(CommandText.until, ["time": localizer.dateAndTime(time)])
    }
}

/// The former versions of an item as JSON; secrets are left out unless they are to be revealed.
private struct HistoryDocument: Encodable {
    struct Version: Encodable {
        let number: Int
        let since: String?
        let until: String
        let values: [String: String?]
        let fields: [ItemDocument.FieldDocument]
    }

    let location: String
    let versions: [Version]

    init(_ item: Item, _ versions: [ItemVersion], isRevealed: Bool) {
        location = "\(item.kind.route.location(item.id))"
        self.versions = versions.enumerated().map { place, version in
            Version(
                number: place + 1,
                since: version.changed.milliseconds == 0 ? nil : version.changed.internetDate,
                until: version.replaced.internetDate,
                values: Dictionary(
                    uniqueKeysWithValues: version.parts(of: item.kind).map { part, text in
                        (part.rawValue, part.isSecret && !isRevealed ? nil : text.reveal())
                    }),
                fields: version.customValues.map {
                    ItemDocument.FieldDocument($0.field, isRevealed: isRevealed)
                })
        }
    }
}

extension ItemVersion {
    /// The former values that are not empty, in the order in which parts are shown.
    fileprivate func parts(of kind: ItemKind) -> [(part: NamedPart, text: SecretText)] {
        NamedPart.all(of: kind).compactMap { part in
            guard let text = part.part.flatMap({ self[$0] }), !text.isEmpty else { return nil }
            return (part, text)
        }
    }
}
