import Glibc
import TenonSecurity
import WalletVault

/// What the process of the agent does before anything else.
package enum AgentProcess {
    /// What the kernel appends to the path of a program whose file is gone.
    private static let deletion = Array(" (deleted)".utf8)

    /// Forbids dumps, and leaves behind what it got from the program that started it.
    ///
    /// It outlives that program: open descriptors would keep pipes open, and the current folder
    /// would keep a disk busy.
    package static func prepare() {
        ProcessHardening.apply()
        // Ends the process when a lock takes too long, even if its starter had it ignore the
        // signal.
        signal(SIGALRM, SIG_DFL)
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGALRM)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        allowDescriptors()
        umask(0o077)
        chdir("/")
        let handedOver = getenv("LISTEN_FDS").flatMap { Int32(String(cString: $0)) } ?? 0
        for descriptor in openDescriptors() where descriptor >= 3 + max(0, handedOver) {
            close(descriptor)
        }
    }

    /// Whether the file of this program was removed or replaced since it started, as the kernel notes
    /// in the name of the link (proc(5)).
    static var isReplaced: Bool {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { room in
            let count = room.baseAddress.map { readlink("/proc/self/exe", $0, room.count) } ?? -1
            return room[..<max(0, count)].map(UInt8.init(bitPattern:))
                .suffix(Self.deletion.count).elementsEqual(Self.deletion)
        }
    }

    /// How many connections there may be, beside the files of vaults.
    static var connectionLimit: Int {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return max(64, Int(clamping: limit.rlim_cur) - 128)
    }

    /// Raises the limit of descriptors as far as allowed and useful: each client needs one.
    private static func allowDescriptors() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 4096))
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    private static func openDescriptors() -> [Int32] {
        (FolderNames.all(in: "/proc/self/fd") ?? []).compactMap { Int32($0) }
    }
}
