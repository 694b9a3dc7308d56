import Foundation
import TenonCore
import TenonHTTP
import TenonPublicSuffix
import TenonSQLite
import TenonSecurity
import WalletSync
import WalletVault

/// A machine with a vault, which is kept in step by this process.
final class SampleMachine: Sendable {
    static let passphrase = SecretText("benchmark")

    let vault: VaultManager
    let sync: VaultSync
    private let networker: HTTPNetworker

    /// Takes a folder, which need not be there.
    init(in folder: String) throws {
        let now = { @Sendable in
            Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
        }
        try SQLiteDatabases().prepareFolder(of: "\(folder)/vault.db")
        vault = VaultManager(
            path: "\(folder)/vault.db", databases: SQLiteDatabases(), domains: PublicSuffixList(),
            now: now, argon2id: .floor)
        networker = try HTTPNetworker()
        sync = VaultSync(
            vault, stateFolder: folder, databases: SQLiteDatabases(), networker: networker,
            now: now)
    }

    func stop() async {
        await vault.lock()
        await sync.drop()
        await networker.stop()
    }

    /// Joins by a code.
    func join(_ code: SecretText) async throws {
        try await sync.joinSync(
            code, folder: nil, passphrase: Self.passphrase, device: "second")
    }

    /// How many items the vault has.
    func count() async throws -> Int { try await vault.list(ItemQuery(window: 0..<1)).total }

    /// One login, always the same for a number but for the time.
    static func login(_ number: Int) -> Login {
        let mixed = UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15 >> 20
        return Login(
            title: "Account \(mixed % 9_973) of \(number)",
            sites: ["https://host\(number / 2).example.com/login"],
            userName: "somebody.\(number)@mail.example",
            password: SecretText("Pa55-\(mixed)-\(number)"),
            notes: SecretText(number % 5 == 0 ? "Customer number \(mixed), branch 12" : ""),
            tags: number % 7 == 0 ? ["work"] : [])
    }
}
