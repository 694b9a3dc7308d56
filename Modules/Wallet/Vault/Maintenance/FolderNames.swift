import Glibc

/// What is in a folder, without `.` and `..`.
package enum FolderNames {
    /// Lists the names in a folder.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - folder: The descriptor of the folder where a relative path begins.
    /// - Returns: The names in no order; `nil` when the folder cannot be read, and `errno` says why.
    package static func all(in path: String, below folder: CInt = AT_FDCWD) -> [String]? {
        let descriptor = openat(folder, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        guard let stream = fdopendir(descriptor) else {
            close(descriptor)
            return nil
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
