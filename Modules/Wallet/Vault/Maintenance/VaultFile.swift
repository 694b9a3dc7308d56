import Glibc
import TenonCore

/// The file of a vault, with the logs that SQLite keeps beside it.
struct VaultFile {
    private static let logs = ["-wal", "-shm"]

    let path: String

    /// Moves the file, with its logs, to a name beside it that is not taken.
    ///
    /// - Parameter suffix: What the new name ends with.
    /// - Returns: The new name.
    /// - Throws: ``VaultError`` (`vaultBackup`) when it cannot be moved.
    func moveAside(_ suffix: String) throws -> String {
        var target = "\(path).\(suffix)"
        var number = 2
        while access(target, F_OK) == 0 {
            target = "\(path).\(suffix)-\(number)"
            number += 1
        }
        // The logs go first: what is left over of them would be taken for those of the next file.
        for log in Self.logs + [""] where access(path + log, F_OK) == 0 {
            guard rename(path + log, target + log) == 0 else {
                throw VaultError(
                    .vaultBackup,
                    "\(path) cannot be renamed: \(String(cString: strerror(errno))).",
                    remedy: "Check who may write there.")
            }
        }
        return target
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
        guard access(path, F_OK) == 0 else {
            throw VaultError(
                .vaultMissing, "There is no file at \(path).", remedy: "Check the path.")
        }
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
