import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonUI
import WalletTransfer
import WalletVault

/// `wallet attachment`: files in items.
struct AttachmentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attachment", abstract: Help.localized("Keep files in items."),
        discussion: Help.localized(
            """
            An item of any kind can have files of up to 100 MB each. They are encrypted in the vault, \
            are in its backups, and in exports to KeePass, 1Password and the archive of Bitwarden. \
            They stay on this machine when the vault is kept on several.

            Examples:
              wallet attachment add passport scan.pdf
              wallet attachment list passport
              wallet attachment get passport scan.pdf
            """),
        subcommands: [
            AttachmentAddCommand.self, AttachmentListCommand.self, AttachmentGetCommand.self,
            AttachmentOpenCommand.self, AttachmentRemoveCommand.self,
        ])
}

/// `wallet attachment add`.
struct AttachmentAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: Help.localized("Attach a file to an item."),
        discussion: Help.localized(
            """
            The file is copied; it stays where it is.

            Examples:
              wallet attachment add passport scan.pdf
              pg_dump accounts | wallet attachment add backup - --name accounts.sql
            """))

    @Argument(
        help: .localized("The item, named as for \"show\"."), completion: ItemCompletion.kind)
    var item: String

    @Argument(help: .localized("The file; \"-\" is standard input."), completion: .file())
    var file: String

    @Option(help: .localized("Call it NAME in the vault."))
    var name: String?

    func validate() throws {
        if file == "-", name == nil {
            throw ValidationError.localized("Give a name for standard input with --name.")
        }
    }

    func run() async throws {
        let session = try CommandSession.current
        let vault = try await session.unlockedVault()
        let found = try await vault.item(try await session.find(item, in: vault))
        let source = try AttachedFile(file)
        let attachment = try Attachment(
            name ?? file, size: source.size, added: session.container[.clock].now())
        try await session.working(session.localizer(CommandText.attaching)) { report in
            try await vault.attach(
                attachment, to: found.id, telling: { report($0, source.size) },
                reading: source.read)
        }
        session.say(
            .attached,
            ["name": HarmlessText.line(attachment.name), "title": HarmlessText.line(found.title)])
    }
}

/// `wallet attachment list`.
struct AttachmentListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: Help.localized("List the files of an item."),
        discussion: Help.localized(
            """
            Examples:
              wallet attachment list passport
              wallet attachment list passport --json
            """))

    @Argument(
        help: .localized("The item, named as for \"show\"."), completion: ItemCompletion.kind)
    var item: String

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let session = try CommandSession.current
        let vault = try await session.unlockedVault()
        let found = try await vault.item(try await session.find(item, in: vault))
        let localizer = session.localizer
        try output.write(
            json: AttachmentsDocument(found),
            plain: found.attachments.map { [$0.name, "\($0.size)", $0.added.internetDate] },
            text: found.attachments.isEmpty
                ? localizer(CommandText.noAttachments) + "\n"
                : TextTable(
                    values: found.attachments.map { attachment in
                        [
                            attachment.name,
                            localizer(CommandText.attachmentSize, count: attachment.size),
                            localizer.dateAndTime(attachment.added),
                        ]
                    }
                ).text)
    }
}

/// `wallet attachment get`.
struct AttachmentGetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: Help.localized("Write a file of an item to a disk."),
        discussion: Help.localized(
            """
            Without --output it is written into the current folder, under its name. The file can be \
            read by you alone, is not encrypted, and is written whole or not at all.

            Examples:
              wallet attachment get passport scan.pdf
              wallet attachment get passport scan.pdf --output ~/Documents/passport.pdf
              wallet attachment get backup accounts.sql --output - | psql accounts
            """))

    @OptionGroup var choice: AttachmentChoice

    @Option(
        name: .shortAndLong, help: .localized("Write to FILE; \"-\" is standard output."),
        completion: .file())
    var output: String?

    @Flag(name: .shortAndLong, help: .localized("Replace a file that is there."))
    var force = false

    func run() async throws {
        let session = try CommandSession.current
        let (vault, found, attachment) = try await choice.find(session)
        if output == "-" {
            try await vault.read(attachment) { try StandardOutput.write(SecretText(utf8: $0)) }
        } else {
            let path = output ?? attachment.name
            let target = try ExportTarget(
                FilePath.absolute(path), isReplacing: force, notes: session.maintenance.draftNotes)
            let contents = try await vault.contents(of: attachment)
            try contents.withBytes { try target.write($0) }
            session.say(.attachmentWritten, ["file": HarmlessText.line(path)])
        }
        try await vault.markUsed(found.id)
    }
}

/// `wallet attachment open`.
struct AttachmentOpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: Help.localized("Open a file of an item in its program."),
        discussion: Help.localized(
            """
            The program of the desktop gets a copy that is only in memory, which goes when you press \
            Return. What the program itself keeps of it is not known here, and changes are not taken \
            over.

            Examples:
              wallet attachment open passport scan.pdf
            """))

    @OptionGroup var choice: AttachmentChoice

    func run() async throws {
        let session = try CommandSession.current
        let (vault, found, attachment) = try await choice.find(session)
        let contents = try await vault.contents(of: attachment)
        try await MemoryFolder.with(session.container[.configuration]) { folder in
            let path = try folder.makeFile(named: attachment.name, contents)
            guard
                await session.container[.programs].run(
                    "xdg-open", arguments: [path], input: SecretText(""), limit: 1 << 16,
                    within: .seconds(30))?.status == 0
            else { throw WalletCommandError.cannotOpen(attachment.name) }
            try await vault.markUsed(found.id)
            _ = await session.container[.confirmations].confirm(
                Confirmation(
                    title: session.localizer(CommandText.attachmentOpen),
                    message: session.localizer(CommandText.attachmentOpenMessage),
                    confirmTitle: session.localizer(CommandText.attachmentClose),
                    severity: .mild))
        }
    }
}

/// `wallet attachment remove`.
struct AttachmentRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: Help.localized("Remove a file from an item."),
        discussion: Help.localized(
            """
            The file is deleted from the vault at once, and is in backups only. The item stays.

            Examples:
              wallet attachment remove passport scan.pdf
            """))

    @OptionGroup var choice: AttachmentChoice

    @Flag(help: .localized("Do it without asking."))
    var yes = false

    func run() async throws {
        let session = try CommandSession.current
        let (vault, found, attachment) = try await choice.find(session)
        let values = [
            "name": HarmlessText.line(attachment.name), "title": HarmlessText.line(found.title),
        ]
        try await session.confirm(
            .detachTitle, .detachMessage, .remove, values, unless: yes)
        try await vault.detach(attachment, from: found.id)
        session.say(.detached, values)
    }
}

/// An item and one of its attachments, as a person names them.
struct AttachmentChoice: ParsableArguments {
    @Argument(
        help: .localized("The item, named as for \"show\"."), completion: ItemCompletion.kind)
    var item: String

    @Argument(help: .localized("The name of the file."))
    var file: String

    /// Finds both.
    ///
    /// - Throws: ``WalletCommandError`` when there is no such item, or it has no such file.
    func find(
        _ session: CommandSession
    ) async throws -> (vault: any Vault, item: Item, attachment: Attachment) {
        let vault = try await session.unlockedVault()
        let found = try await vault.item(try await session.find(item, in: vault))
        guard let attachment = found.attachments.first(where: { $0.name == file }) else {
            throw WalletCommandError.noAttachment(file, of: found.attachments.map(\.name))
        }
        return (vault, found, attachment)
    }
}

/// The attachments of an item as JSON.
private struct AttachmentsDocument: Encodable {
    struct Document: Encodable {
        let name: String
        let size: Int
        let added: String
    }

    let location: String
    let attachments: [Document]

    init(_ item: Item) {
        location = "\(item.kind.route.location(item.id))"
        attachments = item.attachments.map {
            Document(name: $0.name, size: $0.size, added: $0.added.internetDate)
        }
    }
}
