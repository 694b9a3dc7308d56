import TenonCore

/// How much of what was seen is kept on this machine, for each account.
package enum RoomLimit: String, Sendable, CaseIterable {
    case small, medium, large

    /// The limit in bytes.
    package var bytes: Int {
        switch self {
        case .small: 16 << 20
        case .medium: 64 << 20
        case .large: 256 << 20
        }
    }
}

extension FeedAccount {
    private static let setting = "room"

    /// How much may be kept.
    package func roomLimit() async throws -> RoomLimit {
        let word = try await file.read { [number] in
            try $0.word(Self.setting, in: .settings, of: number)
        }
        return word.flatMap(RoomLimit.init) ?? .medium
    }

    /// Keeps no more than that from now on.
    package func setRoomLimit(_ limit: RoomLimit) async throws {
        try await write { [number] in
            try $0.keep(limit.rawValue, Self.setting, in: .settings, of: number)
        }
        try await trim()
        signal.send()
    }

    /// How many bytes are kept.
    package func room() async throws -> Int {
        try await file.read { [number] in try $0.size(of: number) }
    }

    /// Takes away what is too much: what was not looked at for longest goes first.
    func trim() async throws { try await trim(to: roomLimit().bytes) }

    /// Takes away what is more than a number of bytes.
    package func trim(to bytes: Int) async throws {
        try await write { [number, record] in
            try $0.trim(number, to: bytes, own: record.id)
        }
    }
}
