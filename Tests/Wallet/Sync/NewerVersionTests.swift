import TenonCore
import TenonSecurity
import Testing
import WalletVault

@testable import WalletSync  // What this version does not write is put together here.

@Suite("What a newer version of the program has written")
struct NewerVersionTests {
    /// A change in which a newer version has said something that this one does not know.
    enum NewChange: CaseIterable {
        case kind
        case field
        case fieldOfValue
        case removal
        case detail
        case detailOfDismissal
        case subjectOfDevice

        func write(to change: SecretWriter, of item: ItemID) {
            let kind: Int64 =
                switch self {
                case .kind: 99
                case .field, .fieldOfValue: 1
                case .removal, .detail: 3
                case .subjectOfDevice: 4
                case .detailOfDismissal: 5
                }
            change.field(1, kind)
            change.field(2, Int64(1))
            change.field(3) { $0.bytes(ItemCoding.bytes(of: item)) }
            change.field(4) { detail in
                switch self {
                case .removal: detail.integer(UInt8(99))
                case .detail: detail.integer(UInt8(1))
                case .kind, .field, .detailOfDismissal, .subjectOfDevice: detail.field(1, 1)
                case .fieldOfValue:
                    detail.field(1, 1)
                    detail.field(99, 1)
                }
            }
            if self == .field { change.field(99, 1) }
            if self == .detail { change.field(4) { $0.integer(UInt8(1)) } }
        }
    }

    /// A record of a snapshot in which a newer version has added something.
    enum NewRecord: CaseIterable {
        case item
        case value
        case devices
        case access
        case key

        func write(to record: SecretWriter) {
            switch self {
            case .item, .value:
                record.integer(UInt8(2))
                record.bytes(ItemCoding.bytes(of: ItemID()))
            case .devices, .access, .key: record.integer(UInt8(1))
            }
            switch self {
            case .item, .devices: record.field(99, 1)
            case .value: record.field(1) { $0.field(99, 1) }
            case .access: record.field(4) { $0.field(99, 1) }
            case .key:
                record.field(4) { access in
                    access.field(2) { key in
                        key.bytes(ItemCoding.bytes(of: ItemID()))
                        key.field(99, 1)
                    }
                }
            }
        }
    }

    private let remote = OpenRemote()
    private let item = ItemID()

    private func write(_ replica: Replica, _ password: String) async throws {
        try await replica.commit([
            .fields(item, [.presence: SecretText("1"), .password: SecretText(password)])
        ])
    }

    // MARK: Commits

    /// The first device, and one that it has let in, one of whose commits a newer version has made.
    ///
    /// - Parameters:
    ///   - number: The number of that commit; those before it are gone.
    ///   - format: Its format.
    ///   - add: Writes one more field of the body.
    private func device(
        number: UInt64 = 1, format: UInt8 = CommitHeader.presentFormat,
        adding add: (SecretWriter) -> Void = { _ in }
    ) async throws -> (desk: Replica, phone: DeviceID) {
        let fixture = try await SyncFixture(snapshots: SnapshotPolicy(floor: 4_000))
        let desk = fixture.founder
        let keys = try Ed25519.KeyPair.make()
        let phone = try #require(Device(publicKey: keys.publicKey, name: "phone"))
        _ = try await desk.introduce(phone)
        for number in 0..<20 { try await write(desk, "desk \(number)") }
        let content = CommitContent(
            seen: await desk.vector, at: SyncFixture.now(), stateHash: await desk.stateHash,
            changes: [])
        let body = SecretWriter()
        body.integer(UInt32(0))
        content.write(to: body)
        add(body)
        body.replace(at: 0, with: UInt32(body.count - 4))
        let header = CommitHeader(
            format: format, vault: fixture.vault, device: phone.id, number: number,
            previous: LogPosition.start.hash
        ).bytes
        let seal = try AES256GCM(
            key: HKDF.deriveKey(
                from: fixture.key, salt: ItemCoding.bytes(of: fixture.vault),
                info: Array("wallet sync 1 commit".utf8), count: 32))
        let sealed = try body.withBytes { plain in
            try header.withUnsafeBytes { try seal.seal(plain, authenticating: $0) }
        }
        let signed = header + sealed
        let signature = try signed.withUnsafeBytes { try keys.signature(for: $0) }
        remote.change(phone.id) {
            $0 = Array(repeating: [], count: Int(number) - 1) + [signed + signature]
        }
        if number > 1 { remote.forget(1...number - 1, of: phone.id) }
        return (desk, phone.id)
    }

    @Test(
        "A change that is not known in whole stops its log, and no snapshot is made without it",
        arguments: NewChange.allCases)
    func change(_ new: NewChange) async throws {
        let (desk, phone) = try await device { body in
            body.field(3) { new.write(to: $0, of: item) }
        }
        let before = await desk.stateHash
        let report = try await desk.synchronize(with: remote)
        #expect(report.problems.map(\.device) == [phone])
        #expect(report.problems.map(\.error.code) == [.syncNewerFormat])
        #expect(await desk.vector.number(of: phone) == 0)
        #expect(await desk.stateHash == before)
        #expect(await desk.lastSnapshot == nil)
        // Where it is not there, a snapshot is due.
        remote.change(phone) { $0 = [] }
        try await remote.exchange(desk)
        #expect(await desk.lastSnapshot != nil)
    }

    @Test(
        "A commit of a later format stops its log, also where one before it is missing",
        arguments: [1, 2] as [UInt64])
    func format(number: UInt64) async throws {
        let (desk, phone) = try await device(
            number: number, format: CommitHeader.presentFormat + 1)
        let report = try await desk.synchronize(with: remote)
        #expect(report.problems.map(\.device) == [phone])
        #expect(report.problems.map(\.error.code) == [.syncNewerFormat])
        #expect(await desk.lastSnapshot == nil)
    }

    @Test("A field of a commit that only it knows is passed over")
    func fieldOfCommit() async throws {
        let (desk, phone) = try await device { $0.field(99, 1) }
        try await remote.exchange(desk)
        #expect(await desk.vector.number(of: phone) == 1)
    }

    // MARK: Snapshots

    /// Lets a device tell of a snapshot of all that it knows.
    ///
    /// - Parameter add: Writes one more record.
    private func tell(
        _ replica: Replica, of vault: ItemID, adding add: ((SecretWriter) -> Void)? = nil
    ) async throws {
        let (state, vector) = (await replica.state, await replica.vector)
        var records = SnapshotWriter()
        records.add { SnapshotContent.write(state, vouched: [:], to: $0) }
        for id in state.items.ids {
            guard let item = try state.items.item(id) else { continue }
            records.add { SnapshotContent.write(item, id, to: $0) }
        }
        if let add { records.add(add) }
        let last = records.last()
        let content = try #require(last)
        let key = SecretBytes.random(count: 32)
        let sealer = try SnapshotSealer(key, of: vault)
        let chunk = try content.withBytes { try sealer.seal($0, 0) }
        let name = try #require(sealer.name(of: 0))
        _ = remote.put(chunk, as: name)
        try await replica.commit([
            .snapshot(
                SnapshotReference(
                    key: key, vector: vector, stateHash: state.hash,
                    chunks: [CommitSealer.hash(of: chunk)], byteCount: UInt64(chunk.count)))
        ])
    }

    /// Two devices, of which the second one was away while a snapshot took the place of commits of the first one.
    ///
    /// - Parameter add: Writes one more record of the snapshot.
    private func devices(
        adding add: @escaping (SecretWriter) -> Void
    ) async throws -> (fixture: SyncFixture, desk: Replica, phone: Replica) {
        let fixture = try await SyncFixture()
        let (desk, phone) = (fixture.founder, try await fixture.joined("phone"))
        try await write(desk, "first")
        try await remote.exchange(desk, phone, desk, phone)
        let known = await desk.vector.number(of: desk.device.id)
        for number in 0..<3 { try await write(desk, "desk \(number)") }
        try await tell(desk, of: fixture.vault, adding: add)
        try await remote.exchange(desk)
        remote.forget(known + 1...known + 3, of: desk.device.id)
        return (fixture, desk, phone)
    }

    @Test(
        "What it has added to a record of a snapshot is named, nothing is taken, and nothing is lost",
        arguments: NewRecord.allCases)
    func record(_ new: NewRecord) async throws {
        let (fixture, desk, phone) = try await devices { new.write(to: $0) }
        try await write(phone, "of the phone")
        let before = (await phone.stateHash, await phone.vector.number(of: desk.device.id))
        let report = try await phone.synchronize(with: remote)
        #expect(report.problems.map(\.device) == [desk.device.id])
        #expect(report.problems.map(\.error.code) == [.syncNewerFormat])
        #expect(await phone.stateHash == before.0)
        #expect(await phone.vector.number(of: desk.device.id) == before.1)
        // One that this version knows comes after it.
        try await write(desk, "later")
        try await tell(desk, of: fixture.vault)
        try await remote.exchange(desk, phone, desk, phone)
        try await expectSame(desk, phone)
        let state = try #require(try await phone.item(item))
        let values = (state.fields[.password] ?? []).compactMap { $0.value?.reveal() }
        #expect(Set(values) == ["of the phone", "later"])
    }

    @Test("A record of a snapshot of a kind that only it knows is passed over")
    func recordOfAnotherKind() async throws {
        let (_, desk, phone) = try await devices { record in
            record.integer(UInt8(99))
            record.field(1, 1)
        }
        try await remote.exchange(phone, desk, phone)
        try await expectSame(desk, phone)
    }
}
