import TenonCore
import TenonTesting
import TenonUI
import Testing
import WalletTestSupport
import WalletVault

@testable import WalletAccess  // Other modules see its plugin only.

@Suite("What was typed and not saved, with the keys of the vault")
struct KeptDraftTests {
    private static let draft = KeptDraft(
        location: Location(["login", "x:y", "edit"]), title: "Ünïcode 🔑",
        values: [
            "text": .text("a\nb"), "empty": .text(""), "secret": .secret(SecretText("s3\u{0}cret")),
            "on": .toggle(true), "off": .toggle(false), "none": .choices([]),
            "some": .choices(["a", "", "ü"]),
            "file": .file(FileValue(name: "p", content: .path("/tmp/p"))),
        ])

    @Test("comes back as it was")
    func roundTrip() throws {
        #expect(try KeptDraft(record: Self.draft.record) == Self.draft)
        for text in ["x", "\u{1}\u{FF}", "\u{3}\u{5}ab"] {
            #expect(throws: (any Error).self) { try KeptDraft(record: SecretText(text)) }
        }
    }

    @Test("goes when the vault locks, and is not kept while it is locked")
    func locked() async throws {
        let vault = try await TemporaryVault.make()
        let keeper = VaultDraftKeeper(vault: vault.manager)
        let other = KeptDraft(location: Self.draft.location, title: "", values: Self.draft.values)
        await keeper.keep([Self.draft, other])
        #expect(await keeper.kept() == [Self.draft, other])
        await keeper.forget(Self.draft)
        #expect(await keeper.kept() == [other])
        await vault.manager.lock()
        await keeper.keep([Self.draft])
        #expect(await keeper.kept().isEmpty)
        try await vault.manager.unlock(passphrase: SecretText(TemporaryVault.passphrase))
        #expect(await keeper.kept().isEmpty)
    }

    @Test(
        "has secrets of items only",
        arguments: ["settings:passphrase", "sync:recover", "export", "unlock"])
    func secrets(location: String) async throws {
        let vault = try await TemporaryVault.make()
        let keeper = VaultDraftKeeper(vault: vault.manager)
        var draft = KeptDraft(
            location: try Location(parsing: location), title: "",
            values: ["s": .secret(SecretText("s3cret")), "t": .text("text")])
        await keeper.keep([draft])
        #expect(await keeper.kept().map(\.values) == [["t": .text("text")]])
        await keeper.forget(draft)
        draft.values["t"] = nil
        await keeper.keep([draft])
        #expect(await keeper.kept().isEmpty)
    }
}
