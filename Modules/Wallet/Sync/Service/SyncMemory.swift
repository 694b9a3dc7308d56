import TenonCore
import TenonSecurity
import WalletVault

/// What this machine remembers of the exchanges themselves; it is sealed like everything else.
struct SyncMemory: Equatable {
    /// An invitation that this machine has made.
    struct OpenInvitation: Equatable {
        /// Its code.
        let code: SecretText
        /// When it expires.
        let expiry: Timestamp
        /// Whether it has ended; its notes may still be there.
        var isOver = false
    }

    /// How this machine joined the others.
    struct Entry: Equatable {
        enum Means: Equatable {
            /// By an invitation with a code.
            case invitation(SecretText)
            /// By a recovery sheet, which is a device of its own.
            case sheet(DeviceID)
        }

        /// By which means.
        let means: Means
        /// Whether its own part in this is done, as far as it knows.
        var isDone = false
    }

    /// What was last received from a machine.
    struct Heard: Equatable {
        /// How many of its commits had arrived.
        let number: UInt64
        /// When the last one arrived.
        let time: Timestamp
    }

    private enum Tag {
        static let address = 1
        static let lastExchange = 2
        static let heard = 3
        static let invitation = 4
        static let dismissal = 5
        static let shelf = 6
        static let entry = 7
    }

    private enum InvitationTag {
        static let code = 1
        static let expiry = 2
        static let isOver = 3
    }

    private enum EntryTag {
        static let code = 1
        static let sheet = 2
        static let isDone = 3
    }

    /// Where the data is kept: the path of a folder, or the address of a server.
    var address: String
    /// When an exchange was last completed.
    var lastExchange: Timestamp?
    /// What was last received from each machine.
    var heard: [DeviceID: Heard] = [:]
    /// The invitations whose notes may be there.
    var invitations: [OpenInvitation] = []
    /// Machines that were taken out here, and that may still have access to the place.
    var dismissals: Set<DeviceID> = []
    /// Shelves of recovery sheets that were replaced here; they may still be there.
    var shelves: Set<DeviceID> = []
    /// How this machine joined the others; `nil` for the first one.
    var entry: Entry?

    init(address: String, by means: Entry.Means? = nil) {
        self.address = address
        entry = means.map { Entry(means: $0) }
    }

    /// Reads what ``write(to:)`` wrote.
    init(reading bytes: UnsafeRawBufferPointer) throws {
        self.init(address: "")
        var reader = FieldReader(bytes)
        while let field = try reader.next() {
            switch field.tag {
            case Tag.address: address = field.text
            case Tag.lastExchange: lastExchange = Timestamp(milliseconds: field.number)
            case Tag.heard:
                let bytes = Array(field.value)
                let head = ItemCoding.byteCount
                guard bytes.count == head + 16,
                    let device = DeviceID(bytes: Array(bytes[..<head]))
                else { throw SyncError.localState() }
                let time = Int64(bigEndianBytes: bytes[(head + 8)...])
                heard[device] = Heard(
                    number: UInt64(bigEndianBytes: bytes[head..<(head + 8)]),
                    time: Timestamp(milliseconds: time))
            case Tag.dismissal, Tag.shelf:
                guard let device = DeviceID(bytes: Array(field.value)) else {
                    throw SyncError.localState()
                }
                if field.tag == Tag.shelf {
                    shelves.insert(device)
                } else {
                    dismissals.insert(device)
                }
            case Tag.invitation: invitations.append(try Self.invitation(field.value))
            case Tag.entry: entry = try Self.entry(field.value)
            default: break
            }
        }
    }

    /// Writes all of it.
    func write(to writer: SecretWriter) {
        writer.field(Tag.address, address)
        if let lastExchange { writer.field(Tag.lastExchange, lastExchange.milliseconds) }
        for (device, last) in heard {
            writer.field(Tag.heard) { inner in
                inner.bytes(device.bytes)
                inner.bytes(last.number.bigEndianBytes)
                inner.bytes(last.time.milliseconds.bigEndianBytes)
            }
        }
        for device in dismissals { writer.field(Tag.dismissal) { $0.bytes(device.bytes) } }
        for device in shelves { writer.field(Tag.shelf) { $0.bytes(device.bytes) } }
        for invitation in invitations {
            writer.field(Tag.invitation) { inner in
                inner.field(InvitationTag.code, invitation.code)
                inner.field(InvitationTag.expiry, invitation.expiry.milliseconds)
                inner.field(InvitationTag.isOver, invitation.isOver ? 1 : 0)
            }
        }
        guard let entry else { return }
        writer.field(Tag.entry) { inner in
            switch entry.means {
            case .invitation(let code): inner.field(EntryTag.code, code)
            case .sheet(let device): inner.field(EntryTag.sheet) { $0.bytes(device.bytes) }
            }
            inner.field(EntryTag.isDone, entry.isDone ? 1 : 0)
        }
    }

    private static func invitation(_ bytes: UnsafeRawBufferPointer) throws -> OpenInvitation {
        var reader = FieldReader(bytes)
        var code: SecretText?
        var expiry = Timestamp(milliseconds: 0)
        var isOver = false
        while let field = try reader.next() {
            switch field.tag {
            case InvitationTag.code: code = field.secret
            case InvitationTag.expiry: expiry = Timestamp(milliseconds: field.number)
            case InvitationTag.isOver: isOver = field.number != 0
            default: break
            }
        }
        guard let code else { throw SyncError.localState() }
        return OpenInvitation(code: code, expiry: expiry, isOver: isOver)
    }

    private static func entry(_ bytes: UnsafeRawBufferPointer) throws -> Entry {
        var reader = FieldReader(bytes)
        var means: Entry.Means?
        var isDone = false
        while let field = try reader.next() {
            switch field.tag {
            case EntryTag.code: means = .invitation(field.secret)
            case EntryTag.sheet: means = DeviceID(bytes: Array(field.value)).map { .sheet($0) }
            case EntryTag.isDone: isDone = field.number != 0
            default: break
            }
        }
        guard let means else { throw SyncError.localState() }
        return Entry(means: means, isDone: isDone)
    }
}

extension Replica {
    /// Reads what this machine remembers of the exchanges.
    ///
    /// - Throws: ``SyncError`` (`syncLocalState`).
    nonisolated func syncMemory() throws -> SyncMemory {
        let key = RowKey.exchanges
        guard let sealed = try store.row(key.bytes) else { throw SyncError.localState() }
        return try rows.open(key, sealed) { try SyncMemory(reading: $0) }
    }

    /// Remembers it.
    nonisolated func remember(_ memory: SyncMemory) throws {
        let row = try rows.seal(.exchanges, memory.write)
        try store.save([RowKey.exchanges.bytes: row])
    }
}
