import TenonCore
import WalletVault

/// The part of a commit that everybody can read.
struct CommitHeader: Sendable, Equatable {
    /// The format that this version of the program writes, and reads.
    static let presentFormat: UInt8 = 2
    /// The number of bytes.
    static let byteCount = 4 + 16 + 16 + 8 + 32
    private static let mark = Array("WSC".utf8)

    /// The format of what follows; the header is the same in all.
    var format = presentFormat
    /// The vault.
    let vault: ItemID
    /// The device that made the commit.
    let device: DeviceID
    /// Its number in the log of the device, from 1.
    let number: UInt64
    /// The SHA-256 of the commit before it; zeros for the first one.
    let previous: [UInt8]
}

extension CommitHeader {
    /// Reads the header of a commit of any format, which counts only once the signature is known to be valid.
    ///
    /// - Throws: ``SyncError`` (`syncDamaged`).
    init(reading commit: [UInt8]) throws {
        guard commit.count >= Self.byteCount, Array(commit[..<3]) == Self.mark else {
            throw SyncError.damaged
        }
        guard let vault = commit[4..<20].withUnsafeBytes({ ItemCoding.id($0) }),
            let device = DeviceID(bytes: Array(commit[20..<36]))
        else { throw SyncError.damaged }
        self.init(
            format: commit[3], vault: vault, device: device,
            number: UInt64(bigEndianBytes: commit[36..<44]),
            previous: Array(commit[44..<76]))
    }

    /// The stored form.
    var bytes: [UInt8] {
        Self.mark + [format] + ItemCoding.bytes(of: vault) + device.bytes
            + number.bigEndianBytes + previous
    }
}
