import TenonCore

/// What a person says of a file beforehand.
package struct ImportOptions: Sendable, Equatable {
    /// The format; `nil` recognises it by the content.
    package var format: ImportFormat?
    /// What the columns of a text file are; `nil` goes by their names.
    package var columns: ColumnMapping?
    /// What was said of the columns of earlier files, for one that is not recognised.
    package var known: [ColumnMapping]
    /// What is in the key file of a KeePass database.
    var keyFile: SecretText?

    /// Says nothing of this file, and perhaps something of earlier ones.
    package init(known: [ColumnMapping] = []) { self.known = known }

    /// Reads a key file.
    ///
    /// - Throws: ``TransferError`` when it cannot be read, or is larger than 16 MiB.
    package mutating func takeKeyFile(_ source: ImportSource) throws {
        keyFile = try source.contents(limit: 16 << 20)
    }
}
