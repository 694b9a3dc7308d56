import Glibc

/// Paths as a person gives them on the command line.
enum FilePath {
    /// A path as it is meant from the current folder.
    static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return "\(String(cString: folder))/\(path)"
    }
}
