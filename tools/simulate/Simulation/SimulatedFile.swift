package import TenonCore
package import WalletVault

/// Files whose content follows from a number.
package enum SimulatedFile {
    /// Bytes that are others at each place.
    package static func content(seed: UInt64, size: Int) -> [UInt8] {
        (0..<size).map { place in
            UInt8(truncatingIfNeeded: (place &* 31) ^ (place >> 8) &+ Int(truncatingIfNeeded: seed))
        }
    }

    /// The content of a file that ``SimulatedPerson`` attached; `nil` for another one.
    static func content(of file: Attachment) -> [UInt8]? {
        let seed = file.name.split(separator: " ").last.flatMap { UInt64($0) }
        return seed.map { content(seed: $0, size: file.size) }
    }
}

extension VaultManager {
    /// Attaches a file to an item.
    @discardableResult
    package func attach(
        _ name: String, _ content: [UInt8], to item: ItemID, at time: Timestamp
    ) async throws -> Attachment {
        let attachment = try Attachment(name, size: content.count, added: time)
        var position = 0
        try await attach(attachment, to: item) { bytes in
            bytes.copyBytes(from: content[position..<(position + bytes.count)])
            position += bytes.count
        }
        return attachment
    }
}
