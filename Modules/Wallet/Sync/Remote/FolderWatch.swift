import Dispatch
import Glibc
import Synchronization
import WalletVault

/// Hears from the system what happens to files in the folder of a vault (inotify(7)).
///
/// The system reports each folder by itself, so that those of the machines are watched one by one.
actor FolderWatch {
    /// The system reports nothing of the folder, or nothing any more.
    struct Unreported: Error {}

    /// What the system reports of.
    struct Event: Hashable, Sendable {
        /// The number of the folder; negative when reports were lost.
        let folder: CInt
        /// The name of the file; empty for the folder itself.
        let file: String
    }

    /// The events that nobody was told of yet.
    private final class Events: Sendable {
        private let events = Mutex<Set<Event>>([])

        func add(_ new: [Event]) { events.withLock { $0.formUnion(new) } }

        func take() -> Set<Event> {
            events.withLock { events in
                defer { events = [] }
                return events
            }
        }
    }

    /// What is reported of files, and of the folders themselves.
    private static let mask: CInt =
        IN_CREATE | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE
        | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
    /// How many bytes of a report are before a name; the last four of them say how long that is.
    private static let headCount = 16

    /// Says that something has happened; what happens before somebody listens is one report.
    let reports: AsyncStream<Void>
    private let remote: FolderRemote
    private let descriptor: CInt
    private let source: any DispatchSourceRead
    private let heard: Events
    /// The names of the folders in that of the vault which are watched, by their numbers.
    private var names: [CInt: String] = [:]
    /// The folder that is watched, whatever its path leads to by now.
    private var watched = stat()
    private let executor = QueueExecutor(label: "wallet.sync.folder")

    /// Runs on a thread that may block.
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Makes it; nothing is watched until it is asked for news.
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
        let heard = Events()
        self.heard = heard
        source = Self.makeSource(descriptor, continuation, heard)
    }

    /// Ends it.
    func stop() { source.cancel() }

    /// Watches all folders that are there by now, then says how far the logs are, and what was reported since it
    /// was last asked.
    ///
    /// - Throws: ``Unreported``, or ``SyncError`` (`syncRemote`).
    func news() throws -> PlaceNews {
        let folder = remote.folder
        guard !FileSystem.isRemote(folder), watch(folder) != nil, stat(folder, &watched) == 0,
            let names = FolderNames.all(in: folder)
        else { throw Unreported() }
        for name in names where FolderRemote.isFolderOfFiles(name) {
            guard let number = watch("\(folder)/\(name)") else {
                // One that is gone meanwhile is reported as well.
                guard errno == ENOENT || errno == ENOTDIR else { throw Unreported() }
                continue
            }
            self.names[number] = name
        }
        let events = heard.take()
        var news = PlaceNews(heads: try remote.heads())
        for event in events {
            if event.folder < 0 {
                // Anything may have happened.
                news.changedLogs = Set(news.heads.keys)
                news.areFilesHarmed = true
            } else if let name = self.names[event.folder] {
                remote.add(event.file, in: name, to: &news)
            }
        }
        return news
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
    ///
    /// - Returns: Its number in reports; `nil` when it cannot be watched, as `errno` says.
    private func watch(_ folder: String) -> CInt? {
        let number = inotify_add_watch(descriptor, folder, UInt32(Self.mask))
        return number >= 0 ? number : nil
    }

    /// Passes on what the system reports, until it is cancelled; then the descriptor is closed.
    private static func makeSource(
        _ descriptor: CInt, _ continuation: AsyncStream<Void>.Continuation, _ heard: Events
    ) -> any DispatchSourceRead {
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
        source.setEventHandler {
            var bytes = [UInt8](repeating: 0, count: 1 << 14)
            let count = read(descriptor, &bytes, bytes.count)
            let events = Self.events(in: bytes.prefix(max(0, count)))
            guard !events.isEmpty else { return }
            heard.add(events)
            continuation.yield()
        }
        source.setCancelHandler { close(descriptor) }
        source.activate()
        return source
    }

    /// What reports are about, without drafts, which nobody reads.
    static func events(in bytes: ArraySlice<UInt8>) -> [Event] {
        var events: [Event] = []
        var rest = bytes
        while rest.count >= headCount {
            let (folder, length) = rest.withUnsafeBytes { bytes in
                (
                    bytes.loadUnaligned(as: CInt.self),
                    bytes.loadUnaligned(fromByteOffset: headCount - 4, as: UInt32.self)
                )
            }
            let name = rest.dropFirst(headCount).prefix(Int(length)).prefix { $0 != 0 }
            let file = String(decoding: name, as: UTF8.self)
            if !file.hasSuffix(".new") { events.append(Event(folder: folder, file: file)) }
            rest = rest.dropFirst(headCount + Int(length))
        }
        return events
    }
}
