import Glibc

/// Remembers, outside of the vault file, the newest state of a vault that this machine has seen.
///
/// The file itself cannot tell that it is an intact older copy of itself. Losing this small file loses
/// only that knowledge.
final class SeenCounter {
    private let path: String
    private var known: Int64?

    /// - Parameter folder: A private folder, made when it is missing.
    init(folder: String, vault: ItemID) {
        path = "\(folder)/\(vault).seen"
        mkdir(folder, 0o700)
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
    /// Best effort: a full disk must not keep anybody from the vault.
    func record(_ counter: Int64) {
        guard counter > highest() else { return }
        // Another process may have seen more.
        guard counter > read() ?? 0 else { return }
        known = counter
        store(counter)
    }

    /// Forgets what was seen: the person accepts an older copy.
    func forget() {
        known = 0
        unlink(path)
    }

    private func read() -> Int64? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return nil }
        return Int64(String(decoding: bytes[..<count].prefix { $0 != 0x0A }, as: UTF8.self))
    }

    private func store(_ counter: Int64) {
        let new = "\(path).\(getpid())"
        let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        let line = Array("\(counter)\n".utf8)
        let written = write(descriptor, line, line.count)
        close(descriptor)
        if written == line.count { rename(new, path) } else { unlink(new) }
    }
}
