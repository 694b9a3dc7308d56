import Foundation
import TenonCore
import TenonSecurity
import TestSupport
import WalletVault

@testable import WalletTransfer  // The readers of formats are internal.

/// A format that files are generated in.
enum GeneratedFormat: CaseIterable {
    case chrome
    case firefox
    case keePassText
    case bitwardenText
    case bitwarden
    case keePass
    case onePassword
    case passStore

    /// Whether it can say when a password changed.
    var canDate: Bool {
        switch self {
        case .firefox, .keePassText, .bitwarden, .keePass, .onePassword: true
        case .chrome, .bitwardenText, .passStore: false
        }
    }

    /// Whether it always says so.
    var mustDate: Bool { self == .keePass }

    /// Whether its entries have names of their own.
    var hasNames: Bool { label != nil }

    /// The hidden field with such a name.
    var label: String? {
        switch self {
        case .bitwarden: ".bitwarden.id"
        case .keePass: ".keepass.uuid"
        case .onePassword: ".1password.uuid"
        case .passStore: ".pass.path"
        case .chrome, .firefox, .keePassText, .bitwardenText: nil
        }
    }

    /// Whether it has the former passwords of an entry.
    var keepsHistory: Bool { [.bitwarden, .keePass, .onePassword].contains(self) }

    /// Whether entries of one account are joined.
    var isBrowser: Bool { self == .chrome || self == .firefox }
}

/// A generated file, which is written as its program writes it.
struct GeneratedFile {
    static let password = "p"

    let name: String
    let format: GeneratedFormat
    var entries: [GeneratedEntry]

    /// Writes it to a folder, and returns its path.
    func write(to fixture: TransferFixture, _ suffix: String = "") throws -> String {
        let name = name + suffix
        switch format {
        case .chrome:
            return try fixture.write(
                Export.chrome(
                    entries.map { [$0.title, url($0), $0.userName, $0.password, ""] }),
                to: name + ".csv")
        case .firefox:
            let rows = entries.map {
                Export.Firefox(
                    url: url($0), userName: $0.userName, password: $0.password, created: nil,
                    used: nil, changed: $0.seconds.map { $0 * 1_000 }, number: $0.stableNumber)
            }
            return try fixture.write(Export.firefox(rows), to: name + ".csv")
        case .keePassText: return try fixture.write(keePassText, to: name + ".csv")
        case .bitwardenText: return try fixture.write(bitwardenText, to: name + ".csv")
        case .bitwarden: return try fixture.write(bitwarden, to: name + ".json")
        case .keePass: return try fixture.write(try keePass(), to: name + ".kdbx")
        case .onePassword: return try fixture.write(onePassword, to: name + ".1pux")
        case .passStore: return try writeStore(fixture.path(name))
        }
    }

    private func url(_ entry: GeneratedEntry) -> String { "https://\(entry.host)" }

    private func date(_ seconds: Int64) -> String {
        InternetTime.write(Timestamp(seconds: seconds))
    }

    private var keePassText: String {
        "Group,Title,Username,Password,URL,Notes,TOTP,Icon,Last Modified,Created\n"
            + entries.map { entry in
                let date = entry.seconds.map(date) ?? ""
                return "Root,\(entry.title),\(entry.userName),\(entry.password),\(url(entry)),,,0,"
                    + "\(date),\n"
            }.joined()
    }

    private var bitwardenText: String {
        "folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,"
            + "login_password,login_totp\n"
            + entries.map { entry in
                ",,login,\(entry.title),,,0,\(url(entry)),\(entry.userName),\(entry.password),\n"
            }.joined()
    }

    private var bitwarden: String {
        let items = entries.map { entry in
            let former = entry.former.reversed().map {
                #"{"password": "\#($0.password)", "lastUsedDate": "\#(date($0.seconds))"}"#
            }
            let changed = entry.seconds.map { "\"\(date($0))\"" } ?? "null"
            return """
                {"id": "\(entry.id ?? "")", "type": 1, "name": "\(entry.title)",
                 "login": {"username": "\(entry.userName)", "password": "\(entry.password)",
                   "passwordRevisionDate": \(changed), "uris": [{"uri": "\(url(entry))"}]},
                 "passwordHistory": \(former.isEmpty ? "null" : "[\(former.joined(separator: ","))]")}
                """
        }
        return "{\"encrypted\": false, \"items\": [\(items.joined(separator: ",\n"))]}"
    }

    private var onePassword: [UInt8] {
        let items = entries.map { entry in
            let former = entry.former.reversed().map {
                #"{"value": "\#($0.password)", "time": \#($0.seconds)}"#
            }
            let changed = entry.seconds.map { "\"updatedAt\": \($0)," } ?? ""
            return """
                {"uuid": "\(entry.id ?? "")", \(changed) "categoryUuid": "001", "details": {
                   "loginFields": [
                     {"value": "\(entry.userName)", "designation": "username", "name": "u"},
                     {"value": "\(entry.password)", "designation": "password", "name": "p"}],
                   "passwordHistory": [\(former.joined(separator: ","))]},
                 "overview": {"title": "\(entry.title)", "url": "\(url(entry))"}}
                """
        }
        var zip = ZipFile()
        zip.add("export.attributes", #"{"version": 3}"#)
        zip.add(
            "export.data",
            #"{"accounts": [{"vaults": [{"items": ["# + items.joined(separator: ",\n") + "]}]}]}")
        return zip.bytes
    }

    private func keePass() throws -> [UInt8] {
        func entry(_ entry: GeneratedEntry, _ password: String, _ seconds: Int64?) -> KeePassEntry {
            let fields = [
                ("Title", entry.title), ("UserName", entry.userName), ("Password", password),
                ("URL", url(entry)),
            ]
            let id = Array((entry.id ?? "").utf8)
            let time = seconds.map { Timestamp(seconds: $0) }
            return KeePassEntry(
                uuid: Array((id + [UInt8](repeating: 0x5F, count: 16)).prefix(16)),
                fields: fields.map { .init(key: $0, value: SecretText($1)) },
                created: Timestamp(seconds: EntryGenerator.firstSecond), changed: time)
        }
        let file = try KeePassWriter(tools: .live, argon2id: .floor).file(
            entries.map { generated in
                var written = entry(generated, generated.password, generated.seconds)
                written.history = generated.former.map { entry(generated, $0.password, $0.seconds) }
                return written
            }, name: name, password: SecretText(Self.password), now: TransferFixture.now)
        return file.array
    }

    /// A folder whose files hold their texts in clear; ``OpenStore`` reads them.
    private func writeStore(_ path: String) throws -> String {
        let files = FileManager.default
        try? files.removeItem(atPath: path)
        for entry in entries {
            let folder = "\(path)/\(entry.number)"
            try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let text = "\(entry.password)\nuser: \(entry.userName)\nurl: \(url(entry))\n"
            try Data(text.utf8).write(
                to: URL(filePath: "\(folder)/\(entry.title) \(entry.id ?? "").gpg"))
        }
        return path
    }
}

/// Hands over what it is given, where `gpg` would decrypt it.
struct OpenStore: ProgramRunning {
    func run(
        _ name: String, arguments: [String], input: SecretText, limit: Int,
        within duration: Duration
    ) async -> ProgramOutcome? {
        ProgramOutcome(status: 0, output: input)
    }
}
