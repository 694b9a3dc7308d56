import TenonCore
import WalletVault

/// Says what a row of a store holds.
enum RowKey {
    /// What the device remembers beside items and logs.
    case memory
    /// What is known of an item.
    case item(ItemID)
    /// The hash of a commit.
    case hash(DeviceID, number: UInt64)
    /// A commit of the device itself.
    case own(number: UInt64)
    /// What was in the vault of an item.
    case written(ItemID)
    /// What the device remembers of the exchanges.
    case exchanges
    /// The key of all the other rows, sealed.
    case wrapping

    private enum Kind: UInt8 {
        case memory
        case item
        case hash
        case own
        case written
        case exchanges
        case wrapping
    }

    /// Where the keys of rows begin that are not read when a store is opened: the longest ones, and
    /// those that are needed one by one.
    static let endOfLoaded = [Kind.own.rawValue]

    /// The stored form.
    var bytes: [UInt8] {
        switch self {
        case .memory: [Kind.memory.rawValue]
        case .item(let id): [Kind.item.rawValue] + ItemCoding.bytes(of: id)
        case .hash(let device, let number):
            [Kind.hash.rawValue] + device.bytes + number.bigEndianBytes
        case .own(let number): [Kind.own.rawValue] + number.bigEndianBytes
        case .written(let id): [Kind.written.rawValue] + ItemCoding.bytes(of: id)
        case .exchanges: [Kind.exchanges.rawValue]
        case .wrapping: [Kind.wrapping.rawValue]
        }
    }

    /// Reads the key of a row that belongs to the state; `nil` for the other ones.
    ///
    /// - Throws: ``SyncError`` (`syncLocalState`) when it is cut short.
    init?(loaded bytes: [UInt8]) throws {
        let rest = bytes.dropFirst()
        switch bytes.first.flatMap(Kind.init) {
        case .memory: self = .memory
        case .item:
            guard let id = rest.withUnsafeBytes({ ItemCoding.id($0) }) else {
                throw SyncError.localState()
            }
            self = .item(id)
        case .hash:
            let head = ItemCoding.byteCount
            guard rest.count == head + 8, let device = DeviceID(bytes: Array(rest.prefix(head)))
            else { throw SyncError.localState() }
            self = .hash(device, number: UInt64(bigEndianBytes: rest.dropFirst(head)))
        case .own, .written, .exchanges, .wrapping, nil: return nil
        }
    }
}
