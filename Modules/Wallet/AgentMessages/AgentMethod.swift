/// What a client can ask of the agent; the first byte of a call.
package enum AgentMethod: UInt8, Sendable {
    /// () → `VaultStatus`
    case status = 1
    /// (passphrase, recovery code or nothing) → ()
    case create = 2
    /// (passphrase) → ()
    case unlock = 3
    /// (recovery code) → ()
    case unlockByCode = 4
    /// () → ()
    case lock = 5
    /// (passphrase) → ()
    case verify = 7
    /// (old passphrase, new passphrase) → ()
    case changePassphrase = 8
    /// () → recovery code
    case makeRecoveryCode = 9
    /// () → number of changes
    case revision = 10
    /// (`ItemQuery`) → `ItemPage`
    case list = 11
    /// () → tags and their counts
    case tags = 12
    /// (address, whether exact) → overviews
    case itemsForSite = 13
    /// (id) → `ItemOverview`
    case overview = 14
    /// (id) → `Item`
    case item = 15
    /// (id) → former versions
    case history = 16
    /// (part) → items
    case itemsInPart = 17
    /// (`Item`) → `Item`
    case add = 18
    /// (`Item`) → `Item`
    case save = 19
    /// (id) → ()
    case moveToTrash = 20
    /// (id) → ()
    case restore = 21
    /// (id) → ()
    case deletePermanently = 22
    /// (id) → ()
    case markUsed = 23
    /// (steps) → (); they are kept until the commit and forgotten with the connection
    case gather = 24
    /// () → number of steps that were written
    case commit = 25
    /// () → `VaultReport`
    case check = 26
    /// () → (); a person has used this client
    case noteUse = 27
    /// (seconds, or -1 for never) → (); the time without use after which it locks
    case lockAfterIdle = 28
    /// () → (); from then on the connection tells each new status and each change
    case watch = 29
    /// () → `AgentReport`
    case report = 30
    /// (part) → items, each with its former versions
    case itemsWithHistoryInPart = 31
}

/// The events of a watching connection; the first byte of an event.
package enum AgentEvent: UInt8, Sendable {
    /// `VaultStatus`
    case status = 1
    /// `VaultChange`
    case change = 2
}
