import TenonCore
import TenonSecurity
import Testing

@testable import WalletVault  // Other modules see whole vaults only.

/// What cannot be seen from outside yet: fields and kinds that only a newer version will write.
@Suite struct VaultFormatTests {
    private let fixture = VaultFixture()
    private let future = SecretText(utf8: [200, 1, 3, 7, 8, 9, 0xF0, 0x7F, 0])

    @Test("Unknown fields of both parts, and inside of custom fields, survive an edit")
    func unknownFields() async throws {
        let manager = try await fixture.created()
        var login = Login.sample("one")
        login.head.unknownOverview = UnknownFields(encoded: future)
        login.head.unknownDetails = UnknownFields(encoded: future)
        login.customFields[0].unknown = UnknownFields(encoded: future)
        try await manager.add(login)
        await manager.lock()
        try await manager.unlock(passphrase: VaultFixture.passphrase)
        var read = try await manager.login(login.id)
        #expect(read.head.unknownOverview == login.head.unknownOverview)
        #expect(read.head.unknownDetails == login.head.unknownDetails)
        #expect(read.customFields == login.customFields)
        read.title = "two"
        read.password = SecretText("new")
        try await manager.save(read)
        try await manager.markUsed(login.id)
        try await manager.moveToTrash(login.id)
        try await manager.restore(login.id)
        await manager.lock()
        try await manager.unlock(passphrase: VaultFixture.passphrase)
        let again = try await manager.login(login.id)
        #expect(again.title == "two")
        #expect(again.head.unknownOverview == login.head.unknownOverview)
        #expect(again.head.unknownDetails == login.head.unknownDetails)
        #expect(again.customFields == login.customFields)
    }

    @Test("What an earlier version has changed is not taken for missing any more")
    func missingParts() throws {
        var record = OverviewRecord()
        record.changed = Timestamp(milliseconds: 5)
        record.missing = [.password, .securityCode]
        let cases: [(Int64, Set<ItemPart>)] = [(5, record.missing), (6, [])]
        for (changed, missing) in cases {
            let writer = SecretWriter()
            record.writeFields(to: writer)
            // The last of several fields with one tag counts.
            writer.field(OverviewRecord.Tag.changed, changed)
            let read = try writer.withBytes { try OverviewRecord(fields: $0) }
            #expect(read.missing == missing)
        }
    }

    @Test("An item of an unknown kind is listed and kept, and keeps its kind")
    func unknownKind() throws {
        var record = OverviewRecord()
        record.kindName = "passkey"
        record.title = "Future"
        record.unknown = UnknownFields(encoded: future)
        let prelude = try #require(Seal(of: [UInt8](repeating: 1, count: 28))).prelude
        let encoded = try record.encoded(after: prelude)
        #expect(encoded.count % 64 == 0)
        let read = try encoded.withBytes { plain in
            #expect(try OverviewPrelude(plain) == prelude)
            return try OverviewRecord(fields: OverviewPrelude.fields(of: plain))
        }
        #expect(read == record)
        #expect(read.kind == .other)
        let index = OverviewIndex()
        try encoded.withBytes {
            try index.add(ItemID(), revision: 1, fields: OverviewPrelude.fields(of: $0))
        }
        index.sort()
        #expect(try index.page(ItemQuery(text: "fut", kinds: [.other])).total == 1)
        #expect(try index.page(ItemQuery(kinds: [.login])).total == 0)
    }

    @Test("Parts of like content have the same size")
    func padding() throws {
        let sizes = try ["", "a", "a much longer password than the others"].map { password in
            try Item.login(Login(title: "t", password: SecretText(password)))
                .details(history: []).encoded().count
        }
        #expect(Set(sizes) == [128])
    }

    @Test("Numbers of every size come back")
    func numbers() throws {
        let writer = SecretWriter(capacity: 1)
        let numbers = (0..<64).map { Int64(1) << $0 }.flatMap { [$0, 0 &- $0, $0 &- 1] }
        for number in numbers { writer.field(3, number) }
        var read: [Int64] = []
        try writer.withBytes { bytes in
            var reader = FieldReader(bytes)
            while let field = try reader.next() { read.append(field.number) }
        }
        #expect(read == numbers)
    }

    @Test("A record that ends in the middle of a field is an error, wherever it is cut")
    func truncated() throws {
        let writer = SecretWriter()
        writer.field(1, "title")
        writer.field(300, String(repeating: "x", count: 200))
        writer.withBytes { bytes in
            for count in 1..<bytes.count where count != 7 {
                #expect(throws: VaultError.self) {
                    var reader = FieldReader(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
                    while try reader.next() != nil {}
                }
            }
        }
    }

    @Test("A sum of hashes forgets order, and what was added can be taken away")
    func sums() {
        let parts = (0..<50).map { _ in MultisetSum.random() }
        var sum = MultisetSum()
        for part in parts { sum += part }
        var other = MultisetSum()
        for part in parts.reversed() { other += part }
        #expect(sum == other)
        other -= parts[7]
        #expect(sum != other)
        other += parts[7]
        #expect(sum == other)
        for part in parts { sum -= part }
        #expect(sum == MultisetSum())
        let ones = [UInt8](repeating: 255, count: 32).withUnsafeBytes { MultisetSum(bytes: $0) }
        var wrapped = ones
        wrapped += ones
        wrapped -= ones
        #expect(wrapped == ones)
    }
}

extension Seal {
    fileprivate var prelude: OverviewPrelude {
        OverviewPrelude(
            contentRevision: 3, detailsRevision: 2, detailsSeal: self, mark: .random())
    }
}
