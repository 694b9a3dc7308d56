import Glibc
package import WalletVault

/// A file for secrets in clear: readable by its owner only, and complete or not there.
package struct ExportTarget {
    /// `O_TMPFILE`, which Swift does not import.
    private static let nameless = O_DIRECTORY | 0o20_000_000

    private let path: String
    private let name: String
    private let folder: String
    private let isReplacing: Bool
    private let notes: DraftNotes?

    /// Looks at a path before any work is done.
    ///
    /// - Parameters:
    ///   - path: An absolute path.
    ///   - isReplacing: Whether a file that is there may be replaced.
    ///   - notes: By which the next start finds a draft that this process leaves when it is killed.
    /// - Throws: ``TransferError`` when the path is not absolute, or there is a folder or a file that may
    ///   not be replaced.
    package init(_ path: String, isReplacing: Bool, notes: DraftNotes?) throws {
        self.path = path
        self.isReplacing = isReplacing
        self.notes = notes
        name = path.split(separator: "/").last.map(String.init) ?? ""
        folder = FileName.folder(of: path)
        guard !name.isEmpty, !path.hasSuffix("/") else { throw TransferError.noTarget }
        guard path.hasPrefix("/") else { throw TransferError.relativeTarget }
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw TransferError.targetIsFolder(name) }
        guard isReplacing else { throw TransferError.targetExists(name) }
    }

    /// Writes the file durably, and gives it its name when it is complete.
    ///
    /// Until then the file has no name, so that nothing is left behind even after a crash; on disks
    /// that have no such files it is in a ``DraftFolder``.
    ///
    /// - Throws: ``TransferError`` when it cannot be written; what was there is as it was then.
    package func write(_ bytes: UnsafeRawBufferPointer) throws {
        DraftFolder.removeLeftovers(in: folder)
        let descriptor = open(folder, Self.nameless | O_WRONLY | O_CLOEXEC, 0o600)
        defer { if descriptor >= 0 { close(descriptor) } }
        if descriptor >= 0 {
            try Self.write(bytes, to: descriptor, name: name)
            try synchronize(descriptor)
        }
        let link = "/proc/self/fd/\(descriptor)"
        let isNamed =
            descriptor >= 0 && linkat(AT_FDCWD, link, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0
        if !isNamed { try publish(bytes, besides: descriptor >= 0 ? link : nil) }
        let code = FileName.synchronizeFolder(of: path)
        guard code == 0 else { throw TransferError.cannotWrite(name, errno: code) }
    }

    /// For a file that is to replace another one, and for disks on which every file has a name.
    private func publish(_ bytes: UnsafeRawBufferPointer, besides link: String?) throws {
        let draft: DraftFolder
        do {
            draft = try DraftFolder(in: folder, notedIn: notes)
        } catch {
            throw TransferError.cannotWrite(name, errno: error.code)
        }
        defer { draft.remove() }
        if link.map({ linkat(AT_FDCWD, $0, AT_FDCWD, draft.file, AT_SYMLINK_FOLLOW) }) != 0 {
            let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
            let descriptor = open(draft.file, flags, 0o600)
            guard descriptor >= 0 else { throw TransferError.cannotWrite(name, errno: errno) }
            defer { close(descriptor) }
            try Self.write(bytes, to: descriptor, name: name)
            try synchronize(descriptor)
        }
        let code =
            isReplacing
            ? rename(draft.file, path) == 0 ? 0 : errno : FileName.move(draft.file, to: path)
        guard code == 0 else {
            throw code == EEXIST
                ? TransferError.targetExists(name) : TransferError.cannotWrite(name, errno: code)
        }
    }

    private func synchronize(_ descriptor: Int32) throws {
        guard fsync(descriptor) == 0 else { throw TransferError.cannotWrite(name, errno: errno) }
    }

    /// Writes to standard output.
    static func writeToStandardOutput(_ bytes: UnsafeRawBufferPointer) throws {
        try write(bytes, to: STDOUT_FILENO, name: "standard output")
    }

    private static func write(
        _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, name: String
    ) throws {
        let code = FileName.write(bytes, to: descriptor)
        guard code == 0 else { throw TransferError.cannotWrite(name, errno: code) }
    }
}
