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
public typealias ArchiveError = ModuleError<ArchiveErrors>

/// Tells ``ArchiveError`` apart from the errors of other modules.
public enum ArchiveErrors {}

extension ArchiveError {
    private static var again: Sentence {
        "Export it again, or copy it once more."
    }

    static var notAnArchive: ArchiveError {
        ArchiveError(
            .archiveDamaged, "The file is not a zip archive, or it is damaged.", remedy: again)
    }

    static var damagedEntry: ArchiveError {
        ArchiveError(.archiveDamaged, "A file in the archive is damaged.", remedy: again)
    }

    static var damagedStream: ArchiveError {
        ArchiveError(.archiveDamaged, "Compressed data is damaged.", remedy: again)
    }

    static func tooManyEntries(_ limit: Int) -> ArchiveError {
        ArchiveError(
            .archiveTooLarge, "The archive has more than \(limit) files.",
            remedy: "Check that it is the right file.")
    }

    static func tooLarge(_ limit: Int) -> ArchiveError {
        ArchiveError(
            .archiveTooLarge, "The file expands to more than \(limit >> 20) MiB.",
            remedy: "Check that it is the right file.")
    }

    static func tooDense(_ ratio: Int) -> ArchiveError {
        ArchiveError(
            .archiveTooLarge, "A file in the archive is more than \(ratio) times its packed size.",
            remedy: "Check that it is the right file.")
    }

    static var badPath: ArchiveError {
        ArchiveError(
            .archivePath, "A name in the archive leads out of it, or occurs twice.",
            remedy: "Do not trust this file; check where it comes from.")
    }

    static var unsupported: ArchiveError {
        ArchiveError(
            .archiveUnsupported,
            "A file in the archive is encrypted or uses an unknown compression.",
            remedy: "Unpack it with another program and pack it again without a password.")
    }

    static var noEntry: ArchiveError {
        ArchiveError(.archiveNoEntry, "A file is missing in the archive.", remedy: again)
    }

    static var failure: ArchiveError {
        ArchiveError(
            .archiveFailure, "There is not enough free memory.",
            remedy: "Close other programs and try again.")
    }
}
