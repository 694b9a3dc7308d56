import ArgumentParser
import Glibc
import TenonCommandLine
import TenonCore
import TenonMemory
import TenonUI
import WalletSync
import WalletSyncScreens
import WalletVault

/// `wallet sync recovery-sheet`.
struct SyncRecoverySheetCommand: AsyncParsableCommand {
    /// How many characters of the text for machines are on a line.
    private static let lineLength = 60

    static let configuration = CommandConfiguration(
        commandName: "recovery-sheet",
        abstract: Help.localized("Print what brings the vault back when all machines are lost."),
        discussion: Help.localized(
            """
            The sheet has where the data is kept, the name of the vault, and a new recovery code, also as \
            a QR code. Whoever has it can open the vault: keep it where only you find it, and delete the \
            file once it is printed. A former sheet lets no machine in any more, and the former recovery \
            code stops working on this machine. "wallet sync join --recovery" is the way back.

            Examples:
              wallet sync recovery-sheet
              wallet sync recovery-sheet sheet.txt
            """))

    @Argument(
        help: .localized("The new file for the sheet; the terminal when left out."),
        completion: .file())
    var file: String?

    @Flag(help: .localized("Do it without asking."))
    var yes = false

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let session = try CommandSession.current
        let isForPeople = !output.json && !output.plain
        guard file != nil || (isForPeople && isatty(STDOUT_FILENO) == 1) else {
            throw WalletCommandError.noSheetFile
        }
        _ = try await session.unlockedVault()
        try await session.withPassphrase { try await session.vault.verify(passphrase: $0) }
        let localizer = session.localizer
        try await session.confirm(
            localizer(SyncText.sheetTitle), localizer(SyncText.sheetMessage),
            localizer(CommandText.sheetConfirm), unless: yes)
        // The file comes first: without it nothing is changed.
        let secret = try file.map { try SecretFile.create($0) }
        let sheet = try await session.synchronizing {
            try await session.sync.makeRecoverySheet()
        }
        let columns = file == nil ? StandardOutput.terminalColumns : nil
        let code = session.codeLines(of: sheet.text, columns: columns)
        let text = text(of: sheet, code, localizer)
        if let secret {
            try secret.write(text)
            try secret.finish()
        } else {
            try StandardOutput.write(text)
        }
        if let file {
            session.say(.sheetSaved, ["file": file])
            let path = FilePath.absolute(file)
            let document = SheetDocument(file: path, place: sheet.address, vault: "\(sheet.vault)")
            try output.write(
                json: document, plain: [[path, document.place, document.vault]], text: "")
        }
    }

    /// Where the sheet is, as JSON; nothing of what is on it opens the vault.
    private struct SheetDocument: Encodable {
        let file: String
        let place: String
        let vault: String
    }

    private func text(
        of sheet: RecoverySheetContent, _ code: [String]?, _ localizer: Localizer
    ) -> SecretText {
        let buffer = SecretBuffer(capacity: 4096)
        func add(_ text: String) { Array(text.utf8).withUnsafeBytes { buffer.append($0) } }
        add(localizer(CommandText.sheetHeading) + "\n\n")
        add("\(localizer(SyncText.place)): \(HarmlessText.line(sheet.address))\n")
        add("\(localizer(SyncText.sheetVault)): \(sheet.vault)\n")
        add("\(localizer(SyncText.sheetCode)): ")
        buffer.append(sheet.code)
        add("\n\n")
        sheet.text.withBytes { bytes in
            for (place, byte) in bytes.enumerated() {
                if place > 0, place % Self.lineLength == 0 { add("\n") }
                buffer.append(byte)
            }
        }
        add("\n\n")
        if let code {
            for line in code { add(line + "\n") }
            add("\n")
        }
        add(localizer(CommandText.sheetUse) + "\n")
        return buffer.text
    }
}
