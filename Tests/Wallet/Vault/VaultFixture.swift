import Foundation
import Synchronization
import TenonCore
import TenonPublicSuffix
import TenonSQLite
import TenonSecurity
import WalletVault

/// A vault file of its own in a private folder, which goes with the value.
final class VaultFixture: Sendable {
    static let passphrase = SecretText("correct horse battery staple")
    static let domains = PublicSuffixList()

    let folder: String
    /// What the managers of this fixture take for the time; tests move it.
    private let clock = Mutex(Timestamp(milliseconds: 1_750_000_000_000))

    init() {
        var template = Array((NSTemporaryDirectory() + "wallet-vault-XXXXXX").utf8CString)
        folder = template.withUnsafeMutableBufferPointer { bytes in
            bytes.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) } ?? ""
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    var path: String { folder + "/vault.db" }
    var stateDirectory: String { folder + "/state" }

    /// A manager that is not unlocked.
    func manager(path: String? = nil, remembers: Bool = false) -> VaultManager {
        VaultManager(
            path: path ?? self.path, stateDirectory: remembers ? stateDirectory : nil,
            databases: SQLiteDatabases(), domains: Self.domains,
            now: { self.now }, argon2id: .floor)
    }

    /// A manager that remembers in another folder what it has seen.
    func manager(stateDirectory: String) -> VaultManager {
        VaultManager(
            path: path, stateDirectory: stateDirectory, databases: SQLiteDatabases(),
            domains: Self.domains, now: { self.now }, argon2id: .floor)
    }

    /// A manager with a new vault.
    func created(remembers: Bool = false) async throws -> VaultManager {
        let manager = manager(remembers: remembers)
        try await manager.create(passphrase: Self.passphrase)
        return manager
    }

    /// A further manager on the same vault.
    func unlocked() async throws -> VaultManager {
        let manager = manager()
        try await manager.unlock(passphrase: Self.passphrase)
        return manager
    }

    var now: Timestamp { clock.withLock { $0 } }

    func advance(by duration: Duration) {
        clock.withLock { $0 = $0.advanced(by: duration) }
    }

    /// Runs SQL behind the vault's back.
    @discardableResult
    func raw<Result>(
        _ body: (any DatabaseConnection) throws -> Result
    ) throws -> Result {
        let database = try SQLiteDatabases().open(path: path, options: DatabaseOptions())
        defer { try? database.close() }
        return try database.write(body)
    }

    /// Puts a vault that an older version has made in place, private as no checkout keeps it.
    func placeSample(_ name: String) throws {
        let sample = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Samples/\(name)")
        try FileManager.default.copyItem(at: sample, to: URL(filePath: path))
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: path)
    }

    /// A copy of the file as it is now; nobody may have it open.
    func copy(to name: String) throws {
        try FileManager.default.copyItem(atPath: path, toPath: folder + "/" + name)
    }
}

/// The code of the error that a closure throws.
func code(_ body: () async throws -> Void) async -> String? {
    do {
        try await body()
        return nil
    } catch {
        return (error as? any ExplainedError)?.code.name ?? "\(error)"
    }
}

extension Login {
    /// A login with all kinds of fields.
    static func sample(_ title: String, site: String = "https://example.com") -> Login {
        Login(
            title: title, sites: [site], userName: "ada@\(title.lowercased()).example",
            password: SecretText("secret of \(title)"),
            oneTimePassword: SecretText("JBSWY3DPEHPK3PXP"), notes: SecretText("line 1\nline 2"),
            tags: ["work", "ümlaut"], isFavorite: true,
            customFields: [
                CustomField(label: "PIN", value: SecretText("1234"), isConcealed: true),
                CustomField(label: "Customer", value: SecretText("77"), isConcealed: false),
            ])
    }
}
