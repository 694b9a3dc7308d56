/// Where logs and files are kept between devices; nothing that it says is believed.
package protocol SyncRemote: Sendable {
    /// Whether files are carried there one by one: what is new may arrive after something old has gone.
    var isCarried: Bool { get }

    /// The number of the last commit of each device; earlier ones may be deleted, or not have arrived.
    ///
    /// - Parameter written: The caller's own logs, each with a number: of these, the result has the last commit
    ///   before the first gap after that number, so that the caller sends missing commits again.
    func heads(after written: [DeviceID: UInt64]) async throws -> [DeviceID: UInt64]

    /// A commit; `nil` when it is not there, or not yet.
    func commit(_ number: UInt64, of device: DeviceID) async throws -> [UInt8]?

    /// The first commit after a number; `nil` when there is none, or not yet.
    func next(after number: UInt64, of device: DeviceID) async throws -> NumberedCommit?

    /// The hash of a commit; `nil` when it is not there.
    ///
    /// A remote that lies about it is found out by the next commit.
    func hash(of number: UInt64, of device: DeviceID) async throws -> [UInt8]?

    /// Stores a commit durably; never replaces another one; earlier ones may be deleted.
    func append(_ commit: [UInt8], _ number: UInt64, of device: DeviceID) async throws -> Appended

    /// Deletes commits that a snapshot covers; missing ones are ignored.
    func forget(_ numbers: ClosedRange<UInt64>, of device: DeviceID) async throws

    /// Whether there is a part of a file, or of a snapshot, of some name.
    func hasBlob(_ name: BlobName) async throws -> Bool

    /// A part of a file; `nil` when it is not there, or not yet.
    func blob(_ name: BlobName) async throws -> [UInt8]?

    /// Stores a part of a file durably, and never replaces another one.
    func put(_ blob: [UInt8], as name: BlobName) async throws -> Appended

    /// Deletes a part; does nothing when there is none.
    func remove(_ name: BlobName) async throws
}

/// A remote whose files may be damaged in transit: the device that wrote a file repairs it.
package protocol RepairableRemote: SyncRemote {
    /// How many bytes a commit has there; `nil` when it is not there, or when what is there is not a commit.
    func size(of number: UInt64, of device: DeviceID) async throws -> Int?

    /// How many bytes a part of a file has there; `nil` when it is not there.
    func size(of name: BlobName) async throws -> Int?

    /// Durably replaces a damaged commit.
    func replace(_ commit: [UInt8], _ number: UInt64, of device: DeviceID) async throws

    /// Durably replaces a truncated part of a file.
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
    /// Everybody sees at once what was written.
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
