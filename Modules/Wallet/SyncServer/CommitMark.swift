import WalletSyncRequests

/// What everybody can read of a commit: whose it is, and which one it follows.
///
/// The server checks it, so that a defective client cannot damage a log; it cannot read the rest.
struct CommitMark: Sendable {
    private static let mark = Array("WSC".utf8)
    private static let byteCount = 76

    let vault: SyncName
    let device: SyncName
    let number: UInt64
    /// The SHA-256 of the commit before; zeros for the first one.
    let previous: [UInt8]

    /// Reads the beginning of a commit; `nil` when it is not a commit.
    init?(_ commit: [UInt8]) {
        guard commit.count > Self.byteCount, Array(commit[..<3]) == Self.mark,
            let vault = SyncName(bytes: commit[4..<20]),
            let device = SyncName(bytes: commit[20..<36])
        else { return nil }
        self.vault = vault
        self.device = device
        number = commit[36..<44].reduce(0) { $0 << 8 | UInt64($1) }
        previous = Array(commit[44..<76])
    }
}
