import Foundation
public import TenonCore

/// The normalisation of a passphrase before a key is derived from it.
public enum Passphrase {
    /// How many bytes a normalised passphrase may have.
    static let allowedCounts = 1...1_024

    /// Returns the passphrase as UTF-8 in Unicode normalisation form KC.
    ///
    /// Keyboards and systems spell the same text differently ("é" as one or two code points);
    /// after normalisation all spellings open the same vault. ASCII stays as it is.
    ///
    /// - Throws: `SecurityError` (`securityPassphrase`) when it is empty, longer than 1,024 bytes
    ///   or not UTF-8.
    public static func normalized(_ text: SecretText) throws -> SecretBytes {
        let result = try text.withBytes { bytes in
            if bytes.allSatisfy({ $0 < 0x80 }) { return SecretBytes(copying: bytes) }
            // Foundation normalises strings only. These two transient copies are released at
            // once but cannot be wiped; passphrases in ASCII never take this path.
            guard let string = String(validating: bytes, as: UTF8.self) else {
                throw SecurityError(
                    .securityPassphrase, "The passphrase is not valid UTF-8 text.",
                    remedy: "Check the encoding of the file or terminal it comes from.")
            }
            var normalized = string.precomposedStringWithCompatibilityMapping
            return normalized.withUTF8 { SecretBytes(copying: UnsafeRawBufferPointer($0)) }
        }
        guard allowedCounts.contains(result.count) else {
            throw SecurityError(
                .securityPassphrase,
                result.count == 0
                    ? "The passphrase is empty." : "The passphrase is longer than 1,024 bytes.",
                remedy: "A passphrase has 1 to 1,024 bytes.")
        }
        return result
    }
}
