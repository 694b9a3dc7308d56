public import TenonCore

/// Opens archives in the zip format, by libzip.
public struct ZipReader: ArchiveReading {
    /// Makes a reader.
    public init() {}

    /// Opens an archive that is in memory; see `ArchiveReading`.
    public func open(_ bytes: SecretText, limits: ArchiveLimits) throws -> any Archive {
        try ZipArchive(bytes, limits: limits)
    }
}
