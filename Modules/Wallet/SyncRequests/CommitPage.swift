/// Several commits in one body, each after its length (4 bytes, big-endian).
///
/// Each commit itself says whose it is and which number it has.
package enum CommitPage {
    /// The media type.
    package static let mediaType = "application/vnd.wallet.commits"

    /// Adds a commit to a body.
    package static func append(_ commit: [UInt8], to body: inout [UInt8]) {
        withUnsafeBytes(of: UInt32(commit.count).bigEndian) { body.append(contentsOf: $0) }
        body.append(contentsOf: commit)
    }

    /// Reads a body; `nil` when it is cut short, or when a commit is longer than the limit.
    package static func commits(in body: [UInt8]) -> [[UInt8]]? {
        var commits: [[UInt8]] = []
        var rest = body[...]
        while !rest.isEmpty {
            guard rest.count >= 4 else { return nil }
            let count = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(4)
            guard count <= SyncLimit.commit, rest.count >= count else { return nil }
            commits.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return commits
    }
}

/// How far each log is: the text of `after`, `DEVICE:NUMBER,DEVICE:NUMBER`.
package struct LogVector: Sendable, Equatable {
    /// The last number of each device.
    package var numbers: [SyncName: UInt64]

    /// Makes a vector of numbers.
    package init(_ numbers: [SyncName: UInt64]) { self.numbers = numbers }

    /// Reads the text, in which a number has one spelling only; `nil` for anything else.
    package init?(_ text: String) {
        numbers = [:]
        guard !text.isEmpty else { return }
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let pair = part.split(separator: ":", omittingEmptySubsequences: false)
            guard pair.count == 2, let device = SyncName(String(pair[0])),
                let number = UInt64(pair[1]), number <= UInt64(Int64.max),
                "\(number)" == pair[1], numbers[device] == nil
            else { return nil }
            numbers[device] = number
        }
    }

    /// The text.
    package var text: String {
        numbers.map { "\($0):\($1)" }.sorted().joined(separator: ",")
    }
}
