import Glibc
import TenonCore

/// The file of a vault, with the logs that SQLite keeps beside it.
struct VaultFile {
    private static let logs = ["-wal", "-shm"]

    let path: String

    /// Puts another file in the place of this one, which goes on under a name that is not taken.
    ///
    /// The name at the path is never without a file. What this file's log holds stays with it.
    ///
    /// - Parameters:
    ///   - replacement: A complete file in the same folder, without logs.
    ///   - suffix: What the new name of this file ends with.
    /// - Returns: The new name.
    /// - Throws: ``VaultError`` (`vaultBackup`); then this file is still in its place.
    func replace(with replacement: String, keepingAs suffix: String) throws -> String {
        let target = freeName(suffix)
        guard link(path, target) == 0 || copyWithoutLinks(to: target) else {
            throw Self.systemError("\(path) cannot be renamed", "Check who may write there.")
        }
        synchronizeFolder()
        // What is left over of the logs would be taken for those of the next file.
        for log in Self.logs where access(path + log, F_OK) == 0 {
            guard rename(path + log, target + log) == 0 else {
                throw Self.systemError(
                    "\(path + log) cannot be renamed", "Check who may write there.")
            }
        }
        guard rename(replacement, path) == 0 else {
            let error = Self.systemError("\(path) cannot be replaced", "Check who may write there.")
            for log in Self.logs { rename(target + log, path + log) }
            unlink(target)
            throw error
        }
        synchronizeFolder()
        return target
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

    /// For file systems on which a file has one name only.
    private func copyWithoutLinks(to target: String) -> Bool {
        guard errno == EPERM || errno == EOPNOTSUPP else { return false }
        do {
            try Self.copyBytes(of: path, to: target)
            try VaultFile(path: target).synchronize()
            return true
        } catch {
            unlink(target)
            return false
        }
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

    /// Removes the file and its logs.
    func remove() {
        for log in Self.logs + [""] { unlink(path + log) }
    }

    /// Makes the folder of the file, and those above it, for their owner alone.
    ///
    /// - Throws: ``VaultError`` (`vaultBackup`) when it cannot be made.
    func makeFolder() throws {
        var folder = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/").dropLast() {
            folder += "/\(part)"
            if mkdir(folder, 0o700) != 0, errno != EEXIST, access(folder, F_OK) != 0 {
                throw Self.systemError(
                    "The folder \(folder) cannot be made", "Check who may write there.")
            }
        }
    }

    /// Copies the bytes of a file that nobody writes to, with its log, to a new one (mode 0600).
    ///
    /// - Throws: ``VaultError``: `vaultMissing`, `vaultBackup`.
    func copy(to target: String) throws {
        try mustExist()
        for log in ["", "-wal"] where access(path + log, F_OK) == 0 {
            try Self.copyBytes(of: path + log, to: target + log)
        }
    }

    /// Waits until the closed file is on the disk.
    ///
    /// - Throws: ``VaultError`` (`vaultBackup`).
    func synchronize() throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        guard descriptor >= 0, fsync(descriptor) == 0 else {
            throw Self.systemError(
                "\(path) cannot be written", "Check that there is space on the disk.")
        }
    }

    /// Waits until the names in the folder are on the disk.
    func synchronizeFolder() {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let descriptor = open(folder.isEmpty ? "/" : folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private static func copyBytes(of source: String, to target: String) throws {
        let input = open(source, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else {
            throw systemError("\(source) cannot be read", "Check the permissions.")
        }
        defer { close(input) }
        let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard output >= 0 else {
            throw systemError("\(target) cannot be made", "Check who may write there.")
        }
        defer { close(output) }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(input, &buffer, buffer.count)
            guard count != 0 else { return }
            guard count > 0 else {
                throw systemError("\(source) cannot be read", "Check the disk.")
            }
            var written = 0
            while written < count {
                let step = buffer[written..<count].withUnsafeBytes {
                    write(output, $0.baseAddress, $0.count)
                }
                guard step > 0 else {
                    throw systemError(
                        "\(target) cannot be written", "Check that there is space on the disk.")
                }
                written += step
            }
        }
    }

    /// An error with what the system says of it.
    private static func systemError(_ what: Sentence, _ remedy: Sentence) -> VaultError {
        let reason = String(cString: strerror(errno))
        return VaultError(.vaultBackup, "\(what): \(reason).", remedy: remedy)
    }
}
