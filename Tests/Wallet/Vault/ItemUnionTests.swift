import TenonCore
import TestSupport
import Testing
import WalletTestSupport

@testable import WalletVault  // Fields of newer versions are internal.

@Suite("One item of two")
struct ItemUnionTests {
    private let fixture = VaultFixture()

    /// Everything that a person, or a program, put into an item.
    private func values(of item: Item, _ history: [ItemVersion]) -> [String] {
        var values = [item.title, item.notes.reveal()] + (item.login?.sites ?? []) + item.tags
        for part in item.kind.parts { values.append(item[part]?.reveal() ?? "") }
        for field in item.customFields { values.append("\(field.label)=\(field.value.reveal())") }
        for version in history {
            values += ItemPart.allCases.compactMap { version[$0]?.reveal() }
            values += version.customValues.map { "\($0.field.label)=\($0.field.value.reveal())" }
        }
        return values.filter { !$0.isEmpty }
    }

    /// Where any of them may be found.
    private func texts(in item: Item, _ history: [ItemVersion]) -> Set<String> {
        Set(values(of: item, history) + item.customFields.map { $0.value.reveal() })
    }

    /// Whether a secret is in no field that everybody sees.
    private func isClosed(_ secret: SecretText?, in item: Item) -> Bool {
        guard let secret, !secret.isEmpty else { return true }
        return !item.customFields.contains {
            $0.value == secret && !$0.isConcealed && !$0.isHidden
        }
    }

    @Test("has every value of both, and both are in the trash as they were; or nothing has changed")
    func everything() async throws {
        let manager = try await fixture.created()
        var maker = RandomItems(random: SeededGenerator(seed: 20_261_127))
        let kinds = ItemKind.allCases.filter { $0 != .other }
        var refusals = 0
        for round in 0..<120 {
            let kind = kinds[round % kinds.count]
            var shown: [ItemOverview] = []
            var before: [ItemWithHistory] = []
            for _ in 0..<2 {
                let made = maker.item(kind)
                let item = try #require(made)
                let versions = (0..<maker.number(0...18)).map { _ in maker.version(kind) }
                try await manager.write { try $0.write(.add(item, former: versions)) }
                shown.append(try await manager.overview(item.id))
                before.append(
                    ItemWithHistory(
                        try await manager.item(item.id),
                        history: try await manager.history(item.id)))
            }
            let revision = try await manager.revision()
            do {
                let merged = try await manager.merge(shown[0], shown[1], at: shown[0].changed)
                let (item, history) = (
                    try await manager.item(merged.id), try await manager.history(merged.id)
                )
                let texts = texts(in: item, history)
                for old in before {
                    for value in values(of: old.item, old.history) {
                        #expect(texts.contains(value), "\(round): \(value)")
                    }
                    for part in kind.parts where part.isSecret {
                        #expect(isClosed(old.item[part], in: item), "\(round): \(part)")
                    }
                    let field = old.item.customFields.first { $0.isConcealed && !$0.isHidden }
                    if let field {
                        #expect(
                            item.customFields.contains {
                                $0.label == field.label && $0.value == field.value && $0.isConcealed
                            })
                    }
                    #expect(item.isFavorite || !old.item.isFavorite)
                    #expect(item.timesUsed >= old.item.timesUsed)
                    #expect(
                        item.used ?? .init(milliseconds: 0) >= old.item.used
                            ?? .init(milliseconds: 0))
                    #expect(item.created <= old.item.created)
                    var kept = try await manager.item(old.item.id)
                    #expect(kept.isTrashed)
                    kept.head.trashed = nil
                    #expect(kept == old.item)
                    #expect(try await manager.history(old.item.id) == old.history)
                }
                try await manager.separate(merged)
                #expect(try await manager.item(merged.id).isTrashed)
            } catch let error as VaultError {
                #expect(error.code == .vaultUnion)
                #expect(try await manager.revision() == revision)
                refusals += 1
            }
            for old in before {
                #expect(try await manager.item(old.item.id) == old.item)
                #expect(try await manager.history(old.item.id) == old.history)
            }
        }
        // Both happen: histories that are too long, and those that are not.
        #expect((1...60).contains(refusals), "\(refusals)")
        #expect(try await manager.check().isClean)
    }

    private func login(_ title: String, _ password: String, at time: Int64) -> Login {
        Login(
            title: title, sites: ["https://a.example"], userName: "ada",
            password: SecretText(password), passwordChanged: Timestamp(milliseconds: time))
    }

    @Test("has the password that changed last, and the other one in its history")
    func passwords() async throws {
        let manager = try await fixture.created()
        let older = try await manager.add(login("Old", "old", at: 1_600_000_000_000))
        let newer = try await manager.add(login("New", "new", at: 1_700_000_000_000))
        let shown = [try await manager.overview(older.id), try await manager.overview(newer.id)]
        let id = try await manager.merge(shown[0], shown[1], at: shown[1].changed).id
        let union = try await manager.login(id)
        #expect(union.title == "New" && union.password.reveal() == "new")
        #expect(union.passwordChanged == newer.passwordChanged)
        let history = try await manager.history(id)
        #expect(history.map { $0.password?.reveal() } == ["old"])
        #expect(history.first?.changed == older.passwordChanged)
    }

    @Test("is not made of items that were changed or moved to the trash since they were shown")
    func stale() async throws {
        let manager = try await fixture.created()
        let (first, second) = (
            try await manager.add(login("a", "x", at: 1)),
            try await manager.add(login("b", "y", at: 2))
        )
        let shown = [try await manager.overview(first.id), try await manager.overview(second.id)]
        fixture.advance(by: .seconds(1))
        var changed = second
        changed.notes = SecretText("more")
        try await manager.save(changed)
        #expect(
            await code { _ = try await manager.merge(shown[0], shown[1], at: fixture.now) }
                == "vault.conflict")
        let now = try await manager.overview(second.id)
        try await manager.moveToTrash(first.id)
        #expect(
            await code { _ = try await manager.merge(shown[0], now, at: fixture.now) }
                == "vault.conflict")
        let card = try await manager.add(.card(Card(head: ItemHead(title: "c"))))
        let other = try await manager.overview(card.id)
        #expect(
            await code { _ = try await manager.merge(now, other, at: fixture.now) }
                == "vault.other-kind")
        #expect(
            await code { _ = try await manager.merge(now, now, at: fixture.now) }
                == "vault.other-kind")
        #expect(try await manager.all(ItemQuery()).count == 2)
    }

    @Test("is not made when another program changes one of both just before it is written")
    func raced() async throws {
        let manager = try await fixture.created()
        let (first, second) = (
            try await manager.add(login("a", "x", at: 1)),
            try await manager.add(login("b", "y", at: 2))
        )
        for isTrash in [false, true] {
            let read = [try await manager.item(first.id), try await manager.item(second.id)]
            if isTrash {
                try await manager.moveToTrash(second.id)
            } else {
                var changed = try await manager.login(second.id)
                changed.notes = SecretText("more")
                try await manager.save(changed)
            }
            let error = await code {
                try await manager.write { batch in
                    try batch.write(.merge(read[0], former: []))
                    try batch.write(.merge(read[1], former: []))
                }
            }
            #expect(error == "vault.conflict")
        }
        // What is as it was is not written.
        let revision = try await manager.revision()
        let item = try await manager.item(first.id)
        try await manager.markUsed(first.id)
        try await manager.write { try $0.write(.merge(item, former: [])) }
        #expect(try await manager.item(first.id).changed == item.changed)
        #expect(try await manager.revision() == revision + 1)
    }

    @Test("stays when it, or one of both, was changed since")
    func changedSince() async throws {
        let manager = try await fixture.created()
        for isUnion in [true, false] {
            let (first, second) = (
                try await manager.add(login("a", "x", at: 1)),
                try await manager.add(login("b", "y", at: 2))
            )
            let shown = [
                try await manager.overview(first.id), try await manager.overview(second.id),
            ]
            let merged = try await manager.merge(shown[0], shown[1], at: fixture.now)
            if isUnion {
                var union = try await manager.login(merged.id)
                union.title = "changed"
                try await manager.save(union)
            } else {
                try await manager.deletePermanently(second.id)
            }
            #expect(
                await code { try await manager.separate(merged) }
                    == (isUnion ? "vault.conflict" : "vault.no-such-item"))
            #expect(try await manager.item(merged.id).isTrashed == false)
            #expect(try await manager.item(first.id).isTrashed)
        }
    }

    @Test("has the files of both, each once, which stay when both are gone for ever")
    func files() async throws {
        let manager = try await fixture.created()
        let (first, second) = (
            try await manager.add(login("a", "x", at: 1)),
            try await manager.add(login("b", "y", at: 2))
        )
        // Longer than a chunk, and another one at the end only.
        let long: [UInt8] = (0..<1_500_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let other: [UInt8] = Array(long.dropLast()) + [1]
        let added = Timestamp(milliseconds: 1)
        let all: [(ItemID, [(String, [UInt8])])] = [
            (first.id, [("a", long), ("b", [])]),
            (second.id, [("a", long), ("b", [1]), ("c", other)]),
        ]
        for (id, files) in all {
            for (name, content) in files {
                var rest = content[...]
                let file = try WalletVault.Attachment(name, size: content.count, added: added)
                try await manager.attach(file, to: id) { room in
                    room.copyBytes(from: rest.prefix(room.count))
                    rest = rest.dropFirst(room.count)
                }
            }
        }
        let shown = [try await manager.overview(first.id), try await manager.overview(second.id)]
        let id = try await manager.merge(shown[0], shown[1], at: added).id
        try await manager.deletePermanently(first.id)
        try await manager.deletePermanently(second.id)
        let files = try await manager.item(id).attachments
        var contents: [String] = []
        for file in files {
            let text = try await manager.contents(of: file)
            contents.append("\(file.name) \(text.withBytes { Array($0) } == long) \(text.count)")
        }
        #expect(
            contents.sorted() == [
                "a true 1500000", "b false 0", "b false 1", "c false 1500000",
            ])
        #expect(try await manager.check().isClean)
    }

    @Test("is not made where both have something of a newer version")
    func newer() throws {
        let unknown = ["1", "2"].map { UnknownFields(encoded: SecretText($0)) }
        var (first, second) = (login("a", "x", at: 1), login("b", "y", at: 2))
        first.head.unknownDetails = unknown[0]
        func union() throws -> ItemUnion {
            try ItemUnion(
                ItemWithHistory(.login(first), history: []),
                ItemWithHistory(.login(second), history: []), now: Timestamp(milliseconds: 3))
        }
        #expect(try union().item.head.unknownDetails == unknown[0])
        second.head.unknownDetails = unknown[0]
        #expect(try union().item.head.unknownDetails == unknown[0])
        second.head.unknownDetails = unknown[1]
        #expect(throws: VaultError.self) { try union() }
    }
}
