package import TenonCore

extension ErrorCode {
    /// No file was chosen.
    static let transferNoneChosen = ErrorCode("transfer.none-chosen", .usage)
    /// The file to import is not there, is not a file or may not be opened.
    package static let transferNoFile = ErrorCode("transfer.no-file", .noInput)
    /// Reading the file failed.
    static let transferUnreadable = ErrorCode("transfer.unreadable", .inputOutput)
    /// What is to be held in memory is too large.
    package static let transferTooLarge = ErrorCode("transfer.too-large", .badData)
    /// The file has no content.
    package static let transferEmpty = ErrorCode("transfer.empty", .badData)
    /// The file is not UTF-8.
    package static let transferEncoding = ErrorCode("transfer.encoding", .badData)
    /// The header belongs to no known format.
    package static let transferFormat = ErrorCode("transfer.format", .badData)
    /// What was said of the columns does not fit the file.
    static let transferColumn = ErrorCode("transfer.column", .usage)
    /// The password of the file is another one.
    package static let transferWrongPassword = ErrorCode("transfer.wrong-password", .noPermission)
    /// The file needs a password.
    package static let transferNeedsPassword = ErrorCode("transfer.needs-password", .usage)
    /// The file to write is there already.
    package static let transferExists = ErrorCode("transfer.exists", .cannotCreate)
    /// The file cannot be written.
    static let transferCannotWrite = ErrorCode("transfer.cannot-write", .cannotCreate)
    /// The file is damaged.
    package static let transferDamaged = ErrorCode("transfer.damaged", .badData)
    /// The file uses something that is not known here.
    package static let transferUnsupported = ErrorCode("transfer.unsupported", .badData)
    /// The file is not the one that was looked at.
    package static let transferChanged = ErrorCode("transfer.changed", .tryLater)
}
