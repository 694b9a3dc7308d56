import Glibc

/// The file that an export is written to: readable by its owner only, and complete or not there.
struct ExportTarget {
    private let path: String
    private let name: String
    private let folder: String
    private let isReplacing: Bool

    /// Looks at a path before any work is done.
    ///
    /// - Throws: ``TransferError`` when there is a file that may not be replaced, or a folder.
    init(_ path: String, isReplacing: Bool) throws {
        self.path = path
        self.isReplacing = isReplacing
        name = path.split(separator: "/").last.map(String.init) ?? ""
        folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
        guard !name.isEmpty, !path.hasSuffix("/") else { throw TransferError.noTarget }
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw TransferError.targetIsFolder(name) }
        guard isReplacing else { throw TransferError.targetExists(name) }
    }

    /// Writes the file durably under another name, and gives it its own at the end.
    ///
    /// - Throws: ``TransferError`` when it cannot be written; what was there is as it was then.
    func write(_ bytes: UnsafeRawBufferPointer) throws {
        var generator = SystemRandomNumberGenerator()
        let draft = "\(folder).\(name).\(String(generator.next(), radix: 36))"
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let descriptor = open(draft, flags, 0o600)
        guard descriptor >= 0 else { throw TransferError.cannotWrite(name, errno: errno) }
        defer { close(descriptor) }
        do {
            try Self.write(bytes, to: descriptor, name: name)
            guard fsync(descriptor) == 0 else {
                throw TransferError.cannotWrite(name, errno: errno)
            }
            try publish(draft)
        } catch {
            unlink(draft)
            throw error
        }
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return }
        fsync(directory)
        close(directory)
    }

    /// Writes to standard output.
    static func writeToStandardOutput(_ bytes: UnsafeRawBufferPointer) throws {
        try write(bytes, to: STDOUT_FILENO, name: "standard output")
    }

    private func publish(_ draft: String) throws {
        if isReplacing {
            guard rename(draft, path) == 0 else {
                throw TransferError.cannotWrite(name, errno: errno)
            }
            return
        }
        // A second name and then no first one: unlike renaming, this never replaces a file.
        guard link(draft, path) != 0 else {
            unlink(draft)
            return
        }
        guard errno == EPERM || errno == EOPNOTSUPP else {
            throw errno == EEXIST
                ? TransferError.targetExists(name) : TransferError.cannotWrite(name, errno: errno)
        }
        // A file system without second names.
        guard access(path, F_OK) != 0 else { throw TransferError.targetExists(name) }
        guard rename(draft, path) == 0 else {
            throw TransferError.cannotWrite(name, errno: errno)
        }
    }

    private static func write(
        _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, name: String
    ) throws {
        var rest = bytes
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw TransferError.cannotWrite(name, errno: errno) }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        }
    }
}
