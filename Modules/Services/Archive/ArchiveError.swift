public import TenonCore

extension ErrorCode {
    /// The bytes are not an archive, or are damaged.
    public static let archiveDamaged = ErrorCode("archive.damaged", .badData)
    /// The archive is larger than the limit.
    public static let archiveTooLarge = ErrorCode("archive.too-large", .badData)
    /// A path in the archive leads out of it.
    public static let archivePath = ErrorCode("archive.path", .badData)
    /// The archive is encrypted, or its compression is not supported.
    public static let archiveUnsupported = ErrorCode("archive.unsupported", .badData)
    /// There is no such file in the archive.
    public static let archiveNoEntry = ErrorCode("archive.no-entry", .badData)
    /// There is no memory left, or a library failed for a reason outside the document.
    public static let archiveFailure = ErrorCode("archive.failure", .defect)
}

/// An error of reading archives and compressed bytes; its texts hold nothing of what is in them.
public struct ArchiveError: ExplainedError, Equatable {
    /// The stable code.
    public let code: ErrorCode
    /// What happened.
    public let message: Sentence
    /// What the person can do.
    public let remedy: Sentence

    init(_ code: ErrorCode, _ message: Sentence, _ remedy: Sentence) {
        self.code = code
        self.message = message
        self.remedy = remedy
    }

    private static let again: Sentence = "Export it again, or copy it once more."

    static let notAnArchive = ArchiveError(
        .archiveDamaged, "The file is not a zip archive, or it is damaged.", again)

    static let damagedEntry = ArchiveError(
        .archiveDamaged, "A file in the archive is damaged.", again)

    static let damagedStream = ArchiveError(
        .archiveDamaged, "Compressed data is damaged.", again)

    static func tooManyEntries(_ limit: Int) -> ArchiveError {
        ArchiveError(
            .archiveTooLarge, "The archive has more than \(limit) files.",
            "Check that it is the right file.")
    }

    static func tooLarge(_ limit: Int) -> ArchiveError {
        ArchiveError(
            .archiveTooLarge, "The file expands to more than \(limit >> 20) MiB.",
            "Check that it is the right file.")
    }

    static func tooDense(_ ratio: Int) -> ArchiveError {
        ArchiveError(
            .archiveTooLarge, "A file in the archive is more than \(ratio) times its packed size.",
            "Check that it is the right file.")
    }

    static let badPath = ArchiveError(
        .archivePath, "A name in the archive leads out of it, or occurs twice.",
        "Do not trust this file; check where it comes from.")

    static let unsupported = ArchiveError(
        .archiveUnsupported,
        "A file in the archive is encrypted or uses an unknown compression.",
        "Unpack it with another program and pack it again without a password.")

    static let noEntry = ArchiveError(
        .archiveNoEntry, "A file is missing in the archive.", again)

    static let failure = ArchiveError(
        .archiveFailure, "There is not enough free memory.", "Close other programs and try again.")
}
