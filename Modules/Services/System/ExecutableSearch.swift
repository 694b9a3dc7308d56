import Glibc

/// Finds programs in the folders of `PATH`.
struct ExecutableSearch {
    private let folders: [Substring]

    /// Takes the folders from the environment; relative ones are left out.
    init(environment: [String: String]) {
        let path = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        folders = path.split(separator: ":").filter { $0.hasPrefix("/") }
    }

    /// The path of a program; `nil` when no folder has it.
    func find(_ name: String) -> String? {
        folders.map { "\($0)/\(name)" }.first { path in
            var status = stat()
            return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
                && access(path, X_OK) == 0
        }
    }
}
