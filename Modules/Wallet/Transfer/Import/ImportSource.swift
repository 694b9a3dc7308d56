import Glibc
package import TenonCore
import TenonMemory
import WalletVault

/// Where the bytes of an export come from.
///
/// Only what can be read twice is a source: a look at the rows comes first, the import later.
package enum ImportSource: Sendable {
    /// A file on this machine; opened for reading only, each time it is needed.
    case file(path: String)
    /// Bytes that were handed over, such as an upload; wiped when the last source with them goes.
    case bytes(SecretText, name: String)

    /// What can come through a pipe: it must fit in memory.
    private static let pipeLimit = 256 << 20

    /// Reads standard input to its end.
    ///
    /// - Throws: ``TransferError`` when it cannot be read or is larger than 256 MiB.
    package static func standardInput() throws -> ImportSource {
        let name = "standard input"
        let source = DescriptorSource(STDIN_FILENO, name: name, isOwned: false)
        return .bytes(try source.readAll(limit: pipeLimit), name: name)
    }

    /// The name of the file without folders, for messages.
    var name: String {
        switch self {
        case .file(let path): path.split(separator: "/").last.map(String.init) ?? path
        case .bytes(_, let name): name
        }
    }

    /// All bytes, in memory that is wiped.
    ///
    /// - Throws: ``TransferError`` when it cannot be read or is larger than the limit.
    func contents(limit: Int) throws -> SecretText {
        switch self {
        case .bytes(let text, _): return text
        case .file(let path):
            return try opened(path, limit: limit).source.readAll(limit: limit)
        }
    }

    /// Opens the source at its beginning.
    ///
    /// - Throws: ``TransferError`` when it cannot be opened, or is not a file.
    func open() throws -> OpenedSource {
        switch self {
        case .bytes(let text, _):
            return OpenedSource(
                bytes: MemorySource(text), size: text.count, stamp: nil, repeatable: self)
        case .file(let path):
            let (source, status) = try opened(path, limit: InputFile.largest)
            guard status.st_mode & S_IFMT == S_IFIFO else {
                return OpenedSource(
                    bytes: source, size: Int(status.st_size), stamp: FileStamp(status),
                    repeatable: self)
            }
            // A pipe, such as a shell makes for `<(program)`, can be read only once.
            let text = try source.readAll(limit: Self.pipeLimit)
            return try ImportSource.bytes(text, name: name).open()
        }
    }

    private func opened(
        _ path: String, limit: Int
    ) throws -> (source: DescriptorSource, status: stat) {
        do throws(InputFile.Refusal) {
            let descriptor = try InputFile.open(path, limit: limit)
            let source = DescriptorSource(descriptor, name: path, isOwned: true)
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
            return (source, status)
        } catch {
            throw switch error {
            case .system(let code): TransferError.noFile(path, errno: code)
            case .notAFile: TransferError.notAFile(path)
            case .tooLarge(let limit): TransferError.tooLarge(path, limit: limit)
            }
        }
    }
}

extension ImportSource: Equatable {
    /// Bytes are equal when they are the same object, so that comparing them costs nothing.
    package static func == (left: ImportSource, right: ImportSource) -> Bool {
        switch (left, right) {
        case (.file(let path), .file(let other)): path == other
        case (.bytes(let text, let name), .bytes(let other, let otherName)):
            text === other && name == otherName
        case (.file, .bytes), (.bytes, .file): false
        }
    }
}

/// A source that is being read.
struct OpenedSource {
    /// The bytes from the beginning.
    let bytes: any ByteSource
    /// How many bytes there are.
    let size: Int
    /// What tells that a file was changed; `nil` when the source cannot change.
    let stamp: FileStamp?
    /// How to open the same bytes again.
    let repeatable: ImportSource

    /// Recognises a file without lines by its first bytes, which are read.
    func documentKind() throws -> DocumentReader.Kind? {
        let start = SecretBuffer(capacity: 64)
        while start.count < 64, try start.fill(from: bytes, atMost: 64 - start.count) > 0 {}
        return start.withBytes { DocumentReader.Kind($0) }
    }
}
