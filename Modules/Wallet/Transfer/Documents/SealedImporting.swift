import TenonCore
import TenonSecurity

/// What opens a file that is encrypted as a whole.
struct FileKey: Sendable {
    let password: SecretText
    /// What is in the key file of a KeePass database.
    var keyFile: SecretText?
}

/// Reads one kind of file that is encrypted as a whole; the file of the conforming type says where its
/// format is described.
protocol SealedImporting: Sendable {
    /// Whether some bytes begin as such a file does.
    static func recognizes(_ start: UnsafeRawBufferPointer) -> Bool

    /// Opens a file; blocks the calling thread as long as the key derivation takes.
    ///
    /// - Throws: ``TransferError`` for a wrong password, damage, or what is not known here;
    ///   `SecurityError` for an absurd key derivation; the errors of the services.
    static func read(
        _ file: UnsafeRawBufferPointer, _ key: FileKey, _ tools: DocumentTools
    ) throws -> ImportedDocument
}
