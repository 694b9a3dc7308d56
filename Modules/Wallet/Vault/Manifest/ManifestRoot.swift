import TenonCore
package import TenonSecurity

/// The top of the manifest: what all buckets, the header and the key slots have to be.
struct ManifestRoot {
    /// A key slot as it should be.
    struct Slot {
        /// How long a name is at most, in bytes.
        static let nameLimit = 200

        let id: ItemID
        /// The first byte of the kind's name: names a slot that is gone.
        let initial: UInt8
        let hash: MultisetSum
        /// What the person calls it; may be empty.
        var name = ""

        /// The kind, for people.
        var shownKind: Sentence {
            let kinds: [KeySlot.Kind] = [.passphrase, .recoveryCode]
            return kinds.first { $0.rawValue.utf8.first == initial }?.name ?? "unknown kind"
        }
    }

    /// One level of buckets.
    struct Level {
        /// The sum of the hashes of all buckets.
        var sum = MultisetSum()
        /// A byte of each bucket's hash, 0 for none: proves nothing, but names the bucket when the
        /// sum is wrong.
        var checks = [UInt8](repeating: 0, count: VaultFormat.bucketCount)

        mutating func replace(
            _ number: Int, _ old: MultisetSum?, with new: MultisetSum
        ) {
            if let old { sum -= old }
            sum += new
            checks[number] = new.bucketCheck
        }
    }

    /// The number of changes that the vault has seen.
    var counter: Int64
    var itemCount = 0
    var items = Level()
    var sites = Level()
    var header: MultisetSum
    var slots: [Slot]
    /// Whether the site index lists every login by its exact host as well as by its owner.
    ///
    /// A vault of an earlier version does not record this, and an earlier version that writes the
    /// vault removes it.
    var indexesHosts = true
    /// How much time the vault has seen pass.
    var time = VaultTime()
    /// Random bytes, new each time that an older copy takes the place of the vault, so that what
    /// keeps it in step with other machines notices; empty until then.
    ///
    /// An earlier version that writes the vault removes them, which is noticed, too.
    var incarnation: [UInt8] = []
    /// The device keys that came from the former keys of the vault, the first one first.
    ///
    /// An earlier version that writes the vault removes them; then this machine has to join again.
    var deviceKeys: [SecretBytes] = []

    /// The fields that stand after the names of the slots, each with its tag: versions that do not
    /// know one skip it.
    private enum Tag {
        static let elapsed = 1
        static let lastTime = 2
        static let newestTime = 3
        static let indexesHosts = 4
        static let owedTime = 5
        static let pendingTime = 6
        static let incarnation = 7
        static let deviceKey = 8
    }

    init(counter: Int64, header: MultisetSum, slots: [Slot]) {
        self.counter = counter
        self.header = header
        self.slots = slots
    }

    init(_ plain: UnsafeRawBufferPointer) throws {
        let fixed = 16 + 3 * MultisetSum.byteCount + 2 * VaultFormat.bucketCount + 2
        guard plain.count >= fixed else { throw VaultError.unreadable("record of changes") }
        var position = 0
        func take(_ count: Int) -> UnsafeRawBufferPointer {
            defer { position += count }
            return UnsafeRawBufferPointer(rebasing: plain[position..<(position + count)])
        }
        counter = take(8).loadUnaligned(as: Int64.self).littleEndian
        itemCount = Int(take(8).loadUnaligned(as: Int64.self).littleEndian)
        header = MultisetSum(bytes: take(MultisetSum.byteCount))
        items.sum = MultisetSum(bytes: take(MultisetSum.byteCount))
        items.checks = Array(take(VaultFormat.bucketCount))
        sites.sum = MultisetSum(bytes: take(MultisetSum.byteCount))
        sites.checks = Array(take(VaultFormat.bucketCount))
        let slotCount = Int(take(2).loadUnaligned(as: UInt16.self).littleEndian)
        let slotSize = ItemID.byteCount + 1 + MultisetSum.byteCount
        guard plain.count >= fixed + slotCount * slotSize else {
            throw VaultError.unreadable("record of changes")
        }
        slots = []
        for _ in 0..<slotCount {
            guard let id = ItemID(bytes: take(ItemID.byteCount)) else { continue }
            let initial = take(1)[0]
            let hash = MultisetSum(bytes: take(MultisetSum.byteCount))
            slots.append(Slot(id: id, initial: initial, hash: hash))
        }
        // Later than the rest: the first versions wrote no names, and skip them when they read.
        for index in slots.indices where plain.count - position >= 2 {
            let count = Int(take(2).loadUnaligned(as: UInt16.self).littleEndian)
            guard plain.count - position >= count else { break }
            slots[index].name = String(decoding: take(count), as: UTF8.self)
        }
        try readFields(UnsafeRawBufferPointer(rebasing: plain[position...]))
    }

    private mutating func readFields(_ fields: UnsafeRawBufferPointer) throws {
        var reader = FieldReader(fields)
        indexesHosts = false
        var (elapsed, last, newest): (Int64, Int64?, Int64) = (0, nil, .min)
        var (owed, pending): (Int64, Int64) = (0, 0)
        while let field = try reader.next() {
            switch field.tag {
            case Tag.elapsed: elapsed = field.number
            case Tag.lastTime: last = field.number
            case Tag.newestTime: newest = field.number
            case Tag.indexesHosts: indexesHosts = field.number == 1
            case Tag.owedTime: owed = field.number
            case Tag.pendingTime: pending = field.number
            case Tag.incarnation: incarnation = Array(field.value)
            case Tag.deviceKey: deviceKeys.append(SecretBytes(copying: field.value))
            default: break
            }
        }
        time = VaultTime(
            elapsed: elapsed, last: last, newest: newest, owed: owed, pending: pending)
    }

    func encoded() -> SecretWriter {
        let writer = SecretWriter(capacity: 4096)
        writer.integer(counter)
        writer.integer(Int64(itemCount))
        header.write(to: writer)
        for level in [items, sites] {
            level.sum.write(to: writer)
            writer.bytes(level.checks)
        }
        writer.integer(UInt16(slots.count))
        for slot in slots {
            writer.integer(slot.id.high.bigEndian)
            writer.integer(slot.id.low.bigEndian)
            writer.integer(slot.initial)
            slot.hash.write(to: writer)
        }
        for slot in slots {
            let name = Array(slot.name.utf8.prefix(Slot.nameLimit))
            writer.integer(UInt16(name.count))
            writer.bytes(name)
        }
        writer.field(Tag.elapsed, time.elapsed)
        if let last = time.last { writer.field(Tag.lastTime, last) }
        writer.field(Tag.newestTime, time.newest)
        if indexesHosts { writer.field(Tag.indexesHosts, 1) }
        if time.owed > 0 { writer.field(Tag.owedTime, time.owed) }
        if time.pending > 0 { writer.field(Tag.pendingTime, time.pending) }
        if !incarnation.isEmpty { writer.field(Tag.incarnation) { $0.bytes(incarnation) } }
        for key in deviceKeys { key.withBytes { writer.field(Tag.deviceKey, $0) } }
        return writer
    }
}

extension HMACSHA256 {
    /// The keyed hash of what a closure writes, as a summand.
    package func summand(_ write: (SecretWriter) -> Void) -> MultisetSum {
        let writer = SecretWriter(capacity: 128)
        write(writer)
        return writer.withBytes { message in
            authenticationCode(for: message).withUnsafeBytes { MultisetSum(bytes: $0) }
        }
    }
}
