import TenonMemory
import TenonSecurity

/// What stands before the document inside of a KDBX 4 file: the key of the inner stream, and files.
struct KeePassInnerHeader {
    /// The numbers of its fields.
    enum Field {
        static let end: UInt8 = 0
        static let stream: UInt8 = 1
        static let key: UInt8 = 2
        static let file: UInt8 = 3
    }

    let stream: KeePassStream
    /// The files by their numbers.
    let files: [FoundFile]
    /// How many bytes it has.
    let count: Int

    /// Reads a header from the beginning of the content.
    ///
    /// - Throws: ``TransferError`` when it is damaged, or the stream is not known.
    init(_ bytes: UnsafeRawBufferPointer) throws {
        var cursor = ByteCursor(bytes)
        var identifier: UInt32?
        var key: SecretBytes?
        var files: [FoundFile] = []
        do {
            var isWhole = false
            while !isWhole {
                let id = try cursor.number(UInt8.self)
                let data = try cursor.take(Int(try cursor.number(UInt32.self)))
                switch id {
                case Field.end: isWhole = true
                case Field.stream:
                    var value = ByteCursor(data)
                    identifier = try value.number(UInt32.self)
                case Field.key: key = SecretBytes(copying: data)
                // The first byte has flags, which say whether programs hide it in memory.
                case Field.file:
                    files.append(
                        data.isEmpty
                            ? .missing : FoundFile(UnsafeRawBufferPointer(rebasing: data[1...])))
                // What newer versions put here.
                default: continue
                }
            }
        } catch is ByteCursor.EndOfBytes {
            throw TransferError.keePassDamaged
        }
        guard let identifier, let key else { throw TransferError.keePassDamaged }
        stream = try KeePassStream(identifier: identifier, key: key)
        self.files = files
        count = cursor.position
    }
}

/// The beginning of the content of a KDBX 4 file that is written, with its files, each content once.
final class KeePassContent {
    /// Which content it is.
    private struct Content: Hashable {
        let size: Int
        let mark: Fingerprint
    }

    /// What was written so far.
    let buffer: SecretBuffer
    /// The key of the inner stream.
    let key = SecretBytes.random(count: 64)
    private var numbers: [Content: Int] = [:]
    /// Where the file that is being written begins.
    private var start = 0

    /// Begins with the stream, which is ChaCha20.
    ///
    /// - Parameter size: How many bytes the files have together.
    init(size: Int = 0) {
        buffer = SecretBuffer(capacity: size + (1 << 16))
        field(KeePassInnerHeader.Field.stream, count: 4)
        buffer.append(KeePassStream.chaCha20.littleEndianBytes)
        field(KeePassInnerHeader.Field.key, count: key.count)
        key.withBytes { buffer.append($0) }
    }

    /// Begins a file, whose bytes are then appended to ``buffer``.
    func begin(size: Int) {
        start = buffer.count
        field(KeePassInnerHeader.Field.file, count: size + 1)
        // Programs that can hide it in memory should.
        buffer.append(1)
    }

    /// Ends a file; returns its number, which is that of an earlier one with the same content.
    func end() -> Int {
        let header = start + 6
        let content = buffer.withBytes { bytes in
            let file = UnsafeRawBufferPointer(rebasing: bytes[header...])
            return Content(size: file.count, mark: Fingerprint(file: file))
        }
        if let number = numbers[content] {
            buffer.truncate(to: start)
            return number
        }
        let number = numbers.count
        numbers[content] = number
        return number
    }

    /// Ends the header; the document follows.
    func finish() { field(KeePassInnerHeader.Field.end, count: 0) }

    private func field(_ id: UInt8, count: Int) {
        buffer.append([id])
        buffer.append(UInt32(count).littleEndianBytes)
    }
}
