import Crypto
import FoundationEssentials
import TenonCore
import TenonMemory

/// Seals bytes with AES-256-GCM, an AEAD: what is sealed can be neither read nor changed.
///
/// The sealed form is a 12-byte random nonce, the cipher text and a 16-byte tag
/// (NIST SP 800-38D). One key may seal 2³² messages.
public struct AES256GCM: Sendable {
    /// By how many bytes the sealed form is longer than the plain one.
    public static let overhead = 28

    private let key: SecretBytes

    /// Takes a key of 32 bytes.
    ///
    /// - Throws: `SecurityError` (`securityKeyLength`) for any other length.
    public init(key: SecretBytes) throws {
        guard key.count == 32 else {
            throw SecurityError(
                .securityKeyLength, "AES-256 needs a key of 32 bytes, not \(key.count).")
        }
        self.key = key
    }

    /// A copy of the key for the library, which lives for one call only.
    private var copy: SymmetricKey { key.withBytes { SymmetricKey(data: $0) } }

    /// Seals bytes under a new random nonce; the authenticated bytes are bound, not included.
    public func seal(
        _ plain: UnsafeRawBufferPointer, authenticating: UnsafeRawBufferPointer
    ) throws -> [UInt8] {
        do {
            let nonce = try withUnsafeTemporaryAllocation(byteCount: 12, alignment: 1) { bytes in
                bytes.fillWithRandomBytes()
                return try AES.GCM.Nonce(data: UnsafeRawBufferPointer(bytes))
            }
            let box = try AES.GCM.seal(
                plain, using: copy, nonce: nonce, authenticating: authenticating)
            // With a nonce of 12 bytes there is always a combined form.
            return box.combined.map { Array($0) } ?? []
        } catch {
            throw SecurityError(.securityFailure, "Sealing failed.", cause: error)
        }
    }

    /// Opens sealed bytes and lends the plain ones, which are wiped when the closure returns.
    ///
    /// - Throws: `SecurityError` (`securityBrokenSeal`) when a byte of either argument was changed
    ///   or the key is another; and what the closure throws.
    public func open<R>(
        _ sealed: UnsafeRawBufferPointer, authenticating: UnsafeRawBufferPointer,
        _ body: (UnsafeRawBufferPointer) throws -> R
    ) throws -> R {
        var plain = try openData(sealed, authenticating: authenticating)
        defer { plain.withUnsafeMutableBytes { $0.wipe() } }
        return try plain.withUnsafeBytes(body)
    }

    private func openData(
        _ sealed: UnsafeRawBufferPointer, authenticating: UnsafeRawBufferPointer
    ) throws -> Data {
        do {
            return try AES.GCM.open(
                AES.GCM.SealedBox(combined: sealed), using: copy, authenticating: authenticating)
        } catch {
            throw SecurityError(
                .securityBrokenSeal,
                "Sealed data was changed, or belongs to another key or place.",
                remedy: "Restore the file from a backup.", cause: error)
        }
    }
}
