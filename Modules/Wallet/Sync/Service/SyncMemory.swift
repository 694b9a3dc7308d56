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
        /// The machine that it has let in; the place may not know of it yet.
        var newcomer: DeviceID?
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

    /// What opens a key of the vault that this machine has handed to the others, and that nobody may learn
    /// who was taken out.
    struct NewSlots: Equatable {
        /// The name of the key.
        let key: ItemID
        /// What opens it.
        let slots: [SharedSlot]
    }

    /// A commit that others have seen, and that has not arrived.
    struct Missing: Equatable {
        /// Its number in the log of its device.
        let number: UInt64
        /// Since when this machine knows that it is missing.
        let since: Timestamp
    }

    private enum Tag {
        static let address = 1
        static let lastExchange = 2
        static let heard = 3
        static let invitation = 4
        static let dismissal = 5
        static let shelf = 6
        static let entry = 7
        static let misuse = 8
        static let newSlots = 9
        static let seen = 10
        static let missing = 11
        static let passphraseChange = 12
        static let isRemoving = 13
    }

    private enum InvitationTag {
        static let code = 1
        static let expiry = 2
        static let isOver = 3
        static let newcomer = 4
    }

    private enum SlotTag {
        static let key = 1
        static let id = 2
        static let bytes = 3
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
    /// What is missing of the log of each machine.
    var missing: [DeviceID: Missing] = [:]
    /// The invitations whose notes may be there.
    var invitations: [OpenInvitation] = []
    /// Machines that were taken out here, and that may still have access to the place.
    var dismissals: Set<DeviceID> = []
    /// Shelves of recovery sheets that were replaced here; they may still be there.
    var shelves: Set<DeviceID> = []
    /// Machines that others have let in, and that a person has looked at here.
    var seen: Set<DeviceID> = []
    /// What the others are told as soon as those who were taken out have no more access to the place.
    var newSlots: NewSlots?
    /// How this machine joined the others; `nil` for the first one.
    var entry: Entry?
    /// Whether this machine has begun to remove the vault from the folder: nothing is exchanged any more.
    var isRemoving = false
    /// When another machine changed the passphrase, until somebody unlocks the vault by the new one.
    var passphraseChange: Timestamp?
    /// When somebody answered an invitation of this machine who does not know the passphrase, until the
    /// next invitation.
    var misuse: Timestamp?

    /// Whether a person should hear of that: for a week.
    func isMisused(at now: Timestamp) -> Bool {
        misuse.map { now.milliseconds - $0.milliseconds < 7 * 86_400_000 } ?? false
    }

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
            case Tag.heard, Tag.missing:
                let bytes = Array(field.value)
                let head = ItemCoding.byteCount
                guard bytes.count == head + 16,
                    let device = DeviceID(bytes: Array(bytes[..<head]))
                else { throw SyncError.localState() }
                let number = UInt64(bigEndianBytes: bytes[head..<(head + 8)])
                let time = Timestamp(milliseconds: Int64(bigEndianBytes: bytes[(head + 8)...]))
                if field.tag == Tag.heard {
                    heard[device] = Heard(number: number, time: time)
                } else {
                    missing[device] = Missing(number: number, since: time)
                }
            case Tag.dismissal, Tag.shelf, Tag.seen:
                guard let device = DeviceID(bytes: Array(field.value)) else {
                    throw SyncError.localState()
                }
                switch field.tag {
                case Tag.shelf: shelves.insert(device)
                case Tag.seen: seen.insert(device)
                default: dismissals.insert(device)
                }
            case Tag.invitation: invitations.append(try Self.invitation(field.value))
            case Tag.entry: entry = try Self.entry(field.value)
            case Tag.newSlots: newSlots = try Self.newSlots(field.value)
            case Tag.passphraseChange:
                passphraseChange = Timestamp(milliseconds: field.number)
            case Tag.misuse: misuse = Timestamp(milliseconds: field.number)
            case Tag.isRemoving: isRemoving = field.number != 0
            default: break
            }
        }
    }

    /// Writes all of it.
    func write(to writer: SecretWriter) {
        writer.field(Tag.address, address)
        if let lastExchange { writer.field(Tag.lastExchange, lastExchange.milliseconds) }
        if let passphraseChange {
            writer.field(Tag.passphraseChange, passphraseChange.milliseconds)
        }
        if let misuse { writer.field(Tag.misuse, misuse.milliseconds) }
        if isRemoving { writer.field(Tag.isRemoving, 1) }
        func write(_ device: DeviceID, _ number: UInt64, _ time: Timestamp, as tag: Int) {
            writer.field(tag) { inner in
                inner.bytes(device.bytes)
                inner.bytes(number.bigEndianBytes)
                inner.bytes(time.milliseconds.bigEndianBytes)
            }
        }
        for (device, last) in heard { write(device, last.number, last.time, as: Tag.heard) }
        for (device, gap) in missing { write(device, gap.number, gap.since, as: Tag.missing) }
        for device in dismissals { writer.field(Tag.dismissal) { $0.bytes(device.bytes) } }
        for device in shelves { writer.field(Tag.shelf) { $0.bytes(device.bytes) } }
        for device in seen { writer.field(Tag.seen) { $0.bytes(device.bytes) } }
        for invitation in invitations {
            writer.field(Tag.invitation) { inner in
                inner.field(InvitationTag.code, invitation.code)
                inner.field(InvitationTag.expiry, invitation.expiry.milliseconds)
                inner.field(InvitationTag.isOver, invitation.isOver ? 1 : 0)
                if let newcomer = invitation.newcomer {
                    inner.field(InvitationTag.newcomer) { $0.bytes(newcomer.bytes) }
                }
            }
        }
        if let newSlots {
            writer.field(Tag.newSlots) { inner in
                inner.field(SlotTag.key) { $0.bytes(ItemCoding.bytes(of: newSlots.key)) }
                for slot in newSlots.slots {
                    inner.field(SlotTag.id) { $0.bytes(ItemCoding.bytes(of: slot.id)) }
                    inner.field(SlotTag.bytes) { $0.bytes(slot.bytes) }
                }
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
        var newcomer: DeviceID?
        while let field = try reader.next() {
            switch field.tag {
            case InvitationTag.code: code = field.secret
            case InvitationTag.expiry: expiry = Timestamp(milliseconds: field.number)
            case InvitationTag.isOver: isOver = field.number != 0
            case InvitationTag.newcomer: newcomer = DeviceID(bytes: Array(field.value))
            default: break
            }
        }
        guard let code else { throw SyncError.localState() }
        return OpenInvitation(code: code, expiry: expiry, isOver: isOver, newcomer: newcomer)
    }

    private static func newSlots(_ bytes: UnsafeRawBufferPointer) throws -> NewSlots {
        var reader = FieldReader(bytes)
        var (key, id): (ItemID?, ItemID?)
        var slots: [SharedSlot] = []
        while let field = try reader.next() {
            switch field.tag {
            case SlotTag.key: key = ItemCoding.id(field.value)
            case SlotTag.id: id = ItemCoding.id(field.value)
            case SlotTag.bytes:
                guard let id else { throw SyncError.localState() }
                slots.append(SharedSlot(id: id, bytes: Array(field.value)))
            default: break
            }
        }
        guard let key else { throw SyncError.localState() }
        return NewSlots(key: key, slots: slots)
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
