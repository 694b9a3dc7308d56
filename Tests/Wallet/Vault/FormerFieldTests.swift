import TenonCore
import TestSupport
import Testing
import WalletVault

@Suite("Further fields that were replaced or removed")
struct FormerFieldTests {
    private let fixture = VaultFixture()

    /// Fields as `label=value`; a concealed one begins with `*`.
    private static func fields(_ texts: [String]) -> [CustomField] {
        texts.map { text in
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let label = parts[0].hasPrefix("*") ? parts[0].dropFirst() : parts[0]
            return CustomField(
                label: String(label), value: SecretText(String(parts[1])),
                isConcealed: parts[0].hasPrefix("*"))
        }
    }

    private static func texts(_ fields: [CustomField]) -> [String] {
        fields.map { "\($0.isConcealed ? "*" : "")\($0.label)=\($0.value.reveal())" }
    }

    /// A login with fields, changed to other ones.
    private func changed(
        _ before: [String], _ after: [String], in manager: VaultManager
    ) async throws -> Item {
        var login = Login.sample("One")
        login.customFields = Self.fields(before)
        login = try await manager.add(login)
        login.customFields = Self.fields(after)
        login.tags = ["changed"]
        try await manager.save(login)
        return try await manager.item(login.id)
    }

    @Test(
        "go to the history of their item",
        arguments: [
            (["PIN=1"], ["PIN=2"], ["PIN=1"]),
            (["PIN=1"], [], ["PIN=1"]),
            (["*PIN=1", "Seat=4"], ["*PIN=2", "Seat=4"], ["*PIN=1"]),
            (["PIN=1", "Seat=4"], [], ["PIN=1", "Seat=4"]),
            // Of several with one label.
            (["PIN=1", "PIN=2"], ["PIN=1", "PIN=3"], ["PIN=2"]),
            (["PIN=1", "PIN=2"], ["PIN=2"], ["PIN=1"]),
            (["PIN=1", "PIN=2"], ["PIN=2", "PIN=1"], []),
            (["PIN=1", "PIN=1"], ["PIN=1"], []),
            (["PIN=1", "*PIN=2"], [], ["PIN=1", "*PIN=2"]),
            // What is there under another label was there under the former one.
            (["PIN=1"], ["Code=1"], ["PIN=1"]),
            (["pin=1"], ["PIN=1"], ["pin=1"]),
            // Nothing was replaced.
            (["PIN=1", "Seat=4"], ["Seat=4", "PIN=1"], []),
            (["PIN=1"], ["*PIN=1"], []),
            (["PIN="], ["PIN=1"], []),
            ([], ["PIN=1"], []),
            // What is kept for other programs has no history.
            ([".git.made=1"], [], []),
            ([".git.made=1", "PIN=1"], [".git.made=2", "PIN=2"], ["PIN=1"]),
            // A label may be anything.
            (["=1"], [], ["=1"]),
            ([" two  words =1"], ["two words=1"], [" two  words =1"]),
            (["1 PIN=1"], ["0 PIN=1"], ["1 PIN=1"]),
        ] as [([String], [String], [String])])
    func kept(before: [String], after: [String], former: [String]) async throws {
        let manager = try await fixture.created()
        let item = try await changed(before, after, in: manager)
        await manager.lock()
        try await manager.unlock(passphrase: VaultFixture.passphrase)
        let history = try await manager.history(item.id)
        #expect(history.count == (former.isEmpty ? 0 : 1))
        #expect(
            Self.texts(history.first?.customValues.map(\.field) ?? []).sorted() == former.sorted())
        guard let version = history.first else { return }
        try await manager.save(item.restoring(version))
        let restored = Self.texts(try await manager.item(item.id).customFields)
        #expect(former.allSatisfy(restored.contains), "\(restored)")
        // What the former values have replaced is in the history in turn.
        let all = try await manager.history(item.id).flatMap { $0.customValues.map(\.field) }
        for text in after where !text.hasPrefix(".") {
            #expect(restored.contains(text) || Self.texts(all).contains(text), "\(text)")
        }
        #expect(try await manager.check().isClean)
    }

    @Test("that are large stay out of the history, where an item would have no room for them")
    func large() async throws {
        let manager = try await fixture.created()
        let long = String(repeating: "a", count: 60 << 10)
        let before = ["A=\(long)", "B=\(long)", "Seat=4", "C=\(long)\(long)"]
        var item = try await changed(before, [], in: manager)
        let former = try await manager.history(item.id).flatMap { $0.customValues.map(\.field) }
        #expect(former.map(\.label) == ["A", "Seat"])
        // Twenty versions fit.
        for round in 0..<25 {
            item.customFields = Self.fields(before.map { "\($0)\(round)" }.dropLast())
            try await manager.save(item)
            item = try await manager.item(item.id)
        }
        #expect(try await manager.history(item.id).count == 20)
        #expect(try await manager.check().isClean)
    }
}
