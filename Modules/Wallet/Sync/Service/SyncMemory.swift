import TenonCore
import TenonSecurity
import WalletVault

/// What this machine remembers of the exchanges themselves; it is sealed like everything else.
struct SyncMemory: Equatable {
    /// An invitation that this machine has made.
    struct OpenInvitation: FieldRecord, Equatable {
        /// Its fields.
        static let layout: RecordLayout<Self> = RecordLayout(
            RecordField(1, \Self.code),
            RecordField(2, \Self.expiry, default: Timestamp(milliseconds: 0)),
            RecordField(3, \Self.isOver, default: false),
            RecordField(optional: 4, \Self.newcomer), damage: SyncError.localState()
        ) { OpenInvitation(code: $0, expiry: $1, isOver: $2, newcomer: $3) }

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
    struct Entry: FieldRecord, Equatable {
        enum Means: Equatable {
            /// By an invitation with a code.
            case invitation(SecretText)
            /// By a recovery sheet, which is a device of its own.
            case sheet(DeviceID)
        }

        /// Its fields.
        static let layout: RecordLayout<Self> = RecordLayout(
            RecordField(optional: 1, \Self.code), RecordField(optional: 2, \Self.sheet),
            RecordField(3, \Self.isDone, default: false), damage: SyncError.localState()
        ) { code, sheet, isDone in
            let means = code.map { Means.invitation($0) } ?? sheet.map { Means.sheet($0) }
            guard let means else { throw SyncError.localState() }
            return Entry(means: means, isDone: isDone)
        }

        /// By which means.
        let means: Means
        /// Whether its own part in this is done, as far as it knows.
        var isDone = false

        private var code: SecretText? {
            if case .invitation(let code) = means { code } else { nil }
        }

        private var sheet: DeviceID? {
            if case .sheet(let device) = means { device } else { nil }
        }
    }

    /// What was last received from a machine.
    struct Heard: FieldRecord, Equatable {
        /// Its fields.
        static let layout: RecordLayout<Self> = RecordLayout(
            RecordField(1, \Self.number), RecordField(2, \Self.time), damage: SyncError.localState()
        ) { Heard(number: $0, time: $1) }

        /// How many of its commits had arrived.
        let number: UInt64
        /// When the last one arrived.
        let time: Timestamp
    }

    /// What opens a key of the vault that this machine has handed to the others, and that nobody may learn
    /// who was taken out.
    struct NewSlots: FieldRecord, Equatable {
        /// Its fields.
        static let layout: RecordLayout<Self> = RecordLayout(
            RecordField(1, \Self.key), RecordField(list: 2, \Self.slots),
            damage: SyncError.localState()
        ) { NewSlots(key: $0, slots: $1) }

        /// The name of the key.
        let key: ItemID
        /// What opens it.
        let slots: [SharedSlot]
    }

    /// A commit that others have seen, and that has not arrived.
    struct Missing: FieldRecord, Equatable {
        /// Its fields.
        static let layout: RecordLayout<Self> = RecordLayout(
            RecordField(1, \Self.number), RecordField(2, \Self.since),
            damage: SyncError.localState()
        ) { Missing(number: $0, since: $1) }

        /// Its number in the log of its device.
        let number: UInt64
        /// Since when this machine knows that it is missing.
        let since: Timestamp
    }

    /// Where the data is kept: the path of a folder, or the address of a server.
    var address: String
    /// When an exchange was last completed.
    var lastExchange: Timestamp?
    /// When another machine changed the passphrase, until somebody unlocks the vault by the new one.
    var passphraseChange: Timestamp?
    /// When somebody answered an invitation of this machine who does not know the passphrase, until the
    /// next invitation.
    var misuse: Timestamp?
    /// Whether this machine has begun to remove the vault from the folder: nothing is exchanged any more.
    var isRemoving = false
    /// What was last received from each machine.
    var heard: [DeviceID: Heard] = [:]
    /// What is missing of the log of each machine.
    var missing: [DeviceID: Missing] = [:]
    /// Machines that were taken out here, and that may still have access to the place.
    var dismissals: Set<DeviceID> = []
    /// Shelves of recovery sheets that were replaced here; they may still be there.
    var shelves: Set<DeviceID> = []
    /// Machines that others have let in, and that a person has looked at here.
    var seen: Set<DeviceID> = []
    /// The invitations whose notes may be there.
    var invitations: [OpenInvitation] = []
    /// What the others are told as soon as those who were taken out have no more access to the place.
    var newSlots: NewSlots?
    /// How this machine joined the others; `nil` for the first one.
    var entry: Entry?

    /// Whether a person should hear of that: for a week.
    func isMisused(at now: Timestamp) -> Bool {
        misuse.map { now.milliseconds - $0.milliseconds < 7 * 86_400_000 } ?? false
    }
}

extension SyncMemory {
    init(address: String, by means: Entry.Means?) {
        self.init(address: address, entry: means.map { Entry(means: $0) })
    }
}

extension SyncMemory: FieldRecord {
    /// Its fields; those of newer versions are passed over.
    static let layout: RecordLayout<Self> = RecordLayout(
        RecordField(1, \Self.address, default: ""), RecordField(optional: 2, \Self.lastExchange),
        RecordField(optional: 12, \Self.passphraseChange),
        RecordField(optional: 8, \Self.misuse),
        RecordField(13, \Self.isRemoving, default: false),
        RecordField(entries: 3, \Self.heard), RecordField(entries: 11, \Self.missing),
        RecordField(set: 5, \Self.dismissals), RecordField(set: 6, \Self.shelves),
        RecordField(set: 10, \Self.seen), RecordField(list: 4, \Self.invitations),
        RecordField(optional: 9, \Self.newSlots), RecordField(optional: 7, \Self.entry),
        damage: SyncError.localState()
    ) {
        SyncMemory(
            address: $0, lastExchange: $1, passphraseChange: $2, misuse: $3, isRemoving: $4,
            heard: $5, missing: $6, dismissals: $7, shelves: $8, seen: $9, invitations: $10,
            newSlots: $11, entry: $12)
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
