import CProcessControl
import Glibc
import TenonCore

/// Keeps the memory of this process from ending up in files or in front of other programs.
public enum ProcessHardening {
    /// Glibc declares the constant as an enumeration and the parameter as an integer.
    private static let coreDumpSize = __rlimit_resource_t(RLIMIT_CORE.rawValue)

    /// Forbids core dumps and reports of crashes and, to programs of the same user, attaching to this
    /// process.
    ///
    /// Sets `RLIMIT_CORE` to 0 and `PR_SET_DUMPABLE` to 0, and takes the signals of a crash from
    /// Swift's runtime, which would print what registers point to. Call it first thing in `main`; calling it
    /// again changes nothing. Both are best effort, `isApplied` tells. A side effect of the second:
    /// the files of `/proc/self` belong to root from then on. Programs that this one starts inherit
    /// the limit, and are dumpable again.
    public static func apply() {
        SecretText.forbidDumps()
    }

    /// Whether the kernel confirms both settings.
    public static var isApplied: Bool {
        var limit = rlimit()
        guard getrlimit(coreDumpSize, &limit) == 0 else { return false }
        return limit.rlim_cur == 0 && limit.rlim_max == 0 && tenon_get_dumpable() == 0
    }
}
