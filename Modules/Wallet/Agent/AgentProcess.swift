import Glibc
import TenonSecurity

/// What the process of the agent does before anything else.
package enum AgentProcess {
    /// Forbids dumps, and leaves behind what it got from the program that started it.
    ///
    /// It outlives that program: descriptors that are still open would keep pipes open, and a folder
    /// as current one would keep a disk busy.
    package static func prepare() {
        ProcessHardening.apply()
        umask(0o077)
        chdir("/")
        let handedOver = getenv("LISTEN_FDS").flatMap { Int32(String(cString: $0)) } ?? 0
        for descriptor in openDescriptors() where descriptor >= 3 + max(0, handedOver) {
            close(descriptor)
        }
    }

    private static func openDescriptors() -> [Int32] {
        guard let folder = opendir("/proc/self/fd") else { return [] }
        defer { closedir(folder) }
        let own = dirfd(folder)
        var result: [Int32] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let descriptor = Int32(name), descriptor != own { result.append(descriptor) }
        }
        return result
    }
}
