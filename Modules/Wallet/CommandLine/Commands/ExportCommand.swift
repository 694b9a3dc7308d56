import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonUI
import WalletTransfer
import WalletVault

/// `wallet export`.
struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: Help.localized("Write all items to a file for another program."),
        discussion: Help.localized(
            """
            The formats are keepass (KDBX 4) and bitwarden-encrypted (JSON), which are encrypted \
            with a password of their own, and bitwarden (JSON), bitwarden-zip (JSON and files), \
            1pux (1Password) and csv, which are not encrypted: anyone who reads the file has all \
            your passwords. The passphrase of the vault is asked for again. What a format cannot \
            hold is counted and shown before the file is written: KeePass holds everything, \
            Bitwarden and 1Password hold only the passwords of former values, csv holds none of \
            them; the files of items are in keepass, bitwarden-zip and 1pux. Passkeys go to \
            Bitwarden and KeePassXC where these can use them. Bitwarden refuses a whole file for a \
            text that is too long for it: the items with such texts are named. Only you can read \
            the file, and it is written whole or not at all. For a copy of the vault itself there \
            is "wallet vault backup".

            Examples:
              wallet export keepass wallet.kdbx
              wallet export csv - --yes | other-program
            """))

    @Argument(
        help: .localized(
            "The format: keepass, bitwarden-encrypted, bitwarden, bitwarden-zip, 1pux or csv."))
    var format: ExportFormat

    @Argument(help: .localized("The file; \"-\" is standard output."), completion: .file())
    var file: String

    @Option(
        help: .localized(
            "Read the new password of an encrypted file from the first line of this one."),
        completion: .file())
    var passwordFile: String?

    @Flag(name: .shortAndLong, help: .localized("Replace a file that is there."))
    var force = false

    @Flag(help: .localized("Write passwords in clear, and leave out what is said, without asking."))
    var yes = false

    @Flag(help: .localized("Print JSON, in a stable and versioned form."))
    var json = false

    func run() async throws {
        let session = try CommandSession.current
        let password =
            format.isClear
            ? nil
            : try await session.newSecret(
                .exportPassword, .exportRepeat, from: passwordFile, orFailWith: .noFilePassword)
        let exporter = Exporter(
            vault: session.vault, tools: DocumentTools(session.container),
            clock: session.container[.clock], notes: session.maintenance.draftNotes)
        let result = try await session.withPassphrase { passphrase in
            if session.vault.status != .unlocked {
                try await session.vault.unlock(passphrase: passphrase)
            }
            let request = ExportRequest(
                format: format, path: file == "-" ? nil : FilePath.absolute(file),
                passphrase: passphrase, password: password, isReplacing: force)
            return try await export(request, exporter, session)
        }
        try finish(result, session)
    }

    private func export(
        _ request: ExportRequest, _ exporter: Exporter, _ session: CommandSession
    ) async throws -> ExportResult {
        try await session.working(session.localizer(CommandText.exporting)) { report in
            try await exporter.export(request) { omissions in
                try await confirm(omissions, session)
            } progress: {
                report($0.completed, $0.total)
            }
        }
    }

    /// Says what the file will not hold and whether Bitwarden refuses it, and asks then, or when everybody
    /// can read it.
    private func confirm(_ omissions: ExportOmissions, _ session: CommandSession) async throws {
        let texts = omissions.texts(session.localizer).joined(separator: "; ")
        if !texts.isEmpty {
            session.say(.exportOmits, ["omissions": texts], tone: .caution)
        }
        let refusal = omissions.refusal(session.localizer)
        if let refusal { session.say(refusal, tone: .caution) }
        if format.isClear {
            try await session.confirm(.exportTitle, .exportMessage, .exportConfirm, unless: yes)
        } else if let refusal {
            try await session.confirm(
                session.localizer(CommandText.exportRefusedTitle), refusal,
                session.localizer(CommandText.exportConfirm), unless: yes)
        } else if omissions.isLoss {
            try await session.confirm(
                .exportOmitsTitle, .exportOmits, .exportConfirm, ["omissions": texts], unless: yes)
        }
    }

    private func finish(_ result: ExportResult, _ session: CommandSession) throws {
        if json, result.path != nil {
            return try Output.json(ExportDocument(result))
        }
        session.say(.exported, count: result.count)
        if format.isClear, result.path != nil {
            session.say(.exportAdvice, tone: .caution)
        }
    }
}

extension ExportFormat: ExpressibleByArgument {}

/// What an export did, as JSON.
private struct ExportDocument: Encodable {
    let exported: Int
    let format: String
    let file: String?
    let encrypted: Bool
    /// What of the vault is not in the file, each with its count.
    let omitted: [String: Int]
    /// The items in the file for which Bitwarden refuses it.
    let refused: [Refused]

    struct Refused: Encodable {
        let title: String
        /// The texts that are too long.
        let texts: [String]
    }

    init(_ result: ExportResult) {
        exported = result.count
        format = result.format.rawValue
        file = result.path
        encrypted = !result.format.isClear
        omitted = Dictionary(
            uniqueKeysWithValues: result.omissions.parts.map { ($0.rawValue, result.omissions[$0]) }
        )
        refused = result.omissions.tooLong.map {
            Refused(title: $0.title, texts: $0.texts.map(\.name))
        }
    }
}
