import Glibc
import TenonCore

/// A new vault file in its own folder, until it is complete.
///
/// Before it gets its name, its log is merged into the file, and all of it is on the disk. If
/// anything fails, no file has the name.
struct VaultDraft {
    private let folder: DraftFolder
    private let target: String
    private let databases: any DatabaseOpening

    /// Where the new file is written.
    var path: String { folder.file }

    /// Makes the folder of the target, when it is missing, and one for the draft in it.
    ///
    /// - Parameter notes: Where the draft is noted, unless the next start looks beside the target anyway.
    /// - Throws: An error of the folder, or ``VaultError``.
    init(
        for target: String, _ databases: any DatabaseOpening, notedIn notes: DraftNotes? = nil
    ) throws {
        self.target = target
        self.databases = databases
        try databases.prepareFolder(of: target)
        do {
            folder = try DraftFolder(in: FileName.folder(of: target), notedIn: notes)
        } catch {
            throw VaultFile.systemError("\(target) cannot be made", error.code)
        }
    }

    /// Gives the closed file its name, durably, and never that of another file.
    ///
    /// - Throws: ``VaultError``: `vaultExists` when another process was quicker.
    func publish() throws {
        try seal()
        switch FileName.move(path, to: target) {
        case 0: break
        case EEXIST: throw VaultError.exists(target)
        case let code: throw VaultFile.systemError("\(target) cannot be made", code)
        }
        let code = FileName.synchronizeFolder(of: target)
        guard code == 0 else {
            unlink(target)
            throw VaultFile.systemError("\(target) cannot be made", code)
        }
    }

    /// Puts the closed file in the place of the vault, durably, as one step.
    ///
    /// - Parameter isNewEnough: Called once no process has the vault open; if `false`, nothing is
    ///   done.
    /// - Returns: Where the former vault is now; `nil` when nothing was done.
    /// - Throws: ``VaultError`` and errors of the database; the vault is where it was then.
    func replaceVault(if isNewEnough: () throws -> Bool) throws -> String? {
        try seal()
        func replace() throws -> String? {
            try isNewEnough()
                ? VaultFile(path: target).replace(with: path, keepingAs: "replaced") : nil
        }
        do {
            return try databases.open(path: target, options: DatabaseOptions()).closeAlone(replace)
        } catch let error as any ExplainedError
            where ["database.damaged", "database.foreign"].contains(error.code.name)
        {
            // It has to go as it is, its log with it.
            return try replace()
        }
    }

    /// Brings the log of a copied file into it.
    ///
    /// - Throws: ``VaultError`` (`vaultBackup`) when there is a log and nothing of it can be read: the
    ///   file alone may be older than what was saved.
    func takeInLog() throws {
        guard hasLog else { return }
        guard try emptyLog() > 0 else {
            throw VaultError(
                .vaultBackup,
                "The log beside the backup cannot be read; without it the backup may be too old.",
                remedy: "Copy both files again. To do without the log, move it away.")
        }
    }

    /// Removes what was written so far; the file under its own name stays.
    func discard() { folder.remove() }

    /// Runs a closure that works on the draft, and gives its errors the name of the target.
    func naming<Result>(
        _ name: String? = nil, _ body: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await body()
        } catch let error as any ExplainedError {
            let below = (error as? VaultError)?.cause as? any ExplainedError
            let isOfFile = below?.code.name.hasPrefix("database.") ?? false
            let cause = isOfFile ? below ?? error : error
            let isFull = cause.code.name == "database.full"
            throw VaultError.translating(cause, path: isFull ? target : name ?? target)
        }
    }

    /// Makes the closed file complete: nothing of it is in a log, everything is on the disk.
    private func seal() throws {
        try emptyLog()
        guard !hasLog else {
            throw VaultError(
                .vaultBackup, "The new file lacks some of what was written to it.",
                remedy: "Try again, and check the disk.")
        }
        try VaultFile(path: path).synchronize()
    }

    @discardableResult
    private func emptyLog() throws -> Int {
        let database = try databases.open(path: path, options: DatabaseOptions())
        defer { try? database.close() }
        return try database.checkpoint()
    }

    private var hasLog: Bool {
        ["-wal", "-journal"].contains { ending in
            var status = stat()
            return stat(path + ending, &status) == 0 && status.st_size > 0
        }
    }
}
