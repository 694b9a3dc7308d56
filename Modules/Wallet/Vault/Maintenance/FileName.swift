import CFileNames
import Glibc

/// Writes files, and moves complete ones to their names.
package enum FileName {
    /// Renames a file, and never replaces another one.
    ///
    /// - Returns: 0, or the error of the system: `EEXIST` when there is something of the new name.
    package static func move(_ old: String, to new: String) -> CInt {
        guard wallet_rename_to_new(old, new) != 0 else { return 0 }
        guard isUnsupported(errno) else { return errno }
        // Older kernels and network disks: adds the second name, then removes the first.
        guard link(old, new) != 0 else {
            unlink(old)
            return 0
        }
        guard isUnsupported(errno) else { return errno }
        // A disk on which a file has one name only.
        var status = stat()
        guard lstat(new, &status) != 0 else { return EEXIST }
        return rename(old, new) == 0 ? 0 : errno
    }

    /// Lets two files change names, as one step.
    ///
    /// - Returns: 0, or the error of the system; `nil` when the disk cannot do it.
    static func exchange(_ first: String, _ second: String) -> CInt? {
        guard wallet_rename_exchanging(first, second) != 0 else { return 0 }
        return isUnsupported(errno) ? nil : errno
    }

    /// Waits until the names in the folder of a file are on the disk.
    ///
    /// - Returns: 0, or the error of the system.
    package static func synchronizeFolder(of path: String) -> CInt {
        let descriptor = open(folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        // Some disks do not support this for folders.
        return fsync(descriptor) == 0 || isUnsupported(errno) ? 0 : errno
    }

    /// Writes all bytes to a file, however few of them the system takes at a time.
    ///
    /// - Returns: 0, or the error of the system.
    package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) -> CInt {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = UnsafeRawBufferPointer(rebasing: rest)
            let count = Glibc.write(descriptor, part.baseAddress, part.count)
            guard count >= 0 || errno == EINTR else { return errno }
            rest = rest.dropFirst(max(0, count))
        }
        return 0
    }

    /// The folder of a file.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func isUnsupported(_ code: CInt) -> Bool {
        [EINVAL, ENOSYS, EOPNOTSUPP, EPERM].contains(code)
    }
}
