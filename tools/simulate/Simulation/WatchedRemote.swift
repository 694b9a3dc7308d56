package import WalletSync

/// A remote that lets something happen whenever it is asked; what that throws, it throws itself.
package struct WatchedRemote: SyncRemote {
    /// It does not answer.
    package struct Unreachable: Error {
        /// It is so.
        package init() {}
    }

    private let base: any SyncRemote
    private let watch: @Sendable () async throws -> Void
    /// Says what is given in the place of a part of a file, or of a snapshot.
    var give: @Sendable ([UInt8]?) -> [UInt8]? = { $0 }

    /// Watches a remote.
    package init(_ base: any SyncRemote, watch: @escaping @Sendable () async throws -> Void) {
        self.base = base
        self.watch = watch
    }

    package var isCarried: Bool { base.isCarried }

    package func heads(after written: [DeviceID: UInt64]) async throws -> [DeviceID: UInt64] {
        try await watch()
        return try await base.heads(after: written)
    }

    package func next(after number: UInt64, of device: DeviceID) async throws -> NumberedCommit? {
        try await watch()
        return try await base.next(after: number, of: device)
    }

    package func forget(_ numbers: ClosedRange<UInt64>, of device: DeviceID) async throws {
        try await watch()
        try await base.forget(numbers, of: device)
    }

    package func remove(_ name: BlobName) async throws {
        try await watch()
        try await base.remove(name)
    }

    package func commit(_ number: UInt64, of device: DeviceID) async throws -> [UInt8]? {
        try await watch()
        return try await base.commit(number, of: device)
    }

    package func append(
        _ commit: [UInt8], _ number: UInt64, of device: DeviceID
    ) async throws -> Appended {
        try await watch()
        return try await base.append(commit, number, of: device)
    }

    package func hasBlob(_ name: BlobName) async throws -> Bool {
        try await watch()
        return try await base.hasBlob(name)
    }

    package func blob(_ name: BlobName) async throws -> [UInt8]? {
        try await watch()
        return give(try await base.blob(name))
    }

    package func put(_ blob: [UInt8], as name: BlobName) async throws -> Appended {
        try await watch()
        return try await base.put(blob, as: name)
    }
}
