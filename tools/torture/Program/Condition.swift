import Foundation
import TenonCore
import WalletVault

/// The state after a command: its vault and all that belongs to it, described part by part.
struct Condition: Equatable, Sendable {
    private(set) var parts: [String: String] = [:]

    /// What is between several files of one part.
    static let separator = "\n    "

    /// The difference of two, in words; empty when there is none.
    func changes(to other: Condition) -> [String] {
        parts.keys.sorted().filter { parts[$0] != other.parts[$0] }.map { name in
            "\(name): \(other.parts[name] ?? "nothing")"
        }
    }

    /// Looks at a place.
    init(of place: Place, _ command: TorturedCommand, _ tools: Tools) async {
        let passphrases = [("passphrase", Sample.passphrase), ("new passphrase", Sample.new)]
        parts["vault"] = await tools.known.text(of: place.vaultAndMemory) {
            await VaultContent.read(place.vault, state: place.state, passphrases: passphrases)
        }
        for (part, folder, prefix) in [
            ("backups", "\(place.state)/backups", "vault-"),
            ("replaced", "\(place.root)/home", "vault.db.replaced"),
        ] {
            var contents: [String] = []
            for path in Self.databases(in: folder, prefix) {
                contents.append(await read(path, place, passphrases, tools))
            }
            parts[part] = contents.sorted().joined(separator: Self.separator)
        }
        switch command.product {
        case .nothing: break
        case .vault(let name):
            parts["product"] = await read(
                "\(place.root)/\(name)", place, passphrases, tools)
        case .export(let name):
            parts["product"] = await tools.contents(ofExport: name, place)
        case .text(let name):
            parts["product"] =
                (try? String(contentsOfFile: "\(place.root)/\(name)", encoding: .utf8))
                ?? "missing"
        case .code(let name):
            parts["code"] = await Self.code("\(place.root)/\(name)", place)
        }
    }

    /// Reads a copy: looking at a vault changes it, and a log of it may be left behind.
    private func read(
        _ path: String, _ place: Place, _ passphrases: [(name: String, text: String)],
        _ tools: Tools
    ) async -> String {
        let bytes = ["", "-wal"].map { FileManager.default.contents(atPath: path + $0) }
        return await tools.known.text(of: bytes) {
            let copy = "\(place.folder)/copy"
            try? FileManager.default.removeItem(atPath: copy)
            try? FileManager.default.createDirectory(
                atPath: copy, withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700])
            for log in ["", "-wal"] {
                try? FileManager.default.copyItem(
                    atPath: path + log, toPath: "\(copy)/vault.db\(log)")
            }
            return await VaultContent.read(
                "\(copy)/vault.db", state: nil, passphrases: passphrases)
        }
    }

    private static func databases(in folder: String, _ prefix: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { name in
            name.hasPrefix(prefix)
                && !["-wal", "-shm", "-journal", ".new"].contains { name.hasSuffix($0) }
        }.map { "\(folder)/\($0)" }
    }

    /// A vault may have a recovery code only if its file is there.
    private static func code(_ path: String, _ place: Place) async -> String {
        let manager = VaultContent.manager(place.vault, state: nil)
        do {
            try await manager.unlock(passphrase: SecretText(Sample.passphrase))
            let hasCode = try await manager.slots().contains { $0.kind == .recoveryCode }
            await manager.lock()
            guard hasCode else { return "none" }
            let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
            // A killed command may leave a remark below the code.
            let code = text.prefix { !$0.isNewline }
            try await manager.unlock(recoveryCode: SecretText(String(code)))
            await manager.close()
            return "opens the vault"
        } catch {
            await manager.close()
            return "does not open the vault: \(VaultContent.words(of: error))"
        }
    }
}
