import TenonCore
import Testing

@testable import WalletVault  // Unknown fields are kept without being seen.

/// What every record with a layout has in common.
@Suite struct RecordLayoutTests {
    private struct Damage: Error {}
    private struct Newer: Error {}

    /// A record that keeps what it does not know.
    private struct Part: FieldRecord, Equatable {
        static let layout: RecordLayout<Self> = RecordLayout(
            RecordField(1, \Self.id), RecordField(2, \Self.secret),
            unknown: .kept(\Self.unknown), damage: Damage()
        ) { Part(id: $0, secret: $1) }

        let id: ItemID
        let secret: SecretText
        var unknown = UnknownFields()
    }

    /// A record that passes over what it does not know, with a field of each sort.
    private struct Whole: FieldRecord, Equatable {
        static let layout: RecordLayout<Self> = RecordLayout(
            RecordField(1, \Self.name), RecordField(2, \Self.count, default: 7),
            RecordField(optional: 9, \Self.time), RecordField(4, \Self.isSet, default: false),
            RecordField(list: 5, \Self.parts), RecordField(set: 3, \Self.numbers),
            RecordField(entries: 300, \Self.sums), damage: Damage()
        ) {
            Whole(
                name: $0, count: $1, time: $2, isSet: $3, parts: $4, numbers: $5, sums: $6)
        }

        let name: String
        var count = 7
        var time: Timestamp?
        var isSet = false
        var parts: [Part] = []
        var numbers: Set<Int64> = []
        var sums: [ItemID: UInt64] = [:]
    }

    /// A record that is not read with anything unknown.
    private struct Strict: FieldRecord, Equatable {
        static let layout: RecordLayout<Self> = RecordLayout(
            RecordField(1, \Self.data, default: []), unknown: .refused(Newer()), damage: Damage()
        ) { Strict(data: $0) }

        let data: [UInt8]
    }

    private let part = Part(id: ItemID(), secret: SecretText("pepper"))
    private let low: ItemID
    private let high: ItemID

    init() {
        let ids = [ItemID(), ItemID()]
        (low, high) = (min(ids[0], ids[1]), max(ids[0], ids[1]))
    }

    private func bytes(_ write: (SecretWriter) -> Void) -> [UInt8] {
        let writer = SecretWriter(capacity: 16)
        write(writer)
        return writer.withBytes { Array($0) }
    }

    private func read<Record: FieldRecord>(_ write: (SecretWriter) -> Void) throws -> Record {
        try bytes(write).withUnsafeBytes { try Record(reading: $0) }
    }

    @Test("A record is written as its fields, in the order of the layout, and comes back")
    func roundTrip() throws {
        let whole = Whole(
            name: "salt", count: -3, time: Timestamp(milliseconds: 5), isSet: true,
            parts: [part, Part(id: ItemID(), secret: SecretText(""))], numbers: [8, -1, 3],
            sums: [high: 6, low: 5])
        let expected = bytes { writer in
            writer.field(1, "salt")
            writer.field(2, Int64(-3))
            writer.field(9, Int64(5))
            writer.field(4, Int64(1))
            for part in whole.parts {
                writer.field(5) { inner in
                    inner.field(1) { $0.bytes(part.id.bytes) }
                    inner.field(2, part.secret)
                }
            }
            for number in [Int64(-1), 3, 8] { writer.field(3, number) }
            for (id, sum) in [(low, 5), (high, 6)] as [(ItemID, UInt8)] {
                writer.field(300) { inner in
                    inner.bytes(id.bytes)
                    inner.bytes([0, 0, 0, 0, 0, 0, 0, sum])
                }
            }
        }
        #expect(bytes(whole.write) == expected)
        #expect(try expected.withUnsafeBytes { try Whole(reading: $0) } == whole)
    }

    @Test("What need not be there is not written, and has its value when it is missing")
    func missing() throws {
        #expect(bytes(Whole(name: "").write) == [1, 0, 2, 1, 14, 4, 1, 0])
        let whole: Whole = try read { $0.field(1, "salt") }
        #expect(whole == Whole(name: "salt"))
        let strict: Strict = try read { _ in }
        #expect(strict == Strict(data: []))
    }

    @Test("A record without a field that each one has is damaged")
    func required() {
        #expect(throws: Damage.self) { try read { $0.field(2, Int64(1)) } as Whole }
        #expect(throws: Damage.self) { try read { _ in } as Whole }
        #expect(throws: Damage.self) { try read { $0.field(2, "pepper") } as Part }
    }

    @Test("Fields are read in any order; of several the last one counts, or all do")
    func order() throws {
        let whole: Whole = try read { writer in
            writer.field(3, Int64(3))
            writer.field(2, Int64(1))
            writer.field(5, part.write)
            writer.field(1, "salt")
            writer.field(3, Int64(8))
            writer.field(2, Int64(2))
            writer.field(5, part.write)
            writer.field(3, Int64(3))
            writer.field(1, "sugar")
        }
        #expect(whole == Whole(name: "sugar", count: 2, parts: [part, part], numbers: [3, 8]))
        let again: Whole = try read { writer in
            writer.field(1, "salt")
            writer.field(1, "sugar")
        }
        #expect(again == Whole(name: "sugar"))
    }

    @Test("Unknown fields are passed over, kept or refused, wherever they are")
    func unknown() throws {
        func write(_ position: Int, _ known: [(SecretWriter) -> Void], to writer: SecretWriter) {
            for (place, write) in known.enumerated() {
                if place == position { writer.field(77, "new") }
                write(writer)
            }
            if position == known.count { writer.field(77, "new") }
            writer.field(78, Int64(1))
        }
        for position in 0...2 {
            let whole: Whole = try read {
                write(position, [{ $0.field(1, "salt") }, { $0.field(2, Int64(1)) }], to: $0)
            }
            #expect(whole == Whole(name: "salt", count: 1))
            let (id, secret) = (part.id, part.secret)
            let kept: Part = try read {
                write(
                    position,
                    [{ $0.field(1) { $0.bytes(id.bytes) } }, { $0.field(2, secret) }], to: $0)
            }
            #expect(kept.id == id && kept.secret == secret)
            let expected = bytes { writer in
                part.write(to: writer)
                writer.field(77, "new")
                writer.field(78, Int64(1))
            }
            #expect(bytes(kept.write) == expected)
        }
        #expect(throws: Newer.self) {
            try read { writer in
                writer.field(1) { $0.bytes([1]) }
                writer.field(2, Int64(1))
            } as Strict
        }
    }

    @Test("A field with content that it cannot have is damage, also in a record inside another")
    func damage() {
        let short: (SecretWriter) -> Void = { writer in
            writer.field(1) { $0.bytes([UInt8](repeating: 1, count: 15)) }
            writer.field(2, "pepper")
        }
        #expect(throws: Damage.self) { try read(short) as Part }
        #expect(throws: Damage.self) {
            try read { writer in
                writer.field(1, "salt")
                writer.field(5, short)
            } as Whole
        }
        #expect(throws: Damage.self) {
            try read { writer in
                writer.field(1, "salt")
                writer.field(300) { $0.bytes(low.bytes + [0, 0, 0, 0, 0, 0, 5]) }
            } as Whole
        }
        #expect(throws: Damage.self) {
            try read { writer in
                writer.field(1, "salt")
                writer.field(300) { $0.bytes([4]) }
            } as Whole
        }
    }

    @Test("An entry that is there twice is damage, also with the same element")
    func entryTwice() throws {
        func write(_ ids: [ItemID], to writer: SecretWriter) {
            writer.field(1, "salt")
            for id in ids { writer.field(300) { $0.bytes(id.bytes + UInt64(5).bigEndianBytes) } }
        }
        let whole: Whole = try read { write([low, high], to: $0) }
        #expect(whole == Whole(name: "salt", sums: [low: 5, high: 5]))
        #expect(throws: Damage.self) { try read { write([low, high, low], to: $0) } as Whole }
    }

    @Test("A record that ends in the middle of a field is an error, wherever it is cut")
    func truncated() {
        let whole = bytes { $0.field(1, "salt") }
        for count in 1..<whole.count {
            #expect(throws: VaultError.self) {
                try read { $0.bytes(Array(whole[..<count])) } as Whole
            }
        }
    }
}
