import Glibc
import TenonCore
import WalletVault

extension FolderRemote {
    private static let blobEnding = ".blob"

    package func hasBlob(_ name: BlobName) throws -> Bool {
        try requireMarker()
        return access(path(of: name), F_OK) == 0
    }

    package func size(of name: BlobName) throws -> Int? {
        try requireMarker()
        return Self.size(of: path(of: name))
    }

    package func replace(_ blob: [UInt8], as name: BlobName) throws {
        try requireMarker()
        try remove(path(of: name))
        try publish(blob, at: path(of: name))
    }

    package func blob(_ name: BlobName) throws -> [UInt8]? {
        try requireMarker()
        return try contents(of: path(of: name), limit: AttachmentChunk.largest)
    }

    package func put(_ blob: [UInt8], as name: BlobName) throws -> Appended {
        if let there = try self.blob(name) { return there == blob ? .there : .other }
        let path = path(of: name)
        let folder = FileName.folder(of: path)
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            throw SyncError.unusable(folder, errno)
        }
        if try publish(blob, at: path) { return .there }
        // Another machine that has the same file was quicker.
        return try self.blob(name) == blob ? .there : .other
    }

    package func remove(_ name: BlobName) throws {
        try requireMarker()
        try remove(path(of: name))
    }

    /// Whether a file has the name of a part of a file.
    static func isBlob(_ file: String) -> Bool { file.hasSuffix(blobEnding) }

    private func path(of name: BlobName) -> String {
        "\(folder)/blobs/\(name)\(Self.blobEnding)"
    }
}
