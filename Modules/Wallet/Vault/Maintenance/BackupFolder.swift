import Glibc
import TenonCore

/// Why a backup was made.
///
/// Each kind rotates by itself, so that many imports never push out what the person wanted to keep.
package enum BackupOccasion: String, Sendable {
    /// The person asked for it.
    case request = ""
    /// An import was about to change the vault.
    case importing = "-import"
    /// The vault was about to get a new key.
    case rekeying = "-rekey"
}

/// The folder with backups that are named by time and rotate: the oldest go when there are too many.
package struct BackupFolder: Sendable {
    /// How many backups are kept unless something else is said.
    package static let standardCount = 10

    /// Where it is.
    package let path: String
    private let base: String
    private let vault: ItemID?

    /// Names a folder, which need not exist yet.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - file: The path of the vault: several vaults may keep their backups here.
    ///   - vault: Tells vaults with files of the same name apart; `nil` when there is none, as on a
    ///     new machine: then backups of every vault of that name are listed.
    init(path: String, of file: String, _ vault: ItemID?) {
        self.path = path
        self.vault = vault
        let name = file.split(separator: "/").last.map(String.init) ?? "vault.db"
        let ending = BackupName.ending
        base = name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : name
    }

    /// The paths of the backups, the newest first.
    package var files: [String] { names.map(path(of:)) }

    /// The path for a backup of this moment, which is not taken.
    func newPath(_ vault: ItemID, _ now: Timestamp, _ occasion: BackupOccasion) -> String {
        var number = 1
        while true {
            let name = BackupName(base, vault, now, occasion, number)
            if access(path(of: name), F_OK) != 0 { return path(of: name) }
            number += 1
        }
    }

    /// Removes the oldest backups of the same kind as a new one; the new one stays even when the
    /// clock is wrong.
    ///
    /// - Parameters:
    ///   - count: How many stay, at least one.
    ///   - new: The path of the new backup.
    func rotate(keeping count: Int, after new: String) {
        guard let made = names.first(where: { path(of: $0) == new }) else { return }
        for old in surplus(made.occasion, keeping: count, beside: made) { unlink(path(of: old)) }
    }

    /// The paths that the next backup on request would remove.
    package func wouldRemove(keeping count: Int) -> [String] {
        surplus(.request, keeping: count, beside: nil).map(path(of:))
    }

    private func surplus(
        _ occasion: BackupOccasion, keeping count: Int, beside new: BackupName?
    ) -> [BackupName] {
        guard let vault else { return [] }
        let others = names.filter { $0.occasion == occasion && $0 != new && $0.isOf(vault) }
        return Array(others.dropFirst(max(1, count) - 1))
    }

    /// The backups of the vault, the newest first; nothing else is ever removed.
    private var names: [BackupName] {
        let names = (FolderNames.all(in: path) ?? []).compactMap { BackupName($0, of: base) }
        return names.filter { vault.map($0.isOf) ?? true }.sorted(by: >)
    }

    private func path(of name: BackupName) -> String { "\(path)/\(name.text)" }
}
