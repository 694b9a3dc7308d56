import FoundationEssentials
import Glibc
package import TenonCore
import TenonMemory

/// The number of a device as `/proc` writes it; its bits are those of makedev(3) in the C library.
private struct DeviceNumber: CustomStringConvertible {
    let description: String

    init(_ number: dev_t) {
        let major = (number >> 8) & 0xfff | (number >> 32) & 0xffff_f000
        let minor = number & 0xff | (number >> 12) & 0xffff_ff00
        description = "\(major):\(minor)"
    }
}

/// A private folder that is only in memory, for files that must leave nothing on a disk.
///
/// A folder that a killed process has left goes at the next start, or when the next one is made.
package struct MemoryFolder {
    private static let prefix = "wallet-edit."
    /// The file systems that are in memory.
    private static let typesInMemory = ["tmpfs", "ramfs"]

    /// Where it is.
    let path: String
    /// Shows other processes that the folder is in use.
    private let descriptor: Int32

    /// Works with an empty folder that only its owner may enter; at the end, what is in it is overwritten
    /// and removed.
    ///
    /// - Throws: ``FilesError`` when there is no file system in memory to make it on; what the closure
    ///   throws.
    package static func with<Result>(
        _ configuration: Configuration, _ body: (MemoryFolder) async throws -> Result
    ) async throws -> Result {
        let folder = try MemoryFolder(configuration)
        defer {
            Self.remove(folder.path)
            if folder.descriptor >= 0 { close(folder.descriptor) }
        }
        return try await body(folder)
    }

    private init(_ configuration: Configuration) throws {
        for place in Self.places(configuration) where Self.isInMemory(place) {
            Self.removeLeftovers(in: place)
            // mkdtemp(3) puts other letters in place of the six at the end.
            let pattern = "\(place)/\(Self.prefix)" + String(repeating: "X", count: 6)
            guard let path = Self.makeFolder(pattern) else { continue }
            self.path = path
            descriptor = Self.locked(path) ?? -1
            return
        }
        throw FilesError.noMemoryFolder
    }

    /// Makes a file that only its owner may read.
    ///
    /// - Returns: Its path.
    /// - Throws: ``FilesError`` when there is no room for it.
    package func makeFile(named name: String, _ text: SecretText) throws -> String {
        let path = "\(path)/\(name)"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw FilesError.noRoom(in: path, errno)
        }
        defer { close(descriptor) }
        try text.withBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = write(
                    descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                guard count > 0 else {
                    throw FilesError.noRoom(in: path, errno)
                }
                rest = rest.dropFirst(count)
            }
        }
        return path
    }

    /// Whether a folder is on a file system in memory, as proc_pid_mountinfo(5) tells by the number of the
    /// device.
    private static func isInMemory(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0,
            let mounts = FileManager.default.contents(atPath: "/proc/self/mountinfo")
        else { return false }
        let device = DeviceNumber(status.st_dev).description
        return String(decoding: mounts, as: UTF8.self).split(separator: "\n").contains { line in
            let words = line.split(separator: " ")
            guard words.count > 2, words[2] == device,
                let dash = words.firstIndex(of: "-"), words.indices.contains(dash + 1)
            else { return false }
            return typesInMemory.contains(String(words[dash + 1]))
        }
    }

    private static func makeFolder(_ template: String) -> String? {
        var template = template.utf8CString.map { $0 }
        return template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
        }
    }

    /// The descriptor of a folder that no process uses, which this one does from now on.
    private static func locked(_ path: String) -> Int32? {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
        close(descriptor)
        return nil
    }

    private static func places(_ configuration: Configuration) -> [String] {
        [configuration.environmentVariable("XDG_RUNTIME_DIR"), "/dev/shm"].compactMap(\.self)
            .filter { $0.hasPrefix("/") }
    }

    /// Removes the folders that belong to no process any more.
    static func removeLeftovers(_ configuration: Configuration) {
        for place in places(configuration) { removeLeftovers(in: place) }
    }

    private static func removeLeftovers(in place: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
        for name in names where name.hasPrefix(prefix) {
            guard let descriptor = locked("\(place)/\(name)") else { continue }
            var status = stat()
            if fstat(descriptor, &status) == 0, status.st_uid == geteuid() {
                remove("\(place)/\(name)")
            }
            close(descriptor)
        }
    }

    /// Overwrites and removes what is in a folder, then the folder.
    private static func remove(_ path: String) {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
        for name in names { overwrite("\(path)/\(name)") }
        try? FileManager.default.removeItem(atPath: path)
    }

    private static func overwrite(_ path: String) {
        let descriptor = open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        let zeros = [UInt8](repeating: 0, count: 1 << 16)
        var rest = Int(status.st_size)
        while rest > 0 {
            let count = write(descriptor, zeros, min(rest, zeros.count))
            guard count > 0 else { return }
            rest -= count
        }
    }
}
