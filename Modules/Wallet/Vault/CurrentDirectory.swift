import Glibc

/// The folder that relative paths start from.
enum CurrentDirectory {
    /// The absolute path; `nil` when the folder is gone.
    static var path: String? {
        guard let buffer = getcwd(nil, 0) else { return nil }
        defer { free(buffer) }
        return String(cString: buffer)
    }
}
