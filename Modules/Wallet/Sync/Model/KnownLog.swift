/// What a device has of a log: how far it is, and the hashes of its last commits.
///
/// Those before are forgotten, or never were here, since a snapshot stands for them.
struct KnownLog: Equatable {
    /// The number of the first commit whose hash is known.
    private(set) var first: UInt64
    /// The hashes from there on.
    private(set) var hashes: [[UInt8]]

    /// A log from its first commit on, or from another one.
    init(from first: UInt64 = 1, _ hashes: [[UInt8]] = []) {
        self.first = first
        self.hashes = hashes
    }

    /// A log of which nothing is known but where it ends.
    init(at position: LogPosition) { self.init(from: position.number, [position.hash]) }

    /// Where it ends.
    var position: LogPosition {
        guard let hash = hashes.last else { return .start }
        return LogPosition(number: first + UInt64(hashes.count) - 1, hash: hash)
    }

    /// The numbers of the commits whose hashes are known.
    var numbers: Range<UInt64> { first..<first + UInt64(hashes.count) }

    /// The hash of a commit; `nil` when it is not known.
    func hash(of number: UInt64) -> [UInt8]? {
        guard number >= first, number <= position.number else { return nil }
        return hashes[Int(number - first)]
    }

    /// Takes the hash of the next commit.
    mutating func append(_ hash: [UInt8]) { hashes.append(hash) }

    /// Forgets the hashes before a commit, which is here.
    ///
    /// - Returns: The numbers of those that went.
    mutating func forget(before number: UInt64) -> Range<UInt64> {
        guard number > first, number <= position.number else { return first..<first }
        defer { first = number }
        hashes.removeFirst(Int(number - first))
        return first..<number
    }
}
