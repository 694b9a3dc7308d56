import TenonCore
import WalletVault

/// A file that belongs to an entry of a document.
struct ImportedFile: Sendable {
    /// What the other program calls it.
    let name: String
    let content: FileContent
}

/// What is in a file of a document: bytes that are held, or an entry of an archive that is expanded
/// when it is wanted.
final class FileContent: Sendable {
    private enum Source {
        case held(SecretText)
        case packed(SharedArchive, path: String)
    }

    /// How many bytes it has.
    let size: Int
    /// Equal for equal contents.
    let mark: Fingerprint
    private let source: Source

    /// Takes bytes.
    init(_ bytes: SecretText) {
        size = bytes.count
        mark = bytes.withBytes { Fingerprint(file: $0) }
        source = .held(bytes)
    }

    /// Takes a file of an archive, which is expanded once to see that it is whole.
    ///
    /// - Throws: The errors of the archive.
    init(_ path: String, in archive: SharedArchive) throws {
        let bytes = try archive.contents(of: path)
        size = bytes.count
        mark = bytes.withBytes { Fingerprint(file: $0) }
        source = .packed(archive, path: path)
    }

    /// All bytes.
    ///
    /// - Throws: The errors of the archive.
    func read() throws -> SecretText {
        switch source {
        case .held(let bytes): bytes
        case .packed(let archive, let path): try archive.contents(of: path)
        }
    }
}

extension FileContent: Equatable {
    static func == (left: FileContent, right: FileContent) -> Bool {
        left.size == right.size && left.mark == right.mark
    }
}

/// What is found where an entry names a file.
enum FoundFile: Sendable, Equatable {
    case content(FileContent)
    /// Nothing, or what is damaged.
    case missing
    /// More than ``sizeLimit``.
    case tooLarge

    /// The most bytes of a file that an import takes, and an export writes: 100 MB.
    static let sizeLimit = 100_000_000

    /// Looks at bytes.
    init(_ bytes: UnsafeRawBufferPointer) {
        self =
            bytes.count > Self.sizeLimit
            ? .tooLarge : .content(FileContent(SecretText(utf8: bytes)))
    }

    /// Looks at a file of an archive.
    init(_ path: String, in archive: SharedArchive) {
        if archive.size(of: path) ?? 0 > Self.sizeLimit {
            self = .tooLarge
        } else if let content = try? FileContent(path, in: archive) {
            self = .content(content)
        } else {
            self = .missing
        }
    }
}

extension ImportedItem {
    /// Takes a file, or says why it cannot be imported.
    mutating func take(_ found: FoundFile, named name: String) {
        switch found {
        case .content(let content): files.append(ImportedFile(name: name, content: content))
        case .missing: remarks.append(.fileMissing(name))
        case .tooLarge: remarks.append(.fileTooLarge(name))
        }
    }
}
