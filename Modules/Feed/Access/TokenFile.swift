import Glibc
import TenonCore

/// Keeps secrets in files that only the person may read.
struct TokenFile: Sendable {
    private static let largest = 64 * 1024

    /// The folder, which is made when something is written.
    let folder: String

    /// The path of the file of an account.
    func path(_ account: Int64) -> String { "\(folder)/\(account)" }

    /// What is kept of an account; `nil` when there is nothing.
    ///
    /// - Throws: ``AccessError`` when it cannot be read.
    func text(of account: Int64) throws -> SecretText? {
        do {
            let descriptor = try InputFile.open(path(account), limit: Self.largest)
            defer { close(descriptor) }
            return try InputFile.contents(of: descriptor, limit: Self.largest)
        } catch InputFile.Refusal.system(ENOENT) {
            return nil
        } catch InputFile.Refusal.system(let code) {
            throw AccessError.unreadable(path(account), code)
        } catch InputFile.Refusal.tooLarge {
            throw AccessError.unreadable(path(account), EFBIG)
        } catch InputFile.Refusal.notAFile {
            throw AccessError.unreadable(path(account), EINVAL)
        }
    }

    /// Keeps something of an account, in place of what was there before.
    ///
    /// - Throws: ``AccessError`` when it cannot be written; what was before is there then.
    func keep(_ text: SecretText, of account: Int64) throws {
        try makeFolder()
        // A name of its own, since other programs write here as well.
        let draft = "\(path(account)).\(String(UInt64.random(in: 0...UInt64.max), radix: 16))"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw AccessError.unwritable(draft, errno) }
        defer { close(descriptor) }
        guard Self.write(text, to: descriptor), fsync(descriptor) == 0,
            rename(draft, path(account)) == 0
        else {
            let code = errno
            unlink(draft)
            throw AccessError.unwritable(path(account), code)
        }
        syncFolder()
    }

    /// Removes what is kept of an account, if there is anything.
    func remove(_ account: Int64) {
        unlink(path(account))
        syncFolder()
    }

    /// What tells this folder apart from those of other machines; made when it is first asked for.
    ///
    /// - Throws: ``AccessError`` when it cannot be made or read.
    func installation() throws -> String {
        try makeFolder()
        let path = "\(folder)/installation"
        let draft = "\(path).\(String(UInt64.random(in: 0...UInt64.max), radix: 16))"
        if access(path, F_OK) != 0 {
            let descriptor = open(
                draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { throw AccessError.unwritable(draft, errno) }
            defer {
                close(descriptor)
                unlink(draft)
            }
            let name = (0..<2).map { _ in UInt64.random(in: 0...UInt64.max).hexadecimal() }.joined()
            guard Self.write(SecretText(name), to: descriptor), fsync(descriptor) == 0 else {
                throw AccessError.unwritable(draft, errno)
            }
            // Another program may have been first; what it has made counts.
            link(draft, path)
            syncFolder()
        }
        let descriptor = try InputFile.open(path, limit: Self.largest)
        defer { close(descriptor) }
        return try InputFile.contents(of: descriptor, limit: Self.largest).reveal()
    }

    /// Makes the folder, unless it is there.
    ///
    /// - Throws: ``AccessError`` when it cannot be made.
    func makeFolder() throws {
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            throw AccessError.unwritable(folder, errno)
        }
    }

    /// Brings the names in the folder to the disk.
    private func syncFolder() {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private static func write(_ text: SecretText, to descriptor: Int32) -> Bool {
        text.withBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let part = UnsafeRawBufferPointer(rebasing: rest)
                let count = Glibc.write(descriptor, part.baseAddress, part.count)
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }
}
