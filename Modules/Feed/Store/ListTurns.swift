/// Lets one refreshment of a list come after the other, so that none undoes what another has found.
actor ListTurns {
    private var last: [String: Task<Void, any Error>] = [:]

    /// Does something when all that came before for the same list is done.
    ///
    /// - Throws: What it throws.
    func take(_ list: String, _ body: @escaping @Sendable () async throws -> Void) async throws {
        let previous = last[list]
        let task = Task {
            _ = await previous?.result
            try await body()
        }
        last[list] = task
        defer { if last[list] == task { last[list] = nil } }
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
