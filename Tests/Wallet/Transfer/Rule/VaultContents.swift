import TenonCore
import TenonSystem
import TestSupport
import WalletVault

@testable import WalletTransfer  // The readers of formats are internal.

/// A login of a vault with all passwords that it has, and had.
struct KeptLogin: Hashable {
    let id: ItemID
    let title: String
    let userName: String
    let password: String
    let former: [String]
    /// The names that other programs gave to it, with their labels.
    let names: [String]

    /// What must not depend on the order of entries.
    var essence: String {
        "\(title) \(userName) \(password) \(former.sorted()) \(names.sorted())"
    }

    init(_ login: Login, _ history: [ItemVersion]) {
        id = login.id
        title = login.title
        userName = login.userName
        password = login.password.reveal()
        former = history.compactMap { $0.password?.reveal() }
        let labels = Set(GeneratedFormat.allCases.compactMap(\.label))
        names = login.customFields.filter { labels.contains($0.label) }
            .map { "\($0.label)=\($0.value.reveal())" }
    }

    /// The case that it belongs to.
    var number: Int {
        // A host may stand for the title.
        let part = title.split(separator: ".").first { $0.hasPrefix("c") } ?? ""
        return Int(part.dropFirst().prefix(while: \.isNumber)) ?? -1
    }
}

extension TransferFixture {
    /// All logins, by the case that they belong to.
    func kept() async throws -> [Int: [KeptLogin]] {
        var logins: [KeptLogin] = []
        for item in try await items() {
            guard let login = item.login else { continue }
            logins.append(KeptLogin(login, try await vault.history(login.id)))
        }
        return Dictionary(grouping: logins, by: \.number)
    }

    /// Imports a generated file.
    func take(_ file: GeneratedFile, _ suffix: String = "") async throws -> ImportResult {
        let tools = DocumentTools(
            archives: DocumentTools.live.archives, gzip: DocumentTools.live.gzip,
            xml: DocumentTools.live.xml, programs: OpenStore())
        let importer = Importer(
            vault: vault, domains: Self.domains, tools: tools, clock: SystemClock())
        let path = try file.write(to: self, suffix)
        let preview = try await importer.preview(
            .file(path: path), askPassword: { _, _ in SecretText(GeneratedFile.password) })
        return try await importer.apply(preview)
    }
}

extension GeneratedEntry {
    /// The hidden field with its name, as an item has it.
    func name(in format: GeneratedFormat) -> String? {
        guard let label = format.label, let id else { return nil }
        let value =
            switch format {
            case .keePass:
                Base64.encode(
                    Array((Array(id.utf8) + [UInt8](repeating: 0x5F, count: 16)).prefix(16)))
            case .passStore: "\(number)/\(title) \(id)"
            case .bitwarden, .onePassword: "\"\(id)\""
            case .chrome, .firefox, .keePassText, .bitwardenText: ""
            }
        return "\(label)=\(value)"
    }
}
