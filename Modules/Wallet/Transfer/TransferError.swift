import Glibc
package import TenonCore
package import TenonUI

/// What can go wrong with an import as a whole; single bad rows are ``RowProblem``s instead.
package struct TransferError: ExplainedError, Equatable {
    /// The stable code.
    package let code: ErrorCode

    private let messageKey: TransferText
    private let remedyKey: TransferText
    private let arguments: [String: String]

    private init(
        _ code: ErrorCode, _ message: TransferText, _ remedy: TransferText,
        _ arguments: [String: String] = [:]
    ) {
        self.code = code
        messageKey = message
        remedyKey = remedy
        self.arguments = arguments
    }

    /// What happened, in English.
    package var message: String { Localizer(language: "en")(messageKey, arguments) }
    /// What the person can do, in English.
    package var remedy: String { Localizer(language: "en")(remedyKey, arguments) }

    /// The same in the person's language.
    package func problem(_ localizer: Localizer) -> Problem {
        Problem(
            code: code.name, message: localizer(messageKey, arguments),
            remedy: localizer(remedyKey, arguments))
    }

    static func noFile(_ name: String, errno code: Int32) -> TransferError {
        TransferError(
            .transferNoFile, .errorNoFile, .errorNoFileRemedy,
            ["name": name, "reason": reason(code)])
    }

    static func notAFile(_ name: String) -> TransferError {
        TransferError(.transferNoFile, .errorNotAFile, .errorNotAFileRemedy, ["name": name])
    }

    static func unreadable(_ name: String, errno code: Int32) -> TransferError {
        TransferError(
            .transferUnreadable, .errorUnreadable, .errorUnreadableRemedy,
            ["name": name, "reason": reason(code)])
    }

    static func tooLarge(_ name: String, limit: Int) -> TransferError {
        TransferError(
            .transferTooLarge, .errorTooLarge, .errorTooLargeRemedy,
            ["name": name, "limit": "\(limit >> 20)"])
    }

    static let empty = TransferError(.transferEmpty, .errorEmpty, .errorEmptyRemedy)

    static let utf16 = TransferError(.transferEncoding, .errorEncoding, .errorEncodingRemedy)

    /// The accepted headers are named, the present one is not: it may be a row of secrets.
    static let unknownFormat = TransferError(
        .transferFormat, .errorFormat, .errorFormatRemedy,
        ["firefox": ImportFormat.firefox.header, "chrome": ImportFormat.chrome.header])

    static let changedFile = TransferError(.transferChanged, .errorChanged, .errorChangedRemedy)

    private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}

extension ErrorCode {
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
