import Glibc
import TenonMemory

/// Remembers, outside of the vault file, the newest state of a vault that this machine has seen.
///
/// The file itself cannot tell that it is an intact older copy of itself. Losing this small file loses
/// only that knowledge.
///
/// **Order.** Several processes write the vault and this note at the same time. A number is noted
/// only after the change that it counts was committed, and the note never gets lower. So a process
/// that reads the note *first* and takes a snapshot of the vault *afterwards* sees at least what is
/// noted, unless the file was put back. The other way round, a commit in between looks like an
/// older copy.
final class SeenCounter {
    private let path: String
    private let acceptance: String
    private let folder: String
    /// The highest number that was read or noted here.
    private var known: Int64 = 0
    /// Whether what was seen last could be written down.
    private(set) var isStored = true

    /// How long to wait for others who write the note, in steps of a millisecond.
    private static let patience = 1000 * Patience.factor

    /// - Parameter folder: A private folder, made when it is missing.
    init(folder: String, vault: ItemID) {
        path = "\(folder)/\(vault).seen"
        acceptance = "\(folder)/\(vault).accepted"
        self.folder = folder
    }

    /// The highest number of changes seen so far, by any process of this machine.
    ///
    /// Ask before taking the snapshot that it is compared with.
    func highest() -> Int64 {
        known = max(known, read() ?? 0)
        return known
    }

    /// Remembers a committed number of changes when it is higher than what is noted.
    ///
    /// A full disk must not block access to the vault: a failure shows in ``isStored``, which the
    /// full verification reports, and ends with the next call that succeeds.
    ///
    /// - Parameter isInPlace: Whether the file that was read is still the vault; asked under the lock
    ///   under which ``forget()`` works, so that nothing is noted of a file that was just replaced.
    func record(_ counter: Int64, while isInPlace: () -> Bool) {
        guard counter > known || !isStored else { return }
        known = max(known, counter)
        // Others may have noted as much already, and the note never gets lower.
        guard counter > read() ?? 0 else {
            isStored = true
            return
        }
        isStored =
            locked {
                guard counter > read() ?? 0, isInPlace() else { return true }
                return store(counter)
            } ?? false
    }

    /// Whether the person has accepted an older copy, which does not say so of itself yet.
    var isAccepted: Bool { access(acceptance, F_OK) == 0 }

    /// Notes that the accepted copy says of itself that it is one.
    func finishAcceptance() { unlink(acceptance) }

    /// Forgets what was seen: the person accepts an older copy.
    func forget() {
        known = 0
        Self.makeFolder(folder)
        let descriptor = open(acceptance, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if descriptor >= 0 { close(descriptor) }
        // A process that keeps the lock for more than a second must not block the person.
        if locked({ unlink(path) }) == nil { unlink(path) }
    }

    // MARK: - The file

    private func read() -> Int64? {
        // Without waiting for a writer, in case it is a pipe.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return nil }
        return Int64(String(decoding: bytes[..<count].prefix { $0 != 0x0A }, as: UTF8.self))
    }

    /// Runs something that no other process or thread runs at the same time.
    ///
    /// - Returns: `nil` when the folder cannot be locked.
    private func locked<Result>(_ body: () -> Result) -> Result? {
        Self.makeFolder(folder)
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        // Closing gives the lock back.
        defer { close(descriptor) }
        for _ in 0..<Self.patience {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return body() }
            guard errno == EWOULDBLOCK || errno == EINTR else { return nil }
            usleep(1000)
        }
        return nil
    }

    /// Writes the note; the lock makes the name of the draft ours alone.
    private func store(_ counter: Int64) -> Bool {
        let draft = "\(path).new"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return false }
        let line = Array("\(counter)\n".utf8)
        let isWritten = write(descriptor, line, line.count) == line.count && fsync(descriptor) == 0
        close(descriptor)
        guard isWritten, rename(draft, path) == 0 else {
            unlink(draft)
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
