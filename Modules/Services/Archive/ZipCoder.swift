public import TenonCore

/// Opens and makes archives in the zip format, by libzip.
public struct ZipCoder: ArchiveCoding {
    /// Makes a coder.
    public init() {}

    /// Opens an archive that is in memory; see `ArchiveCoding`.
    public func open(_ bytes: SecretText, limits: ArchiveLimits) throws -> any Archive {
        try ZipArchive(bytes, limits: limits)
    }

    /// Makes an archive in memory; see `ArchiveCoding`.
    public func make(_ files: [(path: String, content: SecretText)]) throws -> SecretText {
        let draft = try ZipDraft()
        for file in files { try draft.add(file.path, file.content) }
        return try draft.finished()
    }
}
