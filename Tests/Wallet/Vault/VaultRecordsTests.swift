import TenonCore
import Testing
import WalletVault

@Suite("Items that are nothing but the parts of the table")
struct VaultRecordsTests {
    private static let kinds = ItemKind.allCases.filter(\.isRecord)

    private let fixture = VaultFixture()

    /// A record with a text in every part.
    private static func full(_ kind: ItemKind) throws -> Record {
        let texts = kind.parts.map { ($0, SecretText("\($0.rawValue) of \(kind.rawValue)")) }
        return try #require(
            Record(
                kind, head: ItemHead(title: "Mine", notes: SecretText("kept")),
                Dictionary(uniqueKeysWithValues: texts)))
    }

    @Test(
        "The kinds keep the names that they have in files",
        arguments: [
            (ItemKind.identity, "identity"), (.bank, "bank-account"), (.wifi, "wifi"),
            (.licence, "software-licence"), (.sshKey, "ssh-key"),
        ])
    func names(kind: ItemKind, name: String) {
        #expect(kind.rawValue == name)
        #expect(kind.isRecord && !kind.parts.isEmpty)
    }

    @Test("The parts of a kind are each there once, and have a number of their own")
    func numbers() {
        #expect(Set(ItemPart.allCases.map { ItemField($0) }).count == ItemPart.allCases.count)
        for kind in ItemKind.allCases {
            #expect(Set(kind.parts).count == kind.parts.count)
            #expect(!kind.parts.contains(.notes))
        }
        #expect(ItemField(.firstName).number == 23 && ItemField(.passphrase).number == 50)
    }

    @Test("A record comes back whole; lists know one open part of it at most", arguments: kinds)
    func roundTrip(kind: ItemKind) async throws {
        let manager = try await fixture.created()
        let record = try Self.full(kind)
        let stored = try await manager.add(.record(record))
        await manager.lock()
        try await manager.unlock(passphrase: VaultFixture.passphrase)
        let read = try await manager.item(record.id)
        #expect(read == stored)
        #expect(read.kind == kind)
        for part in kind.parts { #expect(read[part] == record[part]) }
        #expect(read[.oneTimePassword] == nil)
        #expect(try await manager.list(ItemQuery(kinds: [kind])).total == 1)
        #expect(try await manager.list(ItemQuery(kinds: [.login, .other])).total == 0)
        let listed = try await manager.overview(record.id).userName
        #expect(listed.isEmpty || kind.parts.contains { record[$0]?.reveal() == listed })
        for part in kind.parts where part.isSecret {
            let text = "\(part.rawValue) of"
            #expect(try await manager.list(ItemQuery(text: text)).total == 0)
        }
        #expect(try await manager.check().countIfClean == 1)
    }

    @Test("What an edit replaces is kept, and can be put back")
    func history() async throws {
        let manager = try await fixture.created()
        var item = try await manager.add(.record(try Self.full(.wifi)))
        let password = item[.password]
        item[.password] = SecretText("another")
        item[.networkName] = SecretText("Other")
        item[.userName] = SecretText("nothing that a network has")
        try await manager.save(item)
        let version = try #require(try await manager.history(item.id).first)
        #expect(Set(version.values.keys) == [.password, ItemField(.networkName)])
        try await manager.save(try await manager.item(item.id).restoring(version))
        #expect(try await manager.item(item.id)[.password] == password)
    }

    @Test(
        "A record without a title gets one of its parts",
        arguments: [
            (
                ItemKind.identity, [ItemPart.firstName: "Ada", .lastName: "Lovelace"],
                "Ada Lovelace"
            ),
            (.identity, [.lastName: "Lovelace"], "Lovelace"),
            (.wifi, [.networkName: " Home "], "Home"),
            (.sshKey, [.publicKey: "ssh-ed25519 AAAA"], ""),
        ])
    func title(kind: ItemKind, texts: [ItemPart: String], title: String) throws {
        let record = Record(kind, head: ItemHead(title: ""), texts.mapValues { SecretText($0) })
        var item = Item.record(try #require(record))
        item.fillTitle()
        #expect(item.title == title)
    }

    @Test("No record is made of a kind that is none", arguments: [ItemKind.login, .note, .other])
    func noRecord(kind: ItemKind) {
        #expect(Record(kind, head: ItemHead(title: "x")) == nil)
    }

    @Test("A part that a newer version gives to another kind is kept when it is saved here")
    func newerPart() throws {
        func bytes<Result>(
            _ item: Item, _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws -> Result
        ) throws -> Result {
            let (_, overview, details) = try ItemCoding.encode(item)
            return try overview.withBytes { overview in
                try details.withBytes { try body(overview, $0) }
            }
        }
        let identity = Item.record(try Self.full(.identity))
        let note = Item.note(Note(head: ItemHead(id: identity.id, title: "Note")))
        let read = try bytes(note) { overview, _ in
            try bytes(identity) { _, details in
                try ItemCoding.item(
                    identity.id, revision: 0, overview: overview, details: details)
            }
        }
        #expect(read.kind == .note)
        let back = try bytes(read) { _, details in
            try bytes(identity) { overview, _ in
                try ItemCoding.item(
                    identity.id, revision: 0, overview: overview, details: details)
            }
        }
        #expect(back[.documentNumber] == identity[.documentNumber])
        #expect(back[.email] == identity[.email])
    }
}
