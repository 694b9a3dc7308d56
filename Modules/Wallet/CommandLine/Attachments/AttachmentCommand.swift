import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonUI
import WalletFiles
import WalletVault

/// `wallet attachment`: files in items.
struct AttachmentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attachment", abstract: Help.localized("Keep files in items."),
        discussion: Help.localized(
            """
            An item of any kind can have files, of up to 100 MB each unless --attachment-limit or the \
            settings say otherwise. They are encrypted in the vault, \
            are in its backups, and in exports to KeePass, 1Password and the archive of Bitwarden. \
            When the vault is kept on several machines, a file is fetched by each of them when it is \
            first opened there.

            Examples:
              wallet attachment add passport scan.pdf
              wallet attachment list
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
        let files = session.container[.itemFiles]
        let source = try AttachedFile(file, limit: files.limit)
        let added = try await session.working(session.localizer(CommandText.attaching)) {
            report in
            try await files.add(source, named: name ?? file, to: found.id) {
                report($0, source.size)
            }
        }
        session.say(
            .attached,
            ["name": HarmlessText.line(added), "title": HarmlessText.line(found.title)])
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
        let (vault, _, file, attachment) = try await choice.find(session)
        if output == "-" {
            try await session.fetch(file)
            try await vault.read(attachment) { try StandardOutput.write(SecretText(utf8: $0)) }
            try await vault.markUsed(file.item)
        } else {
            let path = output ?? file.name
            try await session.fetch(file)
            try await session.container[.itemFiles].save(
                file, to: FilePath.absolute(path), isReplacing: force)
            session.say(.attachmentWritten, ["file": HarmlessText.line(path)])
        }
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
        let (_, _, file, _) = try await choice.find(session)
        try await session.fetch(file)
        try await session.container[.itemFiles].open(file) {
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
        let (_, found, file, _) = try await choice.find(session)
        let values = [
            "name": HarmlessText.line(file.name), "title": HarmlessText.line(found.title),
        ]
        try await session.confirm(
            .detachTitle, .detachMessage, .remove, values, unless: yes)
        try await session.container[.itemFiles].remove(file)
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
    ) async throws -> (vault: any Vault, item: Item, file: ItemFile, attachment: Attachment) {
        let vault = try await session.unlockedVault()
        let found = try await vault.item(try await session.find(item, in: vault))
        let files = found.namedAttachments
        guard let (name, attachment) = files.first(where: { $0.name == file }) else {
            throw WalletCommandError.noAttachment(file, of: files.map(\.name))
        }
        let chosen = try await session.container[.itemFiles]
            .file(attachment, named: name, of: found)
        return (vault, found, chosen, attachment)
    }
}

extension CommandSession {
    /// Fetches the content of a file when it is on other machines.
    ///
    /// - Throws: `SyncError` when it cannot be fetched.
    fileprivate func fetch(_ file: ItemFile) async throws {
        guard file.isAwaited else { return }
        try await working(.fetching) { try await container[.itemFiles].fetch(file) }
    }
}
