import Foundation

/// Mounts that a process has for itself and those that it starts, by `unshare -rm`.
package enum OwnMounts {
    /// Whether this machine lets a process have them.
    package static let areAllowed: Bool = {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/unshare")
        process.arguments = ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    /// An empty disk in memory that only one program has.
    package struct Disk: Sendable {
        /// The folder that it is at, which is there, by its whole path.
        package let folder: String
        private let megabytes: Int

        /// Makes one.
        package init(at folder: String, megabytes: Int) {
            self.folder = folder
            self.megabytes = megabytes
        }

        /// The arguments by which `unshare` becomes a program that has the disk.
        func arguments(running program: [String]) -> [String] {
            let script = """
                mount -t tmpfs -o size="$1m",mode=700 none "$2" && shift 2 && exec "$@"
                """
            return ["-rm", "/bin/sh", "-c", script, "sh", "\(megabytes)", folder] + program
        }

        /// Fills the disk of a program that runs.
        ///
        /// - Returns: The file that makes room again when it is removed.
        package func fill(of process: Int32) throws -> String {
            let path = "/proc/\(process)/root\(folder)/fill"
            let descriptor = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw NotFilled(error: errno) }
            defer { close(descriptor) }
            let page = [UInt8](repeating: 1, count: 4096)
            while write(descriptor, page, page.count) > 0 {}
            guard errno == ENOSPC else { throw NotFilled(error: errno) }
            return path
        }
    }

    private struct NotFilled: Error { let error: Int32 }
}
