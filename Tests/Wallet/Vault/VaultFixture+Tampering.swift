import TenonCore
import Testing
import WalletVault

extension VaultFixture {
    /// A small vault, unlocked, with the ids of its items, each of which is verified by itself.
    func vault(_ titles: [String]) async throws -> (VaultManager, [ItemID]) {
        let manager = try await created()
        var ids: [ItemID] = []
        var parts: Set<Int> = []
        for title in titles {
            var login = Login.sample(title, site: "\(title).example")
            while !parts.insert(login.id.part).inserted {
                login = .sample(title, site: "\(title).example")
            }
            ids.append(try await manager.add(login).id)
        }
        #expect(try await manager.check().isClean)
        return (manager, ids)
    }

    /// The stored form of an item's id in hexadecimal.
    func hex(_ id: ItemID) throws -> String {
        try #require(
            raw { try rows("SELECT hex(item) FROM overview", $0) }
                .first { text(ofID: $0) == id.description })
    }

    /// The text form of a stored form in hexadecimal.
    private func text(ofID hex: String) -> String {
        let digits = Array("0123456789abcdefghjkmnpqrstvwxyz")
        let bits =
            "00" + hex.map { String($0.hexDigitValue ?? 0, radix: 2).leftPadded(to: 4) }.joined()
        return stride(from: 0, to: 130, by: 5).map { start in
            let five = bits.dropFirst(start).prefix(5)
            return String(digits[Int(five, radix: 2) ?? 0])
        }.joined()
    }
}

/// The error of the vault that a closure throws.
func failure(_ body: () async throws -> Void) async -> VaultError? {
    do {
        try await body()
        return nil
    } catch {
        return error as? VaultError
    }
}

extension VaultFinding.Subject {
    /// The item that is named, if it is one.
    var item: ItemID? {
        switch self {
        case .overview(let id, _), .details(let id, _): id
        default: nil
        }
    }
}

extension String {
    fileprivate func leftPadded(to width: Int) -> String {
        String(repeating: "0", count: Swift.max(0, width - count)) + self
    }
}
