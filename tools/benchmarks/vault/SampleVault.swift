import Foundation
import TenonCore
import TenonPublicSuffix
import TenonSQLite
import TenonSecurity
import WalletVault

/// A vault of invented logins in its own folder.
struct SampleVault: Sendable {
    let folder: String
    let count: Int
    let recoveryCode: SecretText
    /// How long writing all logins as one batch took.
    let batch: Duration

    var path: String { folder + "/vault.db" }

    /// Makes the vault; its recovery code opens it without a slow key derivation.
    static func make(count: Int) async throws -> SampleVault {
        var template = Array((NSTemporaryDirectory() + "vault-benchmark-XXXXXX").utf8CString)
        let folder = template.withUnsafeMutableBufferPointer { bytes in
            bytes.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) } ?? ""
        }
        let manager = manager(folder + "/vault.db")
        try await manager.create(passphrase: SecretText("benchmark"))
        let code = try await manager.makeRecoveryCode()
        let clock = ContinuousClock()
        let batch = try await clock.measure {
            try await manager.write { batch in
                for number in 0..<count { try batch.write(.add(.login(login(number)))) }
            }
        }
        await manager.lock()
        return SampleVault(folder: folder, count: count, recoveryCode: code, batch: batch)
    }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }

    static func manager(_ path: String) -> VaultManager {
        VaultManager(
            path: path, databases: SQLiteDatabases(), domains: PublicSuffixList(),
            now: { Timestamp(seconds: 1_750_000_000) }, argon2id: .floor)
    }

    func unlocked() async throws -> VaultManager {
        let manager = Self.manager(path)
        try await manager.unlock(recoveryCode: recoveryCode)
        return manager
    }

    /// The site of a login.
    static func site(_ number: Int) -> String {
        "https://\(host(number))/login"
    }

    /// One login, always the same for a number: about 70 bytes of text to search, every twelfth
    /// with letters outside of ASCII, every fifth with notes.
    static func login(_ number: Int) -> Login {
        let mixed = mix(number)
        let name = "\(words[mixed % words.count]) \(words[mixed / 64 % words.count])"
        let title = number % 12 == 0 ? "Café \(name) São" : "\(name.capitalized) \(number % 97)"
        let day = Int64(mixed % 2000)
        return Login(
            title: title, sites: [site(number)],
            userName: "\(words[mixed / 4096 % words.count]).\(number)@mail.example",
            password: SecretText("Pa55-\(mixed)-\(number)"),
            notes: SecretText(number % 5 == 0 ? "Customer number \(mixed), branch 12" : ""),
            tags: number % 7 == 0 ? ["work"] : [],
            created: Timestamp(seconds: 1_600_000_000 + day * 3600),
            changed: Timestamp(seconds: 1_650_000_000 + day * 3600),
            passwordChanged: Timestamp(seconds: 1_650_000_000 + day * 3600),
            used: number % 3 == 0 ? Timestamp(seconds: 1_700_000_000 + day * 3600) : nil,
            timesUsed: number % 9)
    }

    private static func host(_ number: Int) -> String {
        let mixed = mix(number / 2)
        let tops = ["com", "org", "net", "co.uk", "com.br", "de", "io", "github.io"]
        let prefix = ["", "www.", "accounts.", "login."][mixed % 4]
        return prefix + words[mixed % words.count] + words[mixed / 64 % words.count]
            + "\(number / 2 % 1000)." + tops[mixed / 512 % tops.count]
    }

    private static func mix(_ number: Int) -> Int {
        var value = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
        value ^= value >> 29
        value &*= 0xBF58_476D_1CE4_E5B9
        return Int(value >> 34)
    }

    private static let words = [
        "amber", "anchor", "aspen", "atlas", "basil", "beacon", "birch", "bison", "breeze",
        "brook", "cactus", "canyon", "cedar", "cobalt", "comet", "coral", "crane", "delta",
        "dune", "eagle", "ember", "falcon", "fern", "fjord", "flint", "forest", "garnet",
        "glacier", "granite", "harbor", "hazel", "heron", "indigo", "island", "ivory", "jade",
        "juniper", "kestrel", "lagoon", "lantern", "larch", "lotus", "maple", "marble", "meadow",
        "mesa", "nectar", "nimbus", "ocean", "onyx", "opal", "orchid", "osprey", "pebble",
        "pine", "prairie", "quartz", "raven", "reef", "river", "saffron", "sierra", "summit",
        "willow",
    ]
}
