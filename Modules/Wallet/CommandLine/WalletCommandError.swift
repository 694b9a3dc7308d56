import TenonCore
import WalletVault

/// What can go wrong in a command, beside what the vault itself reports.
typealias WalletCommandError = ModuleError<WalletCommandErrors>

/// Tells ``WalletCommandError`` apart from the errors of other modules.
enum WalletCommandErrors {}

extension WalletCommandError {
    static var vaultMissing: WalletCommandError {
        WalletCommandError(
            .vaultMissing, "There is no vault yet.",
            remedy: "Make one with \"wallet init\", or name another file with --vault.")
    }

    static var vaultExists: WalletCommandError {
        WalletCommandError(
            .vaultExists, "There is a vault already; it was not touched.",
            remedy: "Name another file with --vault to make a second one.")
    }

    static var noSheetFile: WalletCommandError {
        WalletCommandError(
            .commandMissingValue, "There is no terminal to print the sheet on.",
            remedy: "Name a new file for it; only you can read that.")
    }

    static var noSyncCode: WalletCommandError {
        WalletCommandError(
            .commandMissingValue, "There is no code of an invitation.",
            remedy: "Run it in a terminal, or name a file with --code-file.")
    }

    static var noPassphrase: WalletCommandError {
        WalletCommandError(
            .commandNoPassphrase,
            "The passphrase is needed, but nobody can be asked for it.",
            remedy: """
                Run the command on a terminal, or give --passphrase-file FILE ("-" is standard input).
                """)
    }

    static var noAgent: WalletCommandError {
        WalletCommandError(
            .commandNoAgent, "There is no agent that could keep the vault unlocked.",
            remedy: "Install wallet-agent beside this program, and leave --agent on.")
    }

    static var noFilePassword: WalletCommandError {
        WalletCommandError(
            .commandNoPassphrase, "The file needs a password, but nobody can be asked for it.",
            remedy: "Run the command on a terminal, or give --password-file FILE.")
    }

    static func noFile(_ path: String, _ reason: Sentence) -> WalletCommandError {
        WalletCommandError(
            .commandNoFile, "\"\(path)\" cannot be read: \(reason).",
            remedy: "Check the path and the permissions.")
    }

    static func noSecretFile(_ path: String, _ reason: Sentence) -> WalletCommandError {
        WalletCommandError(
            .commandNoFile, "\"\(path)\" cannot be read: \(reason).",
            remedy: "Name a file that holds only the secret.")
    }

    static func emptyFile(_ path: String) -> WalletCommandError {
        WalletCommandError(
            .commandEmptyFile, "The first line of \"\(path)\" is empty.",
            remedy: "Put the secret on the first line of the file.")
    }

    static func cannotCreate(_ path: String, _ reason: String) -> WalletCommandError {
        WalletCommandError(
            .commandCannotCreate, "\"\(path)\" cannot be written: \(reason).",
            remedy: "Name a file that does not exist yet, in a folder that you may write to.")
    }

    static func inTheWay(_ path: String) -> WalletCommandError {
        WalletCommandError(
            .commandCannotCreate, "\"\(path)\" is of another program; nothing was changed.",
            remedy: "Move it away, then try again.")
    }

    static func cannotChange(_ path: String, _ reason: String) -> WalletCommandError {
        WalletCommandError(
            .commandCannotCreate, "\"\(path)\" cannot be changed: \(reason).",
            remedy: "Check who may write to its folder, then try again.")
    }

    static var noBrowserProgram: WalletCommandError {
        WalletCommandError(
            .commandNoProgram, "The program wallet-credential-browser is not installed.",
            remedy: "Install Wallet with its package or with tools/install.")
    }

    static func onlyAlike(_ text: String, _ candidates: [String]) -> WalletCommandError {
        WalletCommandError(
            .commandNothingFound,
            """
            Nothing is called "\(text)". These are like it:
            \(candidates.map { "  \($0)" }.joined(separator: "\n"))
            Name one of them by its location.
            """)
    }

    static func nothingFound(_ text: String, isTrashed: Bool = false) -> WalletCommandError {
        WalletCommandError(
            .commandNothingFound,
            isTrashed
                ? "Nothing in the trash matches \"\(text)\"." : "Nothing matches \"\(text)\".",
            remedy: isTrashed
                ? "Run \"wallet list --trash\" to see what there is."
                : "Run \"wallet list\" to see what there is.")
    }

    static func noAttachment(_ name: String, of names: [String]) -> WalletCommandError {
        WalletCommandError(
            .commandNothingFound, "The item has no file \"\(name)\".",
            remedy: names.isEmpty
                ? "It has no files; \"wallet attachment add\" attaches one."
                : "It has: \(names.joined(separator: ", ")).")
    }

    static var emptyReference: WalletCommandError {
        WalletCommandError(
            .commandMissingValue, "The name of the item is empty.",
            remedy: "Give its location, the address of its site, or words that match it alone.")
    }

    static func severalFound(_ text: String, _ candidates: [String]) -> WalletCommandError {
        WalletCommandError(
            .commandSeveralFound,
            """
            Several items match "\(text)":
            \(candidates.map { "  \($0)" }.joined(separator: "\n"))
            Name one of them by its location.
            """)
    }

    static func editorFailed(_ editor: String) -> WalletCommandError {
        WalletCommandError(
            .commandNoProgram,
            "The editor \"\(HarmlessText.line(editor))\" could not be started, or ended with an error.",
            remedy: "Nothing was changed. Set EDITOR to another one.")
    }

    static func badText(_ line: Int, _ reason: Sentence) -> WalletCommandError {
        WalletCommandError(.commandBadFile, "Line \(line) cannot be read: \(reason).")
    }

    static var emptyText: WalletCommandError {
        WalletCommandError(
            .commandBadFile, "The text has nothing of the item in it, so nothing was saved.",
            remedy: "To delete the item, use \"wallet remove\".")
    }

    static var changesDropped: WalletCommandError {
        WalletCommandError(
            .commandNotConfirmed, "The changes were dropped, and the item is as it was.")
    }

    static func noSuchVersion(_ number: Int, of count: Int) -> WalletCommandError {
        WalletCommandError(
            .commandNothingFound,
            count == 0
                ? "This item has no former versions."
                : "This item has no version \(number); the oldest is \(count).",
            remedy: "Look at them with \"wallet history\".")
    }

    static var notConfirmed: WalletCommandError {
        WalletCommandError(
            .commandNotConfirmed, "Nothing was changed: it was not confirmed.",
            remedy: "Answer yes, or give --yes.")
    }

    static var noNewPassphrase: WalletCommandError {
        WalletCommandError(
            .commandNoPassphrase, "The new passphrase is needed, but nobody can be asked for it.",
            remedy: "Run the command on a terminal, or give --new-passphrase-file FILE.")
    }

    static var noPassphraseForKey: WalletCommandError {
        WalletCommandError(
            .commandNoPassphrase, "The new passphrase is needed, but nobody can be asked for it.",
            remedy: """
                Run the command on a terminal, or give --new-passphrase-file FILE. With \
                --keep-passphrase the vault keeps the one that it has.
                """)
    }

    static var recoveryCodeGoes: WalletCommandError {
        WalletCommandError(
            .commandMissingValue, "The vault has a recovery code, which would stop working.",
            remedy: "Give --recovery-code FILE for a new one, or --no-recovery-code.")
    }

    static func noSuchSlot(_ text: String) -> WalletCommandError {
        WalletCommandError(
            .commandNothingFound, "\"\(text)\" matches no key slot, or several.",
            remedy: "Run \"wallet vault slots list\" to see what there is.")
    }

    static func passphrasesDiffer() -> WalletCommandError {
        WalletCommandError(
            .commandPassphrasesDiffer, "The two passphrases are not the same.",
            remedy: "Try again; nothing was created.")
    }

    static var noPassword: WalletCommandError {
        WalletCommandError(
            .commandMissingValue, "A password is needed.",
            remedy: "Give --password-file FILE or --generate LENGTH.")
    }

    static var noNumber: WalletCommandError {
        WalletCommandError(
            .commandMissingValue, "The number of the card is needed.",
            remedy: "Run the command on a terminal, or give --number-file FILE.")
    }

    static var noLicenceKey: WalletCommandError {
        WalletCommandError(
            .commandMissingValue, "The licence key is needed.",
            remedy: "Run the command on a terminal, or give --licence-key-file FILE.")
    }

    static func nothingToCopy(_ what: Sentence) -> WalletCommandError {
        WalletCommandError(
            .commandNothingFound, "This item has no \(what).",
            remedy: "Look at it with \"wallet show\".")
    }
}

extension ErrorCode {
    static let commandNoPassphrase = ErrorCode("wallet.no-passphrase", .usage)
    static let commandNoAgent = ErrorCode("wallet.no-agent", .unavailable)
    static let commandNoProgram = ErrorCode("wallet.no-program", .unavailable)
    static let commandNoFile = ErrorCode("wallet.no-file", .noInput)
    static let commandBadFile = ErrorCode("wallet.bad-file", .badData)
    static let commandEmptyFile = ErrorCode("wallet.empty-file", .badData)
    static let commandCannotCreate = ErrorCode("wallet.cannot-create", .cannotCreate)
    static let commandNothingFound = ErrorCode("wallet.nothing-found", .failure)
    static let commandSeveralFound = ErrorCode("wallet.several-found", .ambiguous)
    static let commandNotConfirmed = ErrorCode("wallet.not-confirmed", .failure)
    static let commandPassphrasesDiffer = ErrorCode("wallet.passphrases-differ", .badData)
    static let commandMissingValue = ErrorCode("wallet.missing-value", .usage)
}
