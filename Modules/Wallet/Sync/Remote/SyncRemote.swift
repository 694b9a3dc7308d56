/// Where logs and files are kept between devices; nothing that it says is believed.
package protocol SyncRemote: Sendable {
    /// Whether files are carried there one by one: what is new may arrive after something old has gone.
    var isCarried: Bool { get }

    /// The number of the last commit of each device; some before it may be gone, or not there yet.
    ///
    /// - Parameter written: Logs that whoever asks writes: of these, the last commit before the first gap
    ///   after a number, so that what is missing is handed over again.
    func heads(after written: [DeviceID: UInt64]) async throws -> [DeviceID: UInt64]

    /// A commit; `nil` when it is not there, or not yet.
    func commit(_ number: UInt64, of device: DeviceID) async throws -> [UInt8]?

    /// The first commit after a number; `nil` when there is none, or not yet.
    func next(after number: UInt64, of device: DeviceID) async throws -> NumberedCommit?

    /// The hash of a commit; `nil` when it is not there.
    ///
    /// Whoever says it without the commit could lie, and is found out by the commit that follows.
    func hash(of number: UInt64, of device: DeviceID) async throws -> [UInt8]?

    /// Puts a commit there, durably, and never in the place of another one; some before it may be gone.
    func append(_ commit: [UInt8], _ number: UInt64, of device: DeviceID) async throws -> Appended

    /// Takes commits away, which a snapshot stands for; those that are gone, no more.
    func forget(_ numbers: ClosedRange<UInt64>, of device: DeviceID) async throws

    /// Whether there is a part of a file, or of a snapshot, of some name.
    func hasBlob(_ name: BlobName) async throws -> Bool

    /// A part of a file; `nil` when it is not there, or not yet.
    func blob(_ name: BlobName) async throws -> [UInt8]?

    /// Puts a part of a file there, durably, and never in the place of another one.
    func put(_ blob: [UInt8], as name: BlobName) async throws -> Appended

    /// Takes a part away; does nothing when there is none.
    func remove(_ name: BlobName) async throws
}

/// A remote whose files may come to harm on their way: whoever has written one looks after it.
package protocol RepairableRemote: SyncRemote {
    /// How many bytes a commit has there; `nil` when it is not there, or what is there can be none.
    func size(of number: UInt64, of device: DeviceID) async throws -> Int?

    /// How many bytes a part of a file has there; `nil` when it is not there.
    func size(of name: BlobName) async throws -> Int?

    /// Writes a commit again, durably, in the place of what is no commit of its device any more.
    func replace(_ commit: [UInt8], _ number: UInt64, of device: DeviceID) async throws

    /// Writes a part of a file again, durably, in the place of what was cut.
    func replace(_ blob: [UInt8], as name: BlobName) async throws
}

/// A commit that is somewhere, and the number that it is said to have.
package struct NumberedCommit: Sendable {
    /// The number.
    package let number: UInt64
    /// The commit.
    package let commit: [UInt8]

    /// Puts both together.
    package init(number: UInt64, commit: [UInt8]) {
        self.number = number
        self.commit = commit
    }
}

extension SyncRemote {
    /// It is at once as whoever writes there has left it.
    package var isCarried: Bool { false }

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
