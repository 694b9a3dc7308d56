import Dispatch
import Glibc
import WalletVault

/// Hears from the system what happens to files in the folder of a vault (inotify(7)).
///
/// The system reports each folder by itself, so that those of the machines are watched one by one.
actor FolderWatch {
    /// The system reports nothing of the folder, or nothing any more.
    struct Unreported: Error {}

    /// What is reported of files, and of the folders themselves.
    private static let events: CInt =
        IN_CREATE | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE
        | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
    /// How many bytes of a report are before a name; the last four of them say how long that is.
    private static let headCount = 16

    /// Says that something has happened; what happens before somebody listens is one report.
    let reports: AsyncStream<Void>
    private let remote: FolderRemote
    private let descriptor: CInt
    private let source: any DispatchSourceRead
    /// The folder that is watched, whatever its path leads to by now.
    private var watched = stat()
    private let executor = QueueExecutor(label: "wallet.sync.folder")

    /// Runs on a thread that may block.
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Makes it; nothing is watched until it is asked for heads.
    ///
    /// - Throws: ``Unreported`` when this person watches too much already.
    init(_ remote: FolderRemote) throws {
        let descriptor = inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { throw Unreported() }
        let (reports, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.remote = remote
        self.descriptor = descriptor
        self.reports = reports
        source = Self.makeSource(descriptor, continuation)
    }

    /// Ends it.
    func stop() { source.cancel() }

    /// Watches all folders that are there by now, then says how far the logs are.
    ///
    /// - Throws: ``Unreported``, or ``SyncError`` (`syncRemote`).
    func heads() throws -> [DeviceID: UInt64] {
        let folder = remote.folder
        guard !FileSystem.isRemote(folder), watch(folder), stat(folder, &watched) == 0,
            let names = FolderNames.all(in: folder)
        else { throw Unreported() }
        for name in names where FolderRemote.isFolderOfFiles(name) {
            // One that is gone meanwhile is reported as well.
            guard watch("\(folder)/\(name)") || errno == ENOENT || errno == ENOTDIR else {
                throw Unreported()
            }
        }
        return try remote.heads()
    }

    /// Makes sure that the folder is where it was: another disk may be in front of it.
    ///
    /// - Throws: ``Unreported``.
    func requireSameFolder() throws {
        var found = stat()
        guard stat(remote.folder, &found) == 0, found.st_dev == watched.st_dev,
            found.st_ino == watched.st_ino
        else { throw Unreported() }
    }

    /// Watches a folder; one that is watched already stays so.
    private func watch(_ folder: String) -> Bool {
        inotify_add_watch(descriptor, folder, UInt32(Self.events)) >= 0
    }

    /// Passes on what the system reports, until it is cancelled; then the descriptor is closed.
    private static func makeSource(
        _ descriptor: CInt, _ continuation: AsyncStream<Void>.Continuation
    ) -> any DispatchSourceRead {
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
        source.setEventHandler {
            var bytes = [UInt8](repeating: 0, count: 1 << 14)
            let count = read(descriptor, &bytes, bytes.count)
            if Self.isReport(bytes.prefix(max(0, count))) { continuation.yield() }
        }
        source.setCancelHandler { close(descriptor) }
        source.activate()
        return source
    }

    /// Whether reports are about more than drafts, which nobody reads.
    static func isReport(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        while rest.count >= headCount {
            let length = rest.withUnsafeBytes {
                $0.loadUnaligned(fromByteOffset: headCount - 4, as: UInt32.self)
            }
            let name = rest.dropFirst(headCount).prefix(Int(length)).prefix { $0 != 0 }
            guard String(decoding: name, as: UTF8.self).hasSuffix(".new") else { return true }
            rest = rest.dropFirst(headCount + Int(length))
        }
        return false
    }
}
