import TenonCore
import TenonSecurity
import WalletVault

/// What was in the vault, and what was known of the item, when both were last brought together.
struct WrittenItem: Equatable {
    /// Keyed hashes of the fields in the vault.
    var fields: [ItemField: [UInt8]] = [:]
    /// The fields with values that cannot be sent; the vault keeps them.
    var withheld: Set<ItemField> = []
    /// A keyed hash of what was known of the item; empty when nothing was.
    var state: [UInt8] = []
    /// How far the item was taken out of the vault.
    var removal = Removal.none
    /// Whether more was known of it than the vault could take: whoever changes it there has not seen that.
    var isBehind = false
}

extension WrittenItem: FieldRecord {
    /// Its fields; one with others is not read.
    static let layout: RecordLayout<Self> = RecordLayout(
        RecordField(1, \Self.fields, missing: [:]) { fields, tag, writer in
            for (field, hash) in fields {
                writer.field(tag) { inner in
                    inner.bytes(hash)
                    field.write(to: inner)
                }
            }
        } add: { fields, bytes in
            let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(ValueHash.byteCount))
            guard let field = ItemField(reading: rest) else { return false }
            fields?[field] = Array(bytes[..<ValueHash.byteCount])
            return true
        },
        RecordField(set: 4, \Self.withheld), RecordField(2, \Self.state, default: []),
        RecordField(3, \Self.removal.rawValue, default: Removal.none.rawValue),
        RecordField(5, \Self.isBehind, default: false),
        unknown: .refused(SyncError.localState()), damage: SyncError.localState()
    ) { fields, withheld, state, removal, isBehind in
        WrittenItem(
            fields: fields, withheld: withheld, state: state,
            removal: Removal(rawValue: removal) ?? .none, isBehind: isBehind)
    }
}

/// Keyed hashes of values, by which a device notices what was changed in the vault.
struct ValueHash {
    /// The bytes of the hash of a value.
    static let byteCount = 8

    let key: HMACSHA256

    /// The hashes of values.
    func fields(_ values: [ItemField: SecretText]) -> [ItemField: [UInt8]] {
        values.mapValues { value in
            value.withBytes { Array(key.authenticationCode(for: $0).prefix(Self.byteCount)) }
        }
    }

    /// The hash of all that is known of an item.
    func state(_ item: ItemState) -> [UInt8] {
        let writer = SecretWriter(capacity: 512)
        item.write(to: writer)
        return writer.withBytes { Array(key.authenticationCode(for: $0)) }
    }
}
