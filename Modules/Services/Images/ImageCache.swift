import Foundation

/// Images on the disk, up to a limit of bytes; what was used least recently goes first.
///
/// The files are the person's own: the folder has mode 0700, each file 0600. Their names are numbers
/// that tell nothing of the addresses, which are in the files, before the bytes.
actor ImageCache {
    /// What is known of a file.
    private struct Entry {
        var size: Int
        var used: Date
    }

    private let folder: URL
    private let limit: Int
    private var entries: [String: Entry]?

    /// Makes a cache.
    ///
    /// - Parameters:
    ///   - folder: An absolute path.
    ///   - limit: The most bytes of all files.
    init(folder: String, limit: Int = 256 << 20) {
        self.folder = URL(filePath: folder, directoryHint: .isDirectory)
        self.limit = limit
    }

    /// The bytes from an address; `nil` when they are not kept, or cannot be read.
    func bytes(of address: String) -> [UInt8]? {
        let name = Self.name(of: address)
        guard read()[name] != nil, let data = try? Data(contentsOf: folder.appending(path: name))
        else { return nil }
        let head = Self.head(of: address)
        // Two addresses may have the same number.
        guard data.starts(with: head) else { return nil }
        let now = Date.now
        entries?[name]?.used = now
        try? FileManager.default.setAttributes(
            [.modificationDate: now], ofItemAtPath: folder.appending(path: name).path)
        return Array(data.dropFirst(head.count))
    }

    /// Keeps bytes; what cannot be written is not kept.
    func keep(_ bytes: [UInt8], of address: String) {
        let data = Self.head(of: address) + Data(bytes)
        guard data.count <= limit / 4 else { return }
        var known = read()
        let name = Self.name(of: address)
        let manager = FileManager.default
        do {
            try manager.createDirectory(
                at: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            let draft = folder.appending(path: "\(name).new")
            try? manager.removeItem(at: draft)
            guard
                manager.createFile(
                    atPath: draft.path, contents: data, attributes: [.posixPermissions: 0o600])
            else { return }
            try? manager.removeItem(at: folder.appending(path: name))
            try manager.moveItem(at: draft, to: folder.appending(path: name))
        } catch {
            return
        }
        known[name] = Entry(size: data.count, used: .now)
        var size = known.values.reduce(0) { $0 + $1.size }
        for (oldest, entry) in known.sorted(by: { $0.value.used < $1.value.used }) {
            guard size > limit else { break }
            try? manager.removeItem(at: folder.appending(path: oldest))
            known[oldest] = nil
            size -= entry.size
        }
        entries = known
    }

    /// What is in the folder, read once.
    private func read() -> [String: Entry] {
        if let entries { return entries }
        let keys: [URLResourceKey] = [.fileSizeKey, .contentModificationDateKey]
        let files =
            (try? FileManager.default.contentsOfDirectory(
                at: folder, includingPropertiesForKeys: keys)) ?? []
        var found: [String: Entry] = [:]
        for file in files {
            guard let values = try? file.resourceValues(forKeys: Set(keys)),
                let size = values.fileSize, let used = values.contentModificationDate
            else { continue }
            found[file.lastPathComponent] = Entry(size: size, used: used)
        }
        entries = found
        return found
    }

    private static func head(of address: String) -> Data { Data("\(address)\n".utf8) }

    /// FNV-1a (RFC 9923) with 64 bits: the same on every start, unlike `hashValue`.
    private static func name(of address: String) -> String {
        let hash = address.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        return String(hash, radix: 16)
    }
}
