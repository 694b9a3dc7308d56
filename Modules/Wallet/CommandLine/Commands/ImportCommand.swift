import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonUI
import WalletTransfer
import WalletVault

/// `wallet import`.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: Help.localized("Import what a browser or another manager exported."),
        discussion: Help.localized(
            """
            The format is recognised by the content: CSV, JSON and archives of the programs that --format \
            lists, KDBX, KDB and XML of KeePass, the folder of pass, which gpg decrypts, and that of a \
            vault of 1Password 7 (OPVault). Of any other CSV file, say what its columns hold: --column password=Pwd --column site="Web address". This is \
            kept for the next file with such columns; without a header, columns are numbered from 1. \
            Items that are there already are not imported twice; a newer password or other value goes \
            in, and the old one to the history. The files of items come along from KDBX, KDB, 1PUX and the archive of \
            Bitwarden, up to 100 MB each. When several machines of one vault import the same file before they \
            sync, each item is there once, and one with files twice until "Duplicates" on the screens joins \
            them. What cannot be imported is reported with its line or number; \
            the exit status is 65 when that is all there is.

            Examples:
              wallet import logins.csv
              wallet import passwords.kdbx --key-file my.keyx --dry-run
              wallet import ~/.password-store
              wallet import other.csv --delimiter ";" --column username=User --column password=Pwd
              wallet import - --yes < logins.csv
            """))

    @Argument(
        help: .localized("The file; \"-\" is standard input."),
        completion: .file(extensions: ["csv", "json", "1pux", "kdbx", "kdb", "xml", "zip"]))
    var file: String

    @Option(
        help: .localized(
            "Read the password of the file from the first line of this one; \"-\" is standard input."
        ), completion: .file())
    var passwordFile: String?

    @Flag(help: .localized("The file has no password."))
    var noPassword = false

    @Option(
        help: .localized("The key file of a KeePass database."), completion: .file())
    var keyFile: String?

    @Option(help: .localized("The format, when it is not recognised by the content."))
    var format: ImportFormat?

    @Option(
        name: .customLong("column"),
        help: .localized(
            """
            What a column of a CSV file holds, as PART=COLUMN; once for each column. Parts are title, \
            site, username, password, otp, notes, folder, tags, favorite, created and changed.
            """))
    var columns: [ColumnMapping.Column] = []

    @Option(help: .localized("What separates the fields: a character, or \"tab\"."))
    var delimiter = Delimiter(character: ",")

    @Option(help: .localized("How the characters of the file are encoded."))
    var encoding = ColumnMapping.Encoding.utf8

    @Flag(help: .localized("The first row is not a header."))
    var noHeader = false

    @Flag(help: .localized("Import without asking."))
    var yes = false

    @Flag(name: [.customShort("n"), .long], help: .localized("Only show what would be imported."))
    var dryRun = false

    @Flag(help: .localized("Print JSON, in a stable and versioned form."))
    var json = false

    func run() async throws {
        let session = try CommandSession.current
        let vault = try await session.unlockedVault()
        let importer = Importer(
            vault: vault, domains: session.container[.domains],
            tools: DocumentTools(session.container), clock: session.container[.clock],
            maintenance: session.maintenance)
        let password = try passwordFile.map { try SecretFile.firstLine(of: $0) }
        let source = file == "-" ? try ImportSource.standardInput() : .file(path: file)
        let options = try await options(session)
        let preview = try await importer.preview(source, options: options) { name, attempts in
            if noPassword { return attempts == 0 ? SecretText(utf8: []) : nil }
            // A wrong password from a file is not tried again.
            if let password { return attempts == 0 ? password : nil }
            return await session.askFilePassword(of: name)
        }
        if let columns = options.columns {
            try await KnownColumns.keep(columns, in: session.container[.persister])
        }
        report(preview, session)
        if dryRun || preview.counts.writes == 0 {
            return try finish(
                ImportDocument(preview, session.localizer), preview.counts, session)
        }
        if !json { session.say(counts(preview.counts, session.localizer), tone: .neutral) }
        let localizer = session.localizer
        try await session.confirm(
            localizer(CommandText.importTitle, count: preview.counts.writes),
            localizer(CommandText.importMessage, ["file": preview.name]),
            localizer(CommandText.importConfirm), severity: .mild, unless: yes)
        let title = localizer(CommandText.importing, ["file": preview.name])
        let result = try await session.working(title) { report in
            try await importer.apply(preview) { report($0.completed, $0.total) }
        }
        try finish(ImportDocument(result, session.localizer), result.counts, session)
        // An encrypted file needs no advice to delete it.
        guard !json, file != "-", !result.isEncrypted else { return }
        session.say(result.counts.problems == 0 ? .importAdvice : .importAdviceLater)
    }

    /// What was said of the file, now or of an earlier one.
    private func options(_ session: CommandSession) async throws -> ImportOptions {
        var options = ImportOptions(
            known: await KnownColumns.all(in: session.container[.persister]))
        options.format = format
        if let keyFile { try options.takeKeyFile(.file(path: keyFile)) }
        if !columns.isEmpty {
            options.columns = ColumnMapping(
                columns: columns, delimiter: delimiter.character, encoding: encoding,
                hasHeader: !noHeader)
        } else if noHeader {
            options.columns = options.known.first { !$0.hasHeader }
        }
        return options
    }

    /// Every row that is left out, on standard error.
    private func report(_ preview: ImportPreview, _ session: CommandSession) {
        guard !json else { return }
        session.say(
            .importRecognised, count: preview.counts.rows,
            ["file": preview.name, "format": preview.format.name], tone: .neutral)
        for problem in preview.problems {
            let text: CommandText =
                if !problem.isLeftOut {
                    problem.title.isEmpty && preview.format.hasLines
                        ? .importRemarkLine : .importRemark
                } else if !problem.title.isEmpty {
                    preview.format.hasLines ? .importProblemTitledLine : .importProblemTitle
                } else {
                    preview.format.hasLines ? .importProblem : .importProblemEntry
                }
            session.say(
                text,
                [
                    "title": "“\(problem.title)”",
                    "line": session.localizer.number(problem.line),
                    "reason": problem.reason.text(session.localizer),
                ], tone: .caution)
        }
    }

    private func finish(
        _ document: ImportDocument, _ counts: ImportCounts, _ session: CommandSession
    ) throws {
        if json {
            try Output.json(document)
        } else {
            try StandardOutput.write(self.counts(counts, session.localizer) + "\n")
        }
        if counts.problems > 0, counts.rows == counts.problems {
            throw ExitCode(ExitStatus.badData.rawValue)
        }
    }

    private func counts(_ counts: ImportCounts, _ localizer: Localizer) -> String {
        let rows = localizer(
            counts.kept > 0 ? CommandText.importKept : .importCounts,
            [
                "new": localizer.number(counts.new),
                "changed": localizer.number(counts.changed + counts.completed),
                "kept": localizer.number(counts.kept),
                "present": localizer.number(
                    counts.present + counts.outdated + counts.repeated),
                "problems": localizer.number(counts.problems),
            ])
        return counts.files == 0
            ? rows : localizer(CommandText.importFiles, count: counts.files, ["rows": rows])
    }
}

/// What an import did or would do, as JSON.
private struct ImportDocument: Encodable {
    struct ProblemDocument: Encodable {
        let line: Int
        let title: String
        let leftOut: Bool
        let reason: String
    }

    let format: ImportFormat
    let imported: Bool
    let new: Int
    let changed: Int
    let keptInHistory: Int
    let completed: Int
    let alreadyThere: Int
    let newerInVault: Int
    let repeated: Int
    let files: Int
    let problems: [ProblemDocument]

    init(_ preview: ImportPreview, _ localizer: Localizer) {
        self.init(
            preview.format, preview.counts, preview.problems, isDone: false, localizer)
    }

    init(_ result: ImportResult, _ localizer: Localizer) {
        self.init(result.format, result.counts, result.problems, isDone: true, localizer)
    }

    private init(
        _ format: ImportFormat, _ counts: ImportCounts, _ problems: [RowProblem], isDone: Bool,
        _ localizer: Localizer
    ) {
        self.format = format
        imported = isDone
        new = counts.new
        changed = counts.changed
        keptInHistory = counts.kept
        completed = counts.completed
        alreadyThere = counts.present
        newerInVault = counts.outdated
        repeated = counts.repeated
        files = counts.files
        self.problems = problems.map {
            ProblemDocument(
                line: $0.line, title: $0.title, leftOut: $0.isLeftOut,
                reason: $0.reason.text(localizer))
        }
    }
}

extension ImportFormat: ExpressibleByArgument {}

extension ColumnMapping.Encoding: ExpressibleByArgument {}

extension ColumnMapping.Column: ExpressibleByArgument {
    /// Reads `PART=COLUMN`.
    package init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let part = ColumnMapping.Part(rawValue: String(parts[0])) else {
            return nil
        }
        self.init(part, String(parts[1]))
    }
}

/// What separates fields, as it is typed.
struct Delimiter: ExpressibleByArgument {
    let character: Character

    init(character: Character) { self.character = character }

    init?(argument: String) {
        if argument == "tab" || argument == "\\t" {
            character = "\t"
        } else if argument.count == 1, let only = argument.first {
            character = only
        } else {
            return nil
        }
    }

    var defaultValueDescription: String { "\(character)" }
}
