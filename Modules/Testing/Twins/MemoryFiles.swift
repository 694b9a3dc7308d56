import Synchronization
public import TenonCore

/// Files in memory, by their paths.
public final class MemoryFiles: FileReading {
    private let state = Mutex<[String: SecretText]>([:])

    /// Makes it without files.
    public init() {}

    /// A file; `nil` when there is none.
    public subscript(path: String) -> SecretText? {
        get { state.withLock { $0[path] } }
        set { state.withLock { $0[path] = newValue } }
    }

    /// The bytes of a file.
    ///
    /// - Throws: `FileError` when there is none, or it has more bytes than the limit.
    public func contents(of path: String, limit: Int) async throws -> SecretText {
        guard let text = self[path] else {
            throw FileError.unreadable(path, "No such file or directory")
        }
        guard text.count <= limit else { throw FileError.tooLarge(path, limit: limit) }
        return text
    }
}
