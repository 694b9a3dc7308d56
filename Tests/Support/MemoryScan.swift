import Foundation

/// What the tool memory-scan finds in a process.
package struct MemoryScan: Decodable, Sendable {
    private struct Kind: Decodable {
        let count: Int
    }

    /// It could not look, or was not told to.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private let bytes: Int
    private let found: [String: Kind]

    /// How often something of a kind is there.
    ///
    /// - Throws: ``Failure`` for a kind that was not looked for.
    package func count(_ kind: String) throws -> Int {
        guard let found = found[kind] else {
            throw Failure(description: "Nobody looked for \(kind).")
        }
        return found.count
    }

    /// Looks into a process, which only root may do.
    ///
    /// - Parameters:
    ///   - process: The process; this one unless another is given.
    ///   - arguments: What else the tool is told.
    package static func of(
        _ process: Int32 = getpid(), _ arguments: String...
    ) async throws -> MemoryScan {
        let result = try await Program(built: "memory-scan")
            .run(["\(process)", "--json"] + arguments)
        guard result.status == 0 || result.status == 1 else {
            throw Failure(description: result.errors)
        }
        let scan = try JSONDecoder().decode(MemoryScan.self, from: Data(result.output.utf8))
        guard scan.bytes > 1 << 20 else {
            throw Failure(description: "It looked at \(scan.bytes) bytes only.")
        }
        return scan
    }
}
