package import TenonSecurity
package import WalletVault

@testable import WalletSync  // What opens commits, snapshots and rows is internal.

/// What is in the files of machines, and in those that they leave for each other, for whoever has the keys.
package struct OpenedContent {
    private let vault: ItemID
    private let ring: [SecretBytes]
    private var plain: [[UInt8]] = []
    private var snapshots: [SnapshotSealer] = []
    /// How many bytes all of it has as it is kept.
    package private(set) var byteCount = 0
    /// How many parts none of the keys opens, as those of files.
    package private(set) var closedCount = 0

    /// Begins with nothing.
    ///
    /// - Parameter ring: The keys of the vault for synchronising.
    package init(vault: ItemID, ring: [SecretBytes]) {
        self.vault = vault
        self.ring = ring
    }

    /// Whether a text is somewhere in it.
    package func contains(_ text: String) -> Bool {
        plain.contains { $0.firstRange(of: Array(text.utf8)) != nil }
    }

    /// Opens commits; the snapshots that they tell of can be opened from then on.
    package mutating func add(commits: [[UInt8]]) throws {
        for commit in commits {
            byteCount += commit.count
            let end = commit.count - Ed25519.signatureCount
            let header = Array(commit[..<CommitHeader.byteCount])
            let body = Array(commit[CommitHeader.byteCount..<end])
            var found: [UInt8]?
            for key in ring {
                let seal = try AES256GCM(
                    key: HKDF.deriveKey(
                        from: key, salt: ItemCoding.bytes(of: vault),
                        info: Array("wallet sync 1 commit".utf8), count: 32))
                found = found ?? (try? Self.open(body, header, seal))
            }
            guard let found else {
                closedCount += 1
                continue
            }
            plain.append(found)
            let content = try found.withUnsafeBytes { try CommitContent(body: $0) }
            for case .snapshot(let reference) in content.changes.map(\.change) {
                snapshots.append(try SnapshotSealer(reference.key, of: vault))
            }
        }
    }

    /// Opens parts of snapshots that commits tell of.
    package mutating func add(parts: [[UInt8]]) {
        for part in parts {
            byteCount += part.count
            var found: [UInt8]?
            for sealer in snapshots {
                for number in 0..<4 where found == nil {
                    try? sealer.open(part, number) { found = Array($0) }
                }
            }
            if let found { plain.append(found) } else { closedCount += 1 }
        }
    }

    /// Opens the rows that a machine keeps.
    package mutating func add(rows: [[UInt8]: [UInt8]]) throws {
        let sealer = try RowSealer(KeptRows(rows: rows), vault: vault, keys: ring)
        let own = RowKey.own(number: 1).bytes[0]
        for (bytes, sealed) in rows where bytes[0] != RowKey.wrapping.bytes[0] {
            guard bytes[0] != own else {
                try add(commits: [sealed])
                continue
            }
            byteCount += sealed.count
            let written = ItemCoding.id(bytes[1...]).map(RowKey.written)
            let keys = [try RowKey(loaded: bytes), written, .exchanges].compactMap(\.self)
            guard let key = keys.first(where: { $0.bytes == bytes }) else {
                closedCount += 1
                continue
            }
            plain.append(try sealer.open(key, sealed) { Array($0) })
        }
    }

    private static func open(
        _ sealed: [UInt8], _ header: [UInt8], _ seal: AES256GCM
    ) throws -> [UInt8] {
        try sealed.withUnsafeBytes { sealed in
            try header.withUnsafeBytes { header in
                try seal.open(sealed, authenticating: header) { Array($0) }
            }
        }
    }
}

extension ItemCoding {
    fileprivate static func id(_ bytes: ArraySlice<UInt8>) -> ItemID? {
        Array(bytes).withUnsafeBytes { id($0) }
    }
}

/// The rows of a machine, to be read.
private struct KeptRows: ReplicaStoring {
    let rows: [[UInt8]: [UInt8]]

    func load(_ row: (_ key: [UInt8], _ sealed: [UInt8]) throws -> Void) throws {
        for (key, sealed) in rows { try row(key, sealed) }
    }

    func row(_ key: [UInt8]) -> [UInt8]? { rows[key] }

    func change(_ body: (RowWriter) throws -> Void) throws {}
}
