package import TenonCore
package import TenonNetworking
package import TenonSecurity
package import WalletVault

/// Where machines keep what they leave for each other: their logs, and notes about invitations.
package protocol SyncPlace: AnyObject, SyncRemote, InvitationBoard {
    /// Makes the place of the vault; one that is there stays as it is.
    ///
    /// - Parameter invitation: The code by which the operator of a server lets a new vault in.
    /// - Throws: ``SyncError`` (`syncRemote`, `syncUninvited` or `syncInvitation` when a server wants a code, or
    ///   another one, or `syncAlready` when it belongs to others).
    func prepare(by invitation: SecretText?) async throws

    /// Which machines may use this place, as it said when it was last asked for heads; `nil` where
    /// everybody may who reaches it.
    var members: PlaceMembers? { get async }

    /// Lets a machine use this place; does nothing when it may already, or when it was shut out before: then
    /// it never may again.
    func enrol(_ device: DeviceID) async throws

    /// Lets a machine that was taken out do nothing more here; what it left stays, as others need it.
    func shutOut(_ device: DeviceID) async throws

    /// Takes away what is on the shelf of a recovery sheet; on a server, nobody reads it any more.
    func clear(_ shelf: DeviceID) async throws

    /// The mark of a machine that removes the vault, as ``RemovalMark`` opens it; `nil` when none does.
    func removal() async throws -> [UInt8]?

    /// Lets the others know that the vault is being removed, durably and before anything goes; does nothing at a
    /// server, where it goes at once.
    ///
    /// - Throws: ``SyncError`` (`syncRemote`) when the vault is not kept here, or nothing can be written.
    func announceRemoval(_ mark: [UInt8]) async throws

    /// Takes away all that is kept of the vault, for every machine, and nothing else.
    ///
    /// - Parameter hasOthers: Whether other machines may use it, so that the announcement stays for them.
    /// - Throws: ``SyncError`` (`syncRemote`, or `syncRefused` at a server that does not let this machine use
    ///   it).
    func removeVault(hasOthers: Bool) async throws

    /// Tells how far the logs are, now and whenever that may have changed, until the place ends that.
    ///
    /// - Parameters:
    ///   - pace: How long a folder waits after a file, since more may follow, and how often it is looked for.
    ///   - take: Is told of all that came together at once, and nothing at all now and then. What it throws
    ///     ends it.
    func news(
        _ pace: SyncPace, _ take: @escaping @Sendable (PlaceNews?) async throws -> Void
    ) async throws
}

/// What a place tells; a hint and no more: it may be wrong, or late.
package struct PlaceNews: Sendable, Equatable {
    /// The number of the last commit of each log.
    package let heads: [DeviceID: UInt64]
    /// The logs of which a commit was changed or removed, or written by somebody else.
    package var changedLogs: Set<DeviceID> = []
    /// Whether parts of files were changed or removed.
    package var areFilesHarmed = false

    /// Tells how far the logs are.
    package init(heads: [DeviceID: UInt64]) { self.heads = heads }
}

/// The machines that a place knows; nothing that it says of them is believed.
package struct PlaceMembers: Sendable, Equatable {
    /// Those that may use it.
    package var present: Set<DeviceID> = []
    /// Those that were shut out, and never may use it again.
    package var former: Set<DeviceID> = []
}

extension FolderRemote: SyncPlace {
    package var members: PlaceMembers? { nil }

    /// Makes the folder of the vault; nobody lets vaults in here.
    package func prepare(by _: SecretText?) throws { try prepare() }

    /// Does nothing: a folder knows no machines.
    package func enrol(_ device: DeviceID) {}

    /// Does nothing: a folder knows no machines, and nobody takes anything more of this one.
    package func shutOut(_ device: DeviceID) {}

    package func clear(_ shelf: DeviceID) throws { try removeLog(of: shelf, count: 1) }
}

/// Who speaks to a place; a folder makes no difference between them.
package enum SyncParty: Sendable {
    /// A machine, by its key.
    case machine(Ed25519.KeyPair)
    /// Whoever has the code of an invitation, by its key.
    case guest(Ed25519.KeyPair)
}

/// Finds a place by its address: the path of a folder, or that of a server on the web.
package struct SyncPlaces: Sendable {
    private let networker: (any Networker)?
    private let now: @Sendable () -> Timestamp

    /// Makes a finder.
    ///
    /// - Parameters:
    ///   - networker: What reaches servers; `nil` in a program that reaches none.
    ///   - now: Tells the time.
    package init(_ networker: (any Networker)?, now: @escaping @Sendable () -> Timestamp) {
        self.networker = networker
        self.now = now
    }

    /// Whether an address is that of a server.
    package static func isServer(_ address: String) -> Bool {
        ["http://", "https://"].contains { address.lowercased().hasPrefix($0) }
    }

    /// Whether requests to an address go over a network in clear.
    package static func isUnencrypted(_ address: String) -> Bool {
        guard let server = try? WebAddress(address) else { return false }
        return server.scheme == .http && !server.isLoopback
    }

    /// Whether two addresses are those of one place, however they are written.
    package static func isSame(_ one: String, _ other: String) -> Bool {
        guard isServer(one), isServer(other) else { return FolderRemote.isSame(one, other) }
        guard let first = try? WebAddress(one), let second = try? WebAddress(other) else {
            return false
        }
        return first.origin == second.origin
    }

    /// An address as it is kept.
    ///
    /// - Throws: ``SyncError`` (`syncRemote`) when there is no such folder, `NetworkError` for what is
    ///   no address.
    func checked(_ address: String) throws -> String {
        guard Self.isServer(address) else {
            guard FolderRemote.isFolder(address) else { throw SyncError.noFolder(address) }
            return address
        }
        let server = try WebAddress(address)
        // A signature covers the path, which a proxy below a path would change.
        guard server.path == "/", server.query == nil else {
            throw SyncError.serverPath(server.origin)
        }
        return server.origin
    }

    /// The place of a vault at an address.
    ///
    /// - Throws: ``SyncError`` (`syncRemote`) for a server in a program that reaches none.
    package func place(
        at address: String, of vault: ItemID, for party: SyncParty
    ) throws -> any SyncPlace {
        guard Self.isServer(address) else { return FolderRemote(path: address, vault: vault) }
        guard let networker else { throw SyncError.noNetwork }
        return HTTPRemote(
            try WebAddress(address), vault: vault, party: party, networker: networker, now: now)
    }
}
