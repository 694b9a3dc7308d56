import Glibc
package import TenonCore

/// What can go wrong with an import as a whole; single bad rows are ``RowProblem``s instead.
package struct TransferError: ExplainedError, Equatable {
    /// The stable code.
    package let code: ErrorCode
    /// What happened.
    package let message: Sentence
    /// What the person can do.
    package let remedy: Sentence

    private init(_ code: ErrorCode, _ message: Sentence, _ remedy: Sentence) {
        self.code = code
        self.message = message
        self.remedy = remedy
    }

    static let noneChosen = TransferError(.transferNoneChosen, "Choose a file.", "")

    static func noFile(_ name: String, errno code: Int32) -> TransferError {
        TransferError(
            .transferNoFile, "The file \(name) cannot be opened: \(reason(code)).",
            "Check its name and that you may read it.")
    }

    static func notAFile(_ name: String) -> TransferError {
        TransferError(
            .transferNoFile, "\(name) is not a file.",
            "Choose the CSV file that your browser exported.")
    }

    static func unreadable(_ name: String, errno code: Int32) -> TransferError {
        TransferError(
            .transferUnreadable, "\(name) cannot be read: \(reason(code)).",
            "Copy the file to a disk of this machine and try again.")
    }

    static func tooLarge(_ name: String, limit: Int) -> TransferError {
        TransferError(
            .transferTooLarge, "\(name) is larger than \(limit >> 20) MiB.",
            "Save it to a file and import that; a file may have any size.")
    }

    static let empty = TransferError(
        .transferEmpty, "The file is empty.", "Export the logins from your browser again.")

    static let utf16 = TransferError(
        .transferEncoding, "The file is encoded as UTF-16.",
        "Save it as UTF-8, or use the file as the browser exported it.")

    /// The accepted headers are named, the present one is not: it may be a row of secrets.
    static let unknownFormat = TransferError(
        .transferFormat, "The first line is not the header of an export that is known here.",
        """
        Accepted are Firefox or Lockwise (\(ImportFormat.firefox.header)) and Chrome \
        (\(ImportFormat.chrome.header)).
        """)

    static let changedFile = TransferError(
        .transferChanged, "The file has changed since it was looked at; nothing was imported.",
        "Choose it again.")

    private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}

extension ErrorCode {
    /// No file was chosen.
    package static let transferNoneChosen = ErrorCode("transfer.none-chosen", .usage)
    /// The file to import is not there, is no file or may not be opened.
    package static let transferNoFile = ErrorCode("transfer.no-file", .noInput)
    /// Reading the file failed.
    package static let transferUnreadable = ErrorCode("transfer.unreadable", .inputOutput)
    /// What is to be held in memory is too large.
    package static let transferTooLarge = ErrorCode("transfer.too-large", .badData)
    /// The file has no content.
    package static let transferEmpty = ErrorCode("transfer.empty", .badData)
    /// The file is not UTF-8.
    package static let transferEncoding = ErrorCode("transfer.encoding", .badData)
    /// The header belongs to no known format.
    package static let transferFormat = ErrorCode("transfer.format", .badData)
    /// The file is not the one that was looked at.
    package static let transferChanged = ErrorCode("transfer.changed", .tryLater)
}
