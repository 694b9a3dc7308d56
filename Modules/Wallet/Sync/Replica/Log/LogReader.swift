import TenonCore

/// Reads a log further than it is applied, one commit after the other, and checks each.
struct LogReader {
    /// What may be between two commits that are read.
    enum Order {
        /// Nothing: each commit names the hash of the one before it.
        case chained
        /// Commits that a snapshot stands for: each commit has its number and the signature of its author.
        case withGaps
    }

    /// Who must have made the commits.
    let author: Device
    let order: Order
    /// The last commit that was read.
    var end: LogPosition

    /// The next commit, as it is there; `nil` when it is not there.
    ///
    /// In a chain, one that is there and cannot be read is no error: whoever applies it names it. Behind a gap,
    /// nobody else does.
    ///
    /// - Throws: An error of the remote.
    func next(at remote: ReadAheadRemote) async throws -> NumberedCommit? {
        try Task.checkCancellation()
        let number = end.number + 1
        switch order {
        case .chained:
            do {
                return try await remote.look(number, of: author.id).map {
                    NumberedCommit(number: number, commit: $0)
                }
            } catch let error as SyncError where Replica.isOfLog(error) {
                return nil
            }
        case .withGaps:
            return try await remote.next(after: end.number, of: author.id)
        }
    }

    /// Opens the next commit.
    ///
    /// - Throws: ``SyncError``: what is wrong with it.
    func open(_ next: NumberedCommit, with sealer: CommitSealer) throws -> CommitContent {
        switch order {
        case .chained:
            return try sealer.open(next.commit, after: end, by: author)
        case .withGaps:
            let (header, content) = try sealer.open(next.commit, by: author)
            guard header.number == next.number else { throw SyncError.foreign }
            return content
        }
    }

    /// Goes on after a commit, whether or not it was opened.
    mutating func pass(_ commit: NumberedCommit) {
        end = LogPosition(number: commit.number, hash: CommitSealer.hash(of: commit.commit))
    }
}
