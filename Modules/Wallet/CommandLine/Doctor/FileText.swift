import Glibc

/// What the doctor reads of files.
enum FileText {
    /// A small text file; `nil` when it cannot be read.
    static func contents(of path: String, limit: Int = 1 << 20) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while text.count < limit {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            text += buffer[..<count]
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// What a symbolic link leads to.
    ///
    /// - Throws: `ReadingFailed` when it is not one.
    static func target(of link: String) throws -> String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = buffer.withUnsafeMutableBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                characters.baseAddress.map { readlink(link, $0, characters.count) } ?? -1
            }
        }
        guard count > 0 else { throw ReadingFailed() }
        return String(decoding: buffer[..<count], as: UTF8.self)
    }

    /// The owner and the permissions of a file; `nil` when there is none.
    static func access(of path: String) -> (owner: uid_t, mode: mode_t)? {
        var information = stat()
        guard stat(path, &information) == 0 else { return nil }
        return (information.st_uid, information.st_mode & 0o7777)
    }

    struct ReadingFailed: Error {}
}
