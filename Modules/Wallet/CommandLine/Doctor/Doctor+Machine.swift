import Glibc
import TenonCore

extension Doctor {
    var program: DoctorFinding {
        .fine(.program, Sentence(verbatim: "\(application.executable) \(application.version)"))
    }

    /// The system's libraries that this process has loaded.
    var libraries: DoctorFinding {
        let maps = FileText.contents(of: "/proc/self/maps", limit: 8 << 20) ?? ""
        let known = ["libargon2", "libzxcvbn", "libpsl", "libsqlite3", "libgcrypt", "libsodium"]
        let loaded = Set(
            maps.split(separator: "\n").compactMap { line -> String? in
                guard let file = line.split(separator: "/").last.map(String.init) else {
                    return nil
                }
                return known.contains { file.hasPrefix($0) } ? file : nil
            })
        return .fine(.libraries, Sentence(verbatim: loaded.sorted().joined(separator: ", ")))
    }

    /// How much memory may be kept out of the swap.
    var memoryLock: DoctorFinding {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &limit)
        let kibibytes = limit.rlim_cur == rlim_t.max ? Int.max : Int(limit.rlim_cur / 1024)
        guard kibibytes < 1024 else {
            return .fine(
                .memoryLock,
                kibibytes == Int.max
                    ? "memory may be locked without a limit" : "\(kibibytes) KiB may be locked")
        }
        return .hint(
            .memoryLock, "only \(kibibytes) KiB may be locked, so keys may reach the swap",
            "Raise the limit \"memlock\" to 8192 in /etc/security/limits.conf, and log in again.")
    }

    /// Whether another program of the person, or a core file, can get at the memory of this one.
    var dumps: DoctorFinding {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
        // The kernel gives the files of a process that may not be dumped to root.
        let isClosed = FileText.access(of: "/proc/self/maps").map { $0.owner != getuid() } ?? false
        let isHard = limit.rlim_cur == 0 && (isClosed || getuid() == 0)
        return isHard
            ? .fine(.dumps, "no core files, no reading of this process by others")
            : .wrong(
                .dumps, "the memory of this process can be dumped",
                "Report it: this is a defect, or a system without such protection.")
    }

    var swap: DoctorFinding {
        let devices = (FileText.contents(of: "/proc/swaps") ?? "").split(separator: "\n")
            .dropFirst()
            .compactMap { $0.split(separator: " ").first }
        let open = devices.filter { !$0.hasPrefix("/dev/zram") && !$0.hasPrefix("/dev/dm-") }
        guard !open.isEmpty else { return .fine(.swap, "no swap on an unencrypted disk") }
        return .hint(
            .swap, "swap on \(open.joined(separator: ", ")), which is probably not encrypted",
            "Encrypt it: keys are kept out of it, but other programs may have seen secrets as well."
        )
    }

    /// Whether the terminal is likely to show all letters.
    var language: DoctorFinding {
        let locale =
            ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { variable($0) }.first ?? "C"
        let isUTF8 = ["UTF-8", "utf8", "UTF8", "utf-8"].contains { locale.hasSuffix($0) }
        return isUTF8
            ? .fine(.language, Sentence(verbatim: locale))
            : .hint(
                .language, "the locale \(locale) is not UTF-8",
                "Set LANG to a locale such as C.UTF-8, or letters may be shown wrongly.")
    }
}
