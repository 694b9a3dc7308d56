/// Where logs and files are kept between devices; nothing that it says is believed.
package protocol SyncRemote: Sendable {
    /// Up to which number there are commits of each device, without a gap.
    func heads() async throws -> [DeviceID: UInt64]

    /// A commit; `nil` when it is not there, or not yet.
    func commit(_ number: UInt64, of device: DeviceID) async throws -> [UInt8]?

    /// The hash of a commit; `nil` when it is not there.
    ///
    /// Whoever says it without the commit could lie, and is found out by the commit that follows.
    func hash(of number: UInt64, of device: DeviceID) async throws -> [UInt8]?

    /// Puts a commit there, durably, and never in the place of another one.
    func append(_ commit: [UInt8], _ number: UInt64, of device: DeviceID) async throws -> Appended

    /// Whether there is a part of a file of some name.
    func hasBlob(_ name: BlobName) async throws -> Bool

    /// A part of a file; `nil` when it is not there, or not yet.
    func blob(_ name: BlobName) async throws -> [UInt8]?

    /// Puts a part of a file there, durably, and never in the place of another one.
    func put(_ blob: [UInt8], as name: BlobName) async throws -> Appended
}

extension SyncRemote {
    /// The hash of the commit that is there.
    package func hash(of number: UInt64, of device: DeviceID) async throws -> [UInt8]? {
        try await commit(number, of: device).map(CommitSealer.hash)
    }
}

/// What became of a commit, or of a part of a file, that was put somewhere.
package enum Appended: Sendable {
    /// It is there now, or was before.
    case there
    /// Another one has its number or its name.
    case other
}
