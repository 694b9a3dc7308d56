/// The paths of a sync server; each name in braces is that of a parameter.
package enum SyncPath {
    /// A vault: PUT makes it, GET tells how far its logs are, DELETE ends it.
    package static let vault = "/v1/vaults/{vault}"
    /// All its commits; those after a vector, page by page.
    package static let commits = "/v1/vaults/{vault}/commits"
    /// A commit.
    package static let commit = "/v1/vaults/{vault}/devices/{device}/commits/{number}"
    /// The devices that may use it.
    package static let devices = "/v1/vaults/{vault}/devices"
    /// A device that may.
    package static let device = "/v1/vaults/{vault}/devices/{device}"
    /// A note about an invitation.
    package static let note = "/v1/vaults/{vault}/invitations/{invitation}/{note}"

    /// A path with the values of its parameters, which need no encoding.
    package static func filled(_ path: String, _ values: [String: String]) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).map { part in
            guard part.first == "{" else { return String(part) }
            return values[String(part.dropFirst().dropLast())] ?? String(part)
        }.joined(separator: "/")
    }
}

/// How large what is kept on a sync server may be.
package enum SyncLimit {
    /// A commit, in bytes.
    package static let commit = 1 << 20
    /// A note about an invitation, in bytes.
    package static let note = 1 << 20
    /// A page of commits, in bytes: more than one commit is never added beyond this.
    package static let page = 4 << 20
    /// How far the clock of a machine may be off that of the server, in milliseconds.
    package static let clock: Int64 = 5 * 60 * 1_000
}
