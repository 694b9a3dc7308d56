/// Where logs are kept between devices; nothing that it says is believed.
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
}

extension SyncRemote {
    /// The hash of the commit that is there.
    package func hash(of number: UInt64, of device: DeviceID) async throws -> [UInt8]? {
        try await commit(number, of: device).map(CommitSealer.hash)
    }
}

/// What became of a commit that was put somewhere.
package enum Appended: Sendable {
    /// It is there now, or was before.
    case there
    /// Another one has its number.
    case other
}
