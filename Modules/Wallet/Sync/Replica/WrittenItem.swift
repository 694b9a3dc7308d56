import TenonCore
import TenonSecurity
import WalletVault

/// What was in the vault, and what was known of the item, when both were last brought together.
struct WrittenItem: Equatable {
    private enum Tag {
        static let field = 1
        static let state = 2
        static let removal = 3
    }

    /// Keyed hashes of the fields in the vault.
    var fields: [ItemField: [UInt8]] = [:]
    /// A keyed hash of what was known of the item; empty when nothing was.
    var state: [UInt8] = []
    /// How far the item was taken out of the vault.
    var removal = Removal.none

    init() {}

    /// Reads what ``write(to:)`` wrote.
    init(reading bytes: UnsafeRawBufferPointer) throws {
        var reader = FieldReader(bytes)
        while let field = try reader.next() {
            switch field.tag {
            case Tag.field:
                guard field.value.count >= 10 else { throw SyncError.localState() }
                let value = Array(field.value)
                let number = value[..<2].reduce(0) { $0 << 8 | Int($1) }
                fields[ItemField(number: number, key: Array(value[10...]))] = Array(value[2..<10])
            case Tag.state: state = Array(field.value)
            case Tag.removal:
                removal = Removal(rawValue: UInt8(clamping: field.number)) ?? .none
            default: throw SyncError.localState()
            }
        }
    }

    /// Writes all of it.
    func write(to writer: SecretWriter) {
        for (field, hash) in fields {
            writer.field(Tag.field) { inner in
                inner.integer(UInt16(clamping: field.number).bigEndian)
                inner.bytes(hash)
                inner.bytes(field.key)
            }
        }
        writer.field(Tag.state) { $0.bytes(state) }
        writer.field(Tag.removal, Int64(removal.rawValue))
    }
}

/// Keyed hashes of values, by which a device notices what was changed in the vault.
struct ValueHash {
    let key: HMACSHA256

    /// The hashes of values: eight bytes each.
    func fields(_ values: [ItemField: SecretText]) -> [ItemField: [UInt8]] {
        values.mapValues { value in
            value.withBytes { Array(key.authenticationCode(for: $0).prefix(8)) }
        }
    }

    /// The hash of all that is known of an item.
    func state(_ item: ItemState) -> [UInt8] {
        let writer = SecretWriter(capacity: 512)
        item.writeFields(to: writer)
        return writer.withBytes { Array(key.authenticationCode(for: $0)) }
    }
}

extension Replica {
    /// What was in the vault of an item; `nil` when the two have never been brought together.
    func written(_ id: ItemID) throws -> WrittenItem? {
        let key = RowKey.written(ItemCoding.bytes(of: id))
        return try store.row(key).map { sealed in
            try rows.open(key, sealed) { try WrittenItem(reading: $0) }
        }
    }

    /// Remembers what is in the vault.
    func note(_ items: [ItemID: WrittenItem]) throws {
        guard !items.isEmpty else { return }
        var changed: [[UInt8]: [UInt8]] = [:]
        for (id, item) in items {
            let key = RowKey.written(ItemCoding.bytes(of: id))
            changed[key] = try rows.seal(key, item.write)
        }
        try store.save(changed)
    }
}
