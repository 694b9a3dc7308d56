import TenonNetworking
import WalletSyncRequests
import WalletVault

extension HTTPRemote {
    package nonisolated func news(
        _: SyncPace, _ take: @escaping @Sendable (PlaceNews?) async throws -> Void
    ) async throws {
        let lines = LineReader()
        do throws(ServerRefusal) {
            _ = try await caller.call(
                "GET", path(SyncPath.events), maximumReply: 4 << 20,
                handing: { piece in
                    let vector = await lines.add(piece).compactMap { VectorEvent.vector(in: $0) }
                        .last
                    try await take(
                        vector.map { vector in
                            let numbers = vector.numbers.compactMap { name, number in
                                DeviceID(name.description).map { ($0, number) }
                            }
                            return PlaceNews(heads: Dictionary(numbers) { first, _ in first })
                        })
                })
        } catch {
            throw error.explained
        }
    }
}

/// Puts the lines of a stream together.
private actor LineReader {
    /// What no line of a sync server reaches.
    private static let limit = 1 << 16
    private var rest: [UInt8] = []

    /// Takes a piece.
    ///
    /// - Returns: The lines that end in it.
    func add(_ piece: [UInt8]) -> [String] {
        var lines: [String] = []
        for byte in piece {
            guard byte != UInt8(ascii: "\n") else {
                lines.append(String(decoding: rest, as: UTF8.self))
                rest = []
                continue
            }
            if rest.count < Self.limit { rest.append(byte) }
        }
        return lines
    }
}
