import TenonSecurity
import WalletVault

/// Names a device by its public key: the first 16 bytes of the key's SHA-256.
///
/// Whoever knows the name can tell the right key from any other.
package struct DeviceID: Hashable, Sendable, Comparable, CustomStringConvertible {
    private let name: ItemID

    /// The name of the device with a key.
    package init?(publicKey: [UInt8]) {
        let hash = publicKey.withUnsafeBytes { SecretHash.sha256(of: $0) }
        self.init(bytes: hash.prefix(16).withUnsafeBytes { Array($0) })
    }

    /// Takes the stored form; `nil` unless it has 16 bytes.
    package init?(bytes: [UInt8]) {
        guard let name = bytes.withUnsafeBytes({ ItemCoding.id($0) }) else { return nil }
        self.name = name
    }

    /// Reads the text form.
    package init?(_ text: String) {
        guard let name = ItemID(text) else { return nil }
        self.name = name
    }

    /// The stored form.
    package var bytes: [UInt8] { ItemCoding.bytes(of: name) }

    /// The text form: 26 characters that are safe in file names.
    package var description: String { name.description }

    /// Orders by the stored bytes.
    package static func < (left: DeviceID, right: DeviceID) -> Bool { left.name < right.name }
}

/// A present or former device; it was introduced by a commit of another one.
package struct Device: Sendable, Equatable {
    /// Its name for machines.
    package let id: DeviceID
    /// The key that its commits are checked with.
    let publicKey: [UInt8]
    /// Its name for people.
    package let name: String

    /// Makes a device; `nil` when the key cannot be one.
    package init?(publicKey: [UInt8], name: String) {
        guard publicKey.count == Ed25519.keyCount, let id = DeviceID(publicKey: publicKey) else {
            return nil
        }
        self.id = id
        self.publicKey = publicKey
        self.name = name
    }
}
