import TenonCore
import Testing
import WalletVault

/// A vault as the first release has made it: whatever comes later opens it.
@Suite struct VaultSampleTests {
    private static let code = SecretText("GTZA-72K2-9JGS-N1TT-Q524-M8BN-4ZQH-R4S3P")

    private let fixture = VaultFixture()

    init() throws { try fixture.placeSample("format-1.wallet") }

    private func item(_ title: String, in manager: VaultManager) async throws -> Item {
        let found = try await manager.list(ItemQuery()).items.first { $0.title == title }
        return try await manager.item(try #require(found).id)
    }

    @Test("The first format opens with its passphrase, and all of it is there")
    func passphrase() async throws {
        let manager = try await fixture.unlocked()
        #expect(try await manager.check().isClean)
        let titles = try await manager.list(ItemQuery()).items.map(\.title)
        #expect(titles == ["Bank of Examples", "My bank", "Plans"])
        #expect(try await manager.list(ItemQuery(isTrashed: true)).items.map(\.title) == ["Old"])

        let bank = try await item("Bank of Examples", in: manager)
        let login = try #require(bank.login)
        #expect(login.userName == "zoë")
        #expect(login.password.reveal() == "second-密码")
        #expect(login.sites == ["https://bank.example.co.uk/login"])
        #expect(login.oneTimePassword?.reveal().contains("JBSWY3DPEHPK3PXP") == true)
        #expect(bank.notes.reveal() == "first line\nsecond line")
        #expect(bank.isFavorite && bank.tags == ["Money"])
        #expect(bank.customFields.map(\.label) == ["PIN", "Customer", ".bitwarden.id"])
        #expect(bank.customFields.map { $0.value.reveal() } == ["1234", "77", "\"1\""])
        #expect(bank.customFields.map(\.isConcealed) == [true, false, true])
        let former = try await manager.history(bank.id).compactMap { $0.password?.reveal() }
        #expect(former == ["first-pässwörd"])

        let card = try #require(try await item("My bank", in: manager).card)
        #expect(card.holder == "Erika Beispiel" && card.expiry?.description == "2040-12")
        #expect(card.number.reveal() == "4111 1111 1111 1111")
        #expect(card.securityCode.reveal() == "123" && card.pin.reveal() == "9876")
        #expect(try await item("Plans", in: manager).notes.reveal() == "Write more tests.")
        let sites = try await manager.items(forSite: "https://www.bank.example.co.uk")
        #expect(sites.map(\.title) == ["Bank of Examples"])
    }

    @Test("It opens with its recovery code, and is changed as one of today")
    func recoveryCode() async throws {
        let manager = fixture.manager()
        try await manager.unlock(recoveryCode: Self.code)
        var login = try #require(try await item("Bank of Examples", in: manager).login)
        login.password = SecretText("third")
        try await manager.save(login)
        await manager.lock()
        let again = try await fixture.unlocked()
        let read = try await item("Bank of Examples", in: again)
        #expect(read.login?.password.reveal() == "third")
        #expect(try await again.history(read.id).count == 2)
        #expect(try await again.check().isClean)
    }
}
