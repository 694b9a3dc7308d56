extension FolderRemote {
    /// Tells of files as soon as the system reports them.
    ///
    /// - Throws: ``FolderWatch/Unreported`` where the system reports nothing, or nothing any more.
    package func news(
        _ pace: SyncPace, _ take: @escaping @Sendable ([DeviceID: UInt64]?) async throws -> Void
    ) async throws {
        let watch = try FolderWatch(self)
        defer { Task { await watch.stop() } }
        try await take(watch.heads())
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in watch.reports {
                    // More may follow, and is told of together with it.
                    try await Task.sleep(for: pace.afterChange)
                    try await take(watch.heads())
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
}
