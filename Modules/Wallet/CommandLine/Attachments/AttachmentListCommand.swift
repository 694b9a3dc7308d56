import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonUI
import WalletFiles
import WalletItems
import WalletVault

/// `wallet attachment list`.
struct AttachmentListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: Help.localized("List the files of an item, or of all."),
        discussion: Help.localized(
            """
            The largest come first. Files of items in the trash are not listed.

            Examples:
              wallet attachment list
              wallet attachment list passport --json
            """))

    @Argument(
        help: .localized("The item, named as for \"show\"; all items without it."),
        completion: ItemCompletion.kind)
    var item: String?

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let session = try CommandSession.current
        let vault = try await session.unlockedVault()
        let files = session.container[.itemFiles]
        if let item {
            let found = try await vault.item(try await session.find(item, in: vault))
            try write(
                try await files.files(of: found), of: found, orEmpty: .noAttachments, session)
        } else {
            let all = try await session.working(.readingFiles) { try await files.all() }
            try write(all, of: nil, orEmpty: .noFiles, session)
        }
    }

    /// Writes files; without an item each says whose it is.
    private func write(
        _ files: [ItemFile], of item: Item?, orEmpty empty: CommandText, _ session: CommandSession
    ) throws {
        let localizer = session.localizer
        func owner(_ text: (ItemFile) -> String, _ file: ItemFile) -> [String] {
            item == nil ? [text(file)] : []
        }
        try output.write(
            json: AttachmentsDocument(files, of: item),
            plain: files.map {
                [$0.name, "\($0.size)", $0.added.internetDate] + owner(\.location, $0)
            },
            text: files.isEmpty
                ? localizer(empty) + "\n"
                : TextTable(
                    values: files.map { file in
                        [
                            file.name, ItemsText.size(file.size, localizer),
                            localizer.dateAndTime(file.added),
                        ] + owner(\.title, file) + [
                            file.isAwaited ? localizer(CommandText.fileElsewhere) : ""
                        ]
                    }
                ).text)
    }
}

/// The attachments of an item, or of all, as JSON.
private struct AttachmentsDocument: Encodable {
    struct Document: Encodable {
        let name: String
        let size: Int
        let added: String
        /// Whether the content is on this machine.
        let here: Bool
        /// The item that has it, where files of all items are listed.
        let location: String?
        let title: String?
    }

    /// The item; `nil` for all.
    let location: String?
    let attachments: [Document]

    init(_ files: [ItemFile], of item: Item?) {
        location = item.map { "\($0.kind.route.location($0.id))" }
        attachments = files.map { file in
            Document(
                name: file.name, size: file.size, added: file.added.internetDate,
                here: !file.isAwaited, location: item == nil ? file.location : nil,
                title: item == nil ? file.title : nil)
        }
    }
}

extension ItemFile {
    /// Where its item is.
    fileprivate var location: String { "\(kind.route.location(item))" }
}
