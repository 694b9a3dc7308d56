/// The paths of a sync server; each name in braces is that of a parameter.
package enum SyncPath {
    /// A vault: PUT creates it, with the code of the operator where the server wants one, GET tells how far its logs
    /// are, DELETE removes it.
    package static let vault = "/v1/vaults/{vault}"
    /// The commits after a vector, page by page.
    package static let commits = "/v1/vaults/{vault}/commits"
    /// How far its logs are, now and whenever that changes.
    package static let events = "/v1/vaults/{vault}/events"
    /// The commits of a device: DELETE takes some away.
    package static let log = "/v1/vaults/{vault}/devices/{device}/commits"
    /// A commit.
    package static let commit = "/v1/vaults/{vault}/devices/{device}/commits/{number}"
    /// A part of a file that an item has.
    package static let blob = "/v1/vaults/{vault}/blobs/{name}"
    /// The devices that may use it.
    package static let devices = "/v1/vaults/{vault}/devices"
    /// One of these devices: PUT lets it use the vault, DELETE ends that.
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

/// A message that tells how far the logs of a vault are: a server-sent event
/// (HTML Living Standard, section 9.2).
package enum VectorEvent {
    /// The media type.
    package static let mediaType = "text/event-stream"
    /// What is sent from time to time, so that each end notices when the other is gone.
    package static let comment = Array(":\n\n".utf8)

    /// The bytes of an event.
    package static func bytes(_ vector: LogVector) -> [UInt8] {
        Array("event: vector\ndata: \(vector.text)\n\n".utf8)
    }

    /// The vector in a line of a stream; `nil` for a line of another kind.
    package static func vector(in line: some StringProtocol) -> LogVector? {
        line.hasPrefix("data: ") ? LogVector(String(line.dropFirst(6))) : nil
    }
}

/// The limits of what a sync server keeps.
package enum SyncLimit {
    /// A commit, in bytes.
    package static let commit = 1 << 20
    /// A part of a file, in bytes: a mebibyte of content, and what its seal adds.
    package static let blob = (1 << 20) + (1 << 10)
    /// A note about an invitation, in bytes.
    package static let note = 1 << 20
    /// How far all logs of a vault are, in bytes: what a machine reads of it at most.
    package static let heads = 4 << 20
    /// The code by which an operator lets a new vault in, in bytes.
    package static let registrationCode = 20
    /// A page of commits, in bytes; only its last commit may go beyond it.
    package static let page = 4 << 20
    /// How far the clock of a machine may be off that of the server, in milliseconds.
    package static let clock: Int64 = 5 * 60 * 1_000
}
