import Foundation
import TenonArchive
import TenonCore
import TenonPublicSuffix
import TenonSQLite
import TenonSecurity
import TenonSystem
import TenonTesting
import TenonXML
import WalletVault

@testable import WalletTransfer  // The readers of formats are internal.

/// A vault and files to import in a private folder, which goes with the value.
final class TransferFixture: Sendable {
    static let passphrase = SecretText("correct horse battery staple")
    static let domains: any RegistrableDomainFinding = PublicSuffixList()
    /// What the vault takes for the time.
    static let now = Timestamp(milliseconds: 1_750_000_000_000)

    let folder: String
    let vault: VaultManager

    /// Makes a new vault, unlocked.
    ///
    /// - Parameter now: What it takes for the time.
    init(now: @escaping @Sendable () -> Timestamp = { now }) async throws {
        var template = Array((NSTemporaryDirectory() + "wallet-transfer-XXXXXX").utf8CString)
        folder = template.withUnsafeMutableBufferPointer { bytes in
            bytes.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) } ?? ""
        }
        vault = VaultManager(
            path: folder + "/vault.db", databases: SQLiteDatabases(), domains: PublicSuffixList(),
            now: now, argon2id: .floor)
        try await vault.create(passphrase: Self.passphrase)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    var importer: Importer {
        Importer(
            vault: vault, domains: PublicSuffixList(), tools: .live, clock: SystemClock())
    }

    /// An exporter whose key derivation is short.
    var exporter: Exporter {
        Exporter(vault: vault, tools: .live, clock: SystemClock(), notes: nil, argon2id: .floor)
    }

    /// What looks after the vault; its backups are in the folder.
    var maintenance: VaultMaintenance {
        VaultMaintenance(
            path: vault.path, stateDirectory: nil, backupFolder: folder + "/backups",
            databases: SQLiteDatabases(), domains: PublicSuffixList(), now: { Self.now })
    }

    /// Registers what the feature needs of it.
    func register(in registrar: inout Registrar) {
        let vault = vault
        registrar.provide(.vault) { vault }
        registrar.provide(.domains) { PublicSuffixList() }
        registrar.provide(.vaultMaintenance) { [maintenance] in maintenance }
        registrar.provide(.archives) { ZipCoder() }
        registrar.provide(.gzip) { GzipCoder() }
        registrar.provide(.xml) { ExpatReader() }
        registrar.provide(.programs) { SystemPrograms() }
        registrar.provide(.persister) { MemoryPersister() }
    }

    /// The path of a file in the folder.
    func path(_ name: String) -> String { folder + "/" + name }

    /// Writes bytes and returns the path.
    @discardableResult
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        try Data(bytes).write(to: URL(filePath: path(name)))
        return path(name)
    }

    /// Looks at a file and imports it.
    @discardableResult
    func `import`(path: String, password: String? = nil) async throws -> ImportResult {
        let preview = try await importer.preview(
            .file(path: path), askPassword: { _, _ in password.map { SecretText($0) } })
        return try await importer.apply(preview)
    }

    /// Looks at a text of which something is said, and imports it.
    @discardableResult
    func `import`(_ text: String, options: ImportOptions) async throws -> ImportResult {
        let path = try write(text)
        return try await importer.apply(
            try await importer.preview(.file(path: path), options: options))
    }

    /// Exports everything to a file that is not there yet, and returns its path.
    func export(_ format: ExportFormat, to name: String, password: String? = nil) async throws
        -> String
    {
        let target = path(name)
        _ = try await exporter.export(
            ExportRequest(
                format: format, path: target, passphrase: Self.passphrase,
                password: password.map { SecretText($0) }, isReplacing: false))
        return target
    }

    /// Exports everything as Bitwarden does, and reads what was written.
    func exportedDocument() async throws -> JSONValue {
        let path = try await export(.bitwarden, to: "out.json")
        return try JSONReader.read(try ImportSource.file(path: path).contents(limit: 1 << 20))
    }

    /// All items, by title.
    func items() async throws -> [Item] {
        var items: [Item] = []
        try await vault.forEachItem { items.append($0) }
        return items.sorted { $0.title < $1.title }
    }

    /// Writes a file and returns its path.
    @discardableResult
    func write(_ text: String, to name: String = "logins.csv") throws -> String {
        let path = folder + "/" + name
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    func preview(_ text: String) async throws -> ImportPreview {
        try await importer.preview(.file(path: try write(text)))
    }

    /// Looks at a file and imports it.
    @discardableResult
    func `import`(_ text: String) async throws -> ImportResult {
        try await importer.apply(try await preview(text))
    }

    /// All logins, by title and user name.
    func logins() async throws -> [Login] {
        let items = try await vault.list(ItemQuery(window: 0..<Int.max)).items
        var logins: [Login] = []
        for item in items { logins.append(try await vault.login(item.id)) }
        return logins.sorted { ($0.title, $0.userName) < ($1.title, $1.userName) }
    }

    /// What a vault holds, in words.
    func contents() async throws -> [String] {
        try await logins().map { login in
            "\(login.title) \(login.sites) \(login.userName) \(login.password.reveal())"
        }
    }
}

/// Writes exports as the browsers do.
enum Export {
    /// One login of Firefox; what is `nil` is written as nothing, everything else in quotation marks.
    struct Firefox {
        var url: String
        var userName = "ada"
        var password = "secret"
        var realm: String?
        var origin: String?
        var created: Int64? = 1_500_000_000_000
        var used: Int64? = 1_600_000_000_000
        var changed: Int64? = 1_550_000_000_000
        /// What its name ends with; the place of the row when it is `nil`.
        var number: Int?
    }

    static let firefoxHeader =
        #""url","username","password","httpRealm","formActionOrigin","guid","timeCreated","#
        + #""timeLastUsed","timePasswordChanged""#

    /// Rows end with CRLF, the last one with nothing.
    static func firefox(_ rows: [Firefox]) -> String {
        let lines = rows.enumerated().map { number, row -> String in
            let guid = "{00000000-0000-4000-8000-\(String(format: "%012d", row.number ?? number))}"
            let times = [row.created, row.used, row.changed].map { $0.map { "\($0)" } }
            return
                ([row.url, row.userName, row.password, row.realm, row.origin, guid] + times)
                .map { $0.map { "\"\($0.replacingOccurrences(of: "\"", with: "\"\""))\"" } ?? "" }
                .joined(separator: ",")
        }
        return ([firefoxHeader] + lines).joined(separator: "\r\n")
    }

    /// Fields are quoted where they must be; every row ends with LF.
    static func chrome(_ rows: [[String]]) -> String {
        ([["name", "url", "username", "password", "note"]] + rows).map { row in
            row.map { field in
                guard
                    field.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) })
                else { return field }
                return "\"\(field.replacingOccurrences(of: "\"", with: "\"\""))\""
            }.joined(separator: ",") + "\n"
        }.joined()
    }
}
