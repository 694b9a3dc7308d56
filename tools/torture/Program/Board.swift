import Glibc

/// What the shim writes down while a program runs: a file that both have mapped.
struct Board {
    /// The letters of the operations, in the order of their counts.
    private static let letters = Array("ocurmwts")
    private static let size = 512

    let path: String

    /// Makes an empty board.
    init(path: String) throws {
        self.path = path
        let file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0, ftruncate(file, off_t(Self.size)) == 0 else {
            throw Problem(message: "\(path) cannot be written.")
        }
        close(file)
    }

    private var bytes: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Self.size)
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return bytes }
        _ = read(file, &bytes, bytes.count)
        close(file)
        return bytes
    }

    private func number(_ index: Int) -> Int {
        let bytes = bytes
        return (0..<8).reduce(0) { $0 | Int(bytes[index * 8 + $1]) << (8 * $1) }
    }

    /// How often something went wrong.
    var hits: Int { number(0) }

    /// The first operation that went wrong.
    var what: String {
        String(decoding: bytes[80...].prefix { $0 != 0 }, as: UTF8.self)
    }

    /// How many operations there were of some kinds.
    func count(of kinds: String) -> Int {
        kinds.reduce(0) { sum, letter in
            sum + (Self.letters.firstIndex(of: letter).map { number(1 + $0) } ?? 0)
        }
    }
}
