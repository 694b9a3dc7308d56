import TenonCore
import TenonSecurity
import WalletVault

/// What was in the vault, and what was known of the item, when both were last brought together.
struct WrittenItem: Equatable {
    private enum Tag {
        static let field = 1
        static let state = 2
        static let removal = 3
        static let withheld = 4
        static let isBehind = 5
    }

    /// Keyed hashes of the fields in the vault.
    var fields: [ItemField: [UInt8]] = [:]
    /// A keyed hash of what was known of the item; empty when nothing was.
    var state: [UInt8] = []
    /// The fields with values that cannot be sent; the vault keeps them.
    var withheld: Set<ItemField> = []
    /// How far the item was taken out of the vault.
    var removal = Removal.none
    /// Whether more was known of it than the vault could take: whoever changes it there has not seen that.
    var isBehind = false

    init() {}

    /// Reads what ``write(to:)`` wrote.
    init(reading bytes: UnsafeRawBufferPointer) throws {
        var reader = FieldReader(bytes)
        while let field = try reader.next() {
            switch field.tag {
            case Tag.field:
                guard field.value.count >= 10 else { throw SyncError.localState() }
                let value = Array(field.value)
                let name = ItemField(number: value[..<2], key: value[10...])
                fields[name] = Array(value[2..<10])
            case Tag.state: state = Array(field.value)
            case Tag.withheld:
                guard field.value.count >= 2 else { throw SyncError.localState() }
                let value = Array(field.value)
                withheld.insert(ItemField(number: value[..<2], key: value[2...]))
            case Tag.removal:
                removal = Removal(rawValue: UInt8(clamping: field.number)) ?? .none
            case Tag.isBehind: isBehind = true
            default: throw SyncError.localState()
            }
        }
    }

    /// Writes all of it.
    func write(to writer: SecretWriter) {
        for (field, hash) in fields {
            writer.field(Tag.field) { inner in
                inner.bytes(UInt16(clamping: field.number).bigEndianBytes)
                inner.bytes(hash)
                inner.bytes(field.key)
            }
        }
        for field in withheld {
            writer.field(Tag.withheld) { inner in
                inner.bytes(UInt16(clamping: field.number).bigEndianBytes)
                inner.bytes(field.key)
            }
        }
        writer.field(Tag.state) { $0.bytes(state) }
        writer.field(Tag.removal, Int64(removal.rawValue))
        if isBehind { writer.field(Tag.isBehind, 1) }
    }
}

extension ItemField {
    fileprivate init(number: ArraySlice<UInt8>, key: ArraySlice<UInt8>) {
        self.init(number: Int(bigEndianBytes: number), key: Array(key))
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
        item.write(to: writer)
        return writer.withBytes { Array(key.authenticationCode(for: $0)) }
    }
}
