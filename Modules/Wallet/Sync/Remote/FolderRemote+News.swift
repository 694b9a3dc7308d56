extension FolderRemote {
    /// Tells of files as soon as the system reports them.
    ///
    /// - Throws: ``FolderWatch/Unreported`` where the system reports nothing, or nothing any more.
    package func news(
        _ pace: SyncPace, _ take: @escaping @Sendable (PlaceNews?) async throws -> Void
    ) async throws {
        let watch = try FolderWatch(self)
        defer { Task { await watch.stop() } }
        try await take(watch.news())
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in watch.reports {
                    // More may follow, and is told of together with it.
                    try await Task.sleep(for: pace.afterChange)
                    try await take(watch.news())
                }
            }
            group.addTask {
                while true {
                    try await Task.sleep(for: pace.between)
                    try await watch.requireSameFolder()
                    try await take(nil)
                }
            }
            // Either of them ends by an error, which ends the other one as well.
            for try await _ in group {}
        }
    }

    /// Whether machines keep files in a folder of this name in the folder of the vault.
    static func isFolderOfFiles(_ name: String) -> Bool {
        DeviceID(name)?.description == name || ["blobs", "invitations"].contains(name)
    }

    /// Adds what the system reports of a file in a folder that is watched, unless this process did it.
    ///
    /// - Parameters:
    ///   - file: Its name; empty for the folder itself.
    ///   - name: The name of the folder.
    func add(_ file: String, in name: String, to news: inout PlaceNews) {
        let path = "\(folder)/\(name)/\(file)"
        if let device = DeviceID(name) {
            let isChanged =
                file.isEmpty
                ? !Self.isFolder(path) : Self.number(file) != nil && marks.isForeign(path)
            if isChanged { news.changedLogs.insert(device) }
        } else if Self.isBlob(file), marks.isHarmed(path) {
            news.areFilesHarmed = true
        }
    }
}
