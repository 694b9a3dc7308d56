import Glibc

/// Remembers, outside of the vault file, the newest state of a vault that this machine has seen.
///
/// The file itself cannot tell that it is an intact older copy of itself. Losing this small file loses
/// only that knowledge.
final class SeenCounter {
    private let path: String
    private let folder: String
    private var known: Int64?
    /// Whether what was seen last could be written down.
    private(set) var isStored = true

    /// - Parameter folder: A private folder, made when it is missing.
    init(folder: String, vault: ItemID) {
        path = "\(folder)/\(vault).seen"
        self.folder = folder
    }

    /// The highest number of changes seen so far.
    func highest() -> Int64 {
        if let known { return known }
        let value = read() ?? 0
        known = value
        return value
    }

    /// Remembers a number of changes when it is higher than what is known.
    ///
    /// A full disk must not keep anybody from the vault: failing shows in ``isStored``, which the
    /// full verification reports, and is mended by the next call that succeeds.
    func record(_ counter: Int64) {
        guard counter > highest() || !isStored else { return }
        // Another process may have seen more.
        guard counter > read() ?? 0 else {
            isStored = true
            return
        }
        known = counter
        isStored = store(counter)
    }

    /// Forgets what was seen: the person accepts an older copy.
    func forget() {
        known = 0
        unlink(path)
    }

    private func read() -> Int64? {
        // Not waiting for somebody to write to it, if it should be a pipe.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return nil }
        return Int64(String(decoding: bytes[..<count].prefix { $0 != 0x0A }, as: UTF8.self))
    }

    private func store(_ counter: Int64) -> Bool {
        Self.makeFolder(folder)
        let new = "\(path).\(getpid())"
        let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return false }
        let line = Array("\(counter)\n".utf8)
        let isWritten = write(descriptor, line, line.count) == line.count && fsync(descriptor) == 0
        close(descriptor)
        guard isWritten, rename(new, path) == 0 else {
            unlink(new)
            return false
        }
        return true
    }

    /// Makes a private folder and those above it that are missing; storing tells whether it worked.
    private static func makeFolder(_ path: String) {
        guard !path.isEmpty, access(path, F_OK) != 0 else { return }
        if let slash = path.lastIndex(of: "/") { makeFolder(String(path[..<slash])) }
        mkdir(path, 0o700)
    }
}
