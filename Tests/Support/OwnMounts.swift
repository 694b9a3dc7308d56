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
}
