import Glibc
import TenonCore

/// The file of a vault, with the logs that SQLite keeps beside it.
struct VaultFile {
    private static let logs = ["-wal", "-shm"]

    let path: String

    /// Puts another file in the place of this one, which goes on under a name that is not taken.
    ///
    /// At any time there is a complete file at the path, and no file has two names. What a log
    /// holds stays with this one; no process may have it open.
    ///
    /// - Parameters:
    ///   - replacement: A complete file on the same disk, without logs.
    ///   - suffix: What the new name of this file ends with.
    /// - Returns: The new name.
    /// - Throws: ``VaultError``; then this file is still in its place.
    func replace(with replacement: String, keepingAs suffix: String) throws -> String {
        let target = freeName(suffix)
        let hasLogs = Self.logs.contains { access(path + $0, F_OK) == 0 }
        if try hasLogs || !exchange(with: replacement, keepingAs: target) {
            try copyAndReplace(with: replacement, keepingAs: target)
        }
        return target
    }

    /// Lets the replacement and this file change names; `false` when the disk cannot do it.
    private func exchange(with replacement: String, keepingAs target: String) throws -> Bool {
        let code = FileName.move(replacement, to: target)
        guard code == 0 else { throw Self.systemError("\(target) cannot be made", code) }
        guard let code = FileName.exchange(target, path) else {
            rename(target, replacement)
            return false
        }
        guard code == 0 else {
            rename(target, replacement)
            throw Self.systemError("\(path) cannot be replaced", code)
        }
        do {
            try synchronizeFolder()
        } catch {
            _ = FileName.exchange(target, path)
            rename(target, replacement)
            throw error
        }
        return true
    }

    /// For a file with logs, and for disks on which two files cannot change names.
    private func copyAndReplace(with replacement: String, keepingAs target: String) throws {
        do {
            try Self.copyBytes(of: path, to: target)
            try VaultFile(path: target).synchronize()
            try synchronizeFolder()
        } catch {
            unlink(target)
            throw error
        }
        // Leftover logs would be mistaken for those of the next file.
        for log in Self.logs where access(path + log, F_OK) == 0 {
            guard rename(path + log, target + log) == 0 else {
                let error = Self.systemError("\(path + log) cannot be renamed", errno)
                unlink(target)
                throw error
            }
        }
        guard rename(replacement, path) == 0 else {
            let error = Self.systemError("\(path) cannot be replaced", errno)
            for log in Self.logs { rename(target + log, path + log) }
            unlink(target)
            throw error
        }
        try synchronizeFolder()
    }

    /// A name beside the file that neither a file nor one of its logs has.
    private func freeName(_ suffix: String) -> String {
        var target = "\(path).\(suffix)"
        var number = 2
        while (Self.logs + [""]).contains(where: { access(target + $0, F_OK) == 0 }) {
            target = "\(path).\(suffix)-\(number)"
            number += 1
        }
        return target
    }

    /// Removes the file, unless it or its log has changed since it was examined.
    func remove(unchangedSince stamp: FileStamp?) {
        var log = stat()
        let isLogged = stat(path + "-wal", &log) == 0 && log.st_size > 0
        guard !isLogged, stamp == FileStamp(path: path) else { return }
        for log in Self.logs + [""] { unlink(path + log) }
    }

    /// Refuses to go on when there is a file.
    ///
    /// - Throws: ``VaultError`` (`vaultExists`).
    func mustBeNew() throws {
        var status = stat()
        guard lstat(path, &status) != 0 else {
            throw VaultError(
                .vaultExists, "There already is a file at \(path).",
                remedy: "Choose another name.")
        }
    }

    /// Refuses to go on when there is none.
    ///
    /// - Throws: ``VaultError`` (`vaultMissing`).
    func mustExist() throws {
        guard access(path, F_OK) == 0 else {
            throw VaultError(
                .vaultMissing, "There is no file at \(path).", remedy: "Check the path.")
        }
    }

    /// Copies the bytes of a file with its log, of one moment, to a new one (mode 0600).
    ///
    /// - Throws: ``VaultError``: `vaultMissing`, `vaultBackup`, `vaultInUse` when another program
    ///   writes to it all the time.
    func copy(to target: String) throws {
        try mustExist()
        for _ in 0..<3 {
            let before = (FileStamp(path: path), FileStamp(path: path + "-wal"))
            try Self.copyBytes(of: path, to: target)
            if before.1 != nil { try Self.copyBytes(of: path + "-wal", to: target + "-wal") }
            if before == (FileStamp(path: path), FileStamp(path: path + "-wal")) { return }
            for log in Self.logs + [""] { unlink(target + log) }
        }
        throw VaultError(
            .vaultInUse, "Another program is writing to \(path).",
            remedy: "Lock that vault, or restore a backup of it instead.")
    }

    /// Waits until the closed file is on the disk.
    ///
    /// - Throws: ``VaultError``.
    func synchronize() throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        guard descriptor >= 0, fsync(descriptor) == 0 else {
            throw Self.systemError("\(path) cannot be written", errno)
        }
    }

    private func synchronizeFolder() throws {
        let code = FileName.synchronizeFolder(of: path)
        guard code == 0 else { throw Self.systemError("\(path) cannot be written", code) }
    }

    private static func copyBytes(of source: String, to target: String) throws {
        let input: CInt
        do {
            input = try InputFile.open(source, limit: InputFile.largest)
        } catch {
            throw refusal(of: source, error)
        }
        defer { close(input) }
        let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw systemError("\(target) cannot be made", errno) }
        defer { close(output) }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var total = 0
        while true {
            let count = read(input, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count != 0 else { return }
            guard count > 0 else { throw systemError("\(source) cannot be read", errno) }
            total += count
            guard total <= InputFile.largest else {
                throw refusal(of: source, .tooLarge(limit: InputFile.largest))
            }
            let code = buffer[..<count].withUnsafeBytes { FileName.write($0, to: output) }
            guard code == 0 else { throw systemError("\(target) cannot be written", code) }
        }
    }

    private static func refusal(
        of path: String, _ refusal: InputFile.Refusal
    ) -> VaultError {
        switch refusal {
        case .system(let code): systemError("\(path) cannot be read", code)
        case .notAFile:
            VaultError(
                .vaultForeign, "\(path) is a folder, a device or a pipe, not a vault.",
                remedy: "Check the path.")
        case .tooLarge(let limit):
            VaultError(
                .vaultForeign, "\(path) has more than \(limit >> 30) GiB; no vault is so large.",
                remedy: "Check the path.")
        }
    }

    /// An error with the system's reason.
    static func systemError(_ what: Sentence, _ code: CInt) -> VaultError {
        let reason = String(cString: strerror(code))
        let isFull = code == ENOSPC || code == EDQUOT
        return VaultError(
            isFull ? .vaultDiskFull : .vaultBackup, "\(what): \(reason).",
            remedy: isFull
                ? "Free some space on the disk, and try again."
                : "Check the disk, and who may read and write there.")
    }
}
