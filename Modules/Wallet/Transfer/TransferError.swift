import Glibc
package import TenonCore

/// What can go wrong with an import as a whole; single bad rows are ``RowProblem``s instead.
package typealias TransferError = ModuleError<TransferErrors>

/// Tells ``TransferError`` apart from the errors of other modules.
package enum TransferErrors {}

extension TransferError {
    static var noneChosen: TransferError {
        TransferError(.transferNoneChosen, "Choose a file.")
    }

    static func noFile(_ path: String, errno code: Int32) -> TransferError {
        TransferError(
            .transferNoFile, "The file \(path) cannot be opened: \(reason(code)).",
            remedy: "Check its name and that you may read it.")
    }

    static func notAFile(_ path: String) -> TransferError {
        TransferError(
            .transferNoFile, "\(path) is a folder, a device, a socket or a pipe with a name.",
            remedy: "Choose a file.")
    }

    static func unreadable(_ name: String, errno code: Int32) -> TransferError {
        TransferError(
            .transferUnreadable, "\(name) cannot be read: \(reason(code)).",
            remedy: "Copy the file to a disk of this machine and try again.")
    }

    static func tooLarge(_ name: String, limit: Int) -> TransferError {
        TransferError(
            .transferTooLarge, "\(name) is larger than \(limit >> 20) MiB.",
            remedy: "Export fewer items at once; a text file may have 4 GiB, anything else 512 MiB."
        )
    }

    static var empty: TransferError {
        TransferError(
            .transferEmpty, "The file is empty.", remedy: "Export it again from the other program.")
    }

    static var utf16: TransferError {
        TransferError(
            .transferEncoding, "The file is encoded as UTF-16.",
            remedy:
                "Save it as UTF-8, or say what its columns are, with “wallet import --encoding utf-16”."
        )
    }

    /// The accepted formats are named, what is in the file is not: it may be a row of secrets.
    static var unknownFormat: TransferError {
        TransferError(
            .transferFormat, "Unrecognised export format.",
            remedy: """
                “wallet import --help” lists the formats. CSV files are known by the header of their program, \
                such as that of Firefox (\(ImportFormat.firefox.header)), Chrome \
                (\(ImportFormat.chrome.header)), KeePassXC (\(ImportFormat.keePassText.header)) or Bitwarden \
                (\(ImportFormat.bitwardenText.header)); for any other, say what its columns are: \
                “wallet import --column password=NAME”.
                """)
    }

    static var ambiguousFormat: TransferError {
        TransferError(
            .transferFormat,
            "Which program wrote this file? It has the columns of Chrome's export, and others besides.",
            remedy: """
                Name the program, such as “wallet import --format chrome”, or say what the columns are: \
                “wallet import --column password=NAME”. “wallet import --help” lists both.
                """)
    }

    static func notThatFormat(_ format: ImportFormat) -> TransferError {
        TransferError(
            .transferFormat, "This file is not an export of \(format.name).",
            remedy: "Leave the format out to have it recognised, or name another one.")
    }

    static func noColumn(_ name: String) -> TransferError {
        TransferError(
            .transferColumn, "The file has no column “\(name)”.",
            remedy: """
                Name columns as the first row of the file does; without a header, they are numbered \
                from 1.
                """)
    }

    static func notRows(_ limit: Int) -> TransferError {
        TransferError(
            .transferDamaged, "More than \(limit) rows of the file cannot be understood.",
            remedy:
                "Export it again; perhaps a quotation mark is missing, or the file is of another kind."
        )
    }

    static func longDerivation(_ seconds: Int) -> TransferError {
        TransferError(
            .transferTooLarge,
            "Trying one password would take about \(seconds) seconds on this machine.",
            remedy: """
                If the file is your own, choose a shorter key derivation in the program that made it, and \
                save it again.
                """)
    }

    static func largeDerivation(_ memory: Int) -> TransferError {
        TransferError(
            .transferTooLarge,
            "Trying one password would take \(memory) MiB of memory, more than half of what is free.",
            remedy: """
                Close other programs; or choose a key derivation with less memory in the program that \
                made the file, and save it again.
                """)
    }

    static func keePassTooLarge(_ limit: Int) -> TransferError {
        TransferError(
            .transferTooLarge, "The KeePass file expands to more than \(limit >> 20) MiB.",
            remedy: "Check that it is the right file; split it into several databases if it is.")
    }

    static var badDelimiter: TransferError {
        TransferError(
            .transferColumn,
            "Fields are separated by one character, such as a comma or a semicolon.",
            remedy: "Name the one that the file has.")
    }

    static var changedFile: TransferError {
        TransferError(
            .transferChanged, "The file has changed since it was looked at; nothing was imported.",
            remedy: "Choose it again.")
    }

    static var wrongPassword: TransferError {
        TransferError(
            .transferWrongPassword, "The password of the file is wrong.",
            remedy:
                "Type the password that opens the file in the other program, and name its key file if it has one."
        )
    }

    static func needsPassword(_ name: String) -> TransferError {
        TransferError(
            .transferNeedsPassword, "\(name) is protected by a password.",
            remedy: "Give the password that opens it in the other program.")
    }

    static var keePassDamaged: TransferError {
        TransferError(
            .transferDamaged, "The KeePass file is damaged.",
            remedy: "Copy it again, or take a backup of it.")
    }

    static var vaultDamaged: TransferError {
        TransferError(
            .transferDamaged, "The vault of 1Password is damaged.",
            remedy: "Copy it again, or take a backup of it.")
    }

    static var protonEncrypted: TransferError {
        TransferError(
            .transferUnsupported, "This export of Proton Pass is encrypted with PGP.",
            remedy: "Decrypt it with gpg, or export it again without encryption.")
    }

    static var keyFileDamaged: TransferError {
        TransferError(
            .transferDamaged, "The key file is damaged.",
            remedy: "Take a copy of it that opens the database.")
    }

    static func keePassVersion(_ version: String) -> TransferError {
        TransferError(
            .transferUnsupported, "A KeePass file of version \(version) cannot be read.",
            remedy: "Save it with a present version of KeePassXC.")
    }

    static var noFilePassword: TransferError {
        TransferError(
            .transferNeedsPassword, "The file needs a password of its own.",
            remedy: "Choose a good one: anyone who has the file can try as often as they like.")
    }

    static var noTarget: TransferError {
        TransferError(
            .transferNoneChosen, "Name the file to write.",
            remedy: "Give a path with a name at its end.")
    }

    /// The folder of a program is not one that its user knows of.
    static var relativeTarget: TransferError {
        TransferError(
            .transferNoneChosen, "The path does not begin with a slash.",
            remedy: "Give the whole path, such as /home/ada/logins.json.")
    }

    static func targetIsFolder(_ name: String) -> TransferError {
        TransferError(
            .transferCannotWrite, "\(name) is a folder.",
            remedy: "Give a path with a name at its end.")
    }

    static func targetExists(_ name: String) -> TransferError {
        TransferError(
            .transferExists, "There is a file \(name) already; it was not touched.",
            remedy: "Name another one, or say that it may be replaced.")
    }

    static func cannotWrite(_ name: String, errno code: Int32) -> TransferError {
        guard code != ENOSPC, code != EDQUOT else {
            return TransferError(
                .transferCannotWrite, "There is no space left on the disk for \(name).",
                remedy: "Free some space there, or choose another disk.")
        }
        return TransferError(
            .transferCannotWrite, "\(name) cannot be written: \(reason(code)).",
            remedy: "Choose a folder that you may write to.")
    }

    static var bitwardenDamaged: TransferError {
        TransferError(
            .transferDamaged, "The export of Bitwarden is damaged.", remedy: "Export it again.")
    }

    static var bitwardenAccount: TransferError {
        TransferError(
            .transferUnsupported,
            "This export of Bitwarden can only be opened by the account that it comes from.",
            remedy: "Export it again as JSON, or as encrypted JSON with a password of its own.")
    }

    static func malformed(line: Int) -> TransferError {
        TransferError(
            .transferDamaged, "The JSON is wrong in line \(line).", remedy: "Export the file again."
        )
    }

    static func tooManyValues(limit: Int) -> TransferError {
        TransferError(
            .transferTooLarge, "The JSON has more than \(limit / 1_000_000) million values.",
            remedy: "Export fewer items at once.")
    }

    static func tooManyItems(limit: Int) -> TransferError {
        TransferError(
            .transferTooLarge, "The items of the archive have more than \(limit >> 20) MiB.",
            remedy: "Export fewer items at once.")
    }

    static var emptyStore: TransferError {
        TransferError(
            .transferEmpty, "The folder has no files that end with .gpg.",
            remedy: "Choose the folder of pass; it is usually ~/.password-store.")
    }

    static var noGnuPG: TransferError {
        TransferError(
            .transferUnsupported, "The program gpg is not installed, or did not finish.",
            remedy:
                "Install gnupg, and check that it decrypts a file of the store on this terminal.")
    }

    static var keePassCipher: TransferError {
        TransferError(
            .transferUnsupported, "The KeePass file uses a cipher that is not known here.",
            remedy:
                "Choose another encryption in the settings of the database in KeePassXC, and save it."
        )
    }

    private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
