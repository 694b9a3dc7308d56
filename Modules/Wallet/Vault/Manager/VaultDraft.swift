import Glibc
import TenonCore

/// A new vault file under a name of its own, until it is complete.
struct VaultDraft {
    /// Where the new file is written.
    let path: String
    private let target: String

    init(for target: String) {
        self.target = target
        path = "\(target).\(ItemID()).new"
    }

    /// Gives the closed file its name, durably, and never that of another file.
    ///
    /// - Throws: ``VaultError`` (`vaultExists`) when another process was quicker.
    func publish() throws {
        // A second name and then no first one: unlike renaming, this never replaces a file.
        let isNamed = link(path, target) == 0
        let isLinkless = errno == EPERM || errno == EOPNOTSUPP
        guard isNamed || isLinkless && access(target, F_OK) != 0 && rename(path, target) == 0 else {
            discard()
            throw VaultError(
                .vaultExists, "There already is a file at \(target).",
                remedy: "Unlock it, or choose another place.")
        }
        unlink(path)
        VaultFile(path: target).synchronizeFolder()
    }

    /// Removes what was written so far.
    func discard() {
        for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    }
}
