import Glibc
import TenonCore
package import TenonUI
import WalletVault

/// A file that a person attaches to an item.
package final class AttachedFile {
    /// How many bytes it has.
    package let size: Int
    private let path: String
    private let descriptor: Int32
    /// The content that came through a pipe, whose length is not known before, or was sent.
    private let contents: SecretText?
    private var position = 0

    private init(_ path: String, size: Int, descriptor: Int32, contents: SecretText?) {
        self.path = path
        self.size = size
        self.descriptor = descriptor
        self.contents = contents
    }

    /// Opens a file, or reads what comes through a pipe.
    ///
    /// - Parameters:
    ///   - path: The file; `-` is standard input.
    ///   - limit: The most bytes that it may have.
    /// - Throws: `FileError` when it cannot be read, `VaultError` (`vaultTooLarge`) when it has more.
    package convenience init(_ path: String, limit: Int) throws {
        do {
            let isInput = path == "-"
            let descriptor = isInput ? dup(STDIN_FILENO) : try InputFile.open(path, limit: limit)
            var status = stat()
            let isRegular = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            if isRegular, !isInput {
                self.init(
                    path, size: Int(status.st_size), descriptor: descriptor, contents: nil)
                return
            }
            defer { close(descriptor) }
            let text = try InputFile.contents(of: descriptor, limit: limit)
            self.init(path, size: text.count, descriptor: -1, contents: text)
        } catch let refusal as InputFile.Refusal {
            throw Self.error(refusal, path)
        }
    }

    /// Opens a file that was chosen in a form.
    ///
    /// - Throws: As ``init(_:limit:)``; `FileError` when none was chosen.
    package convenience init(_ file: FileValue, limit: Int) throws {
        switch file.content {
        case .path(""): throw FileError.unnamed
        // A form knows no standard input.
        case .path(let path): try self.init(path == "-" ? "./-" : path, limit: limit)
        case .bytes(let bytes):
            guard !file.name.isEmpty || !bytes.isEmpty else { throw FileError.unnamed }
            guard bytes.count <= limit else {
                throw Attachment.tooLarge(file.name, limit: limit)
            }
            self.init(file.name, size: bytes.count, descriptor: -1, contents: bytes)
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Fills bytes with the next of the file.
    ///
    /// - Throws: `FileError` when it cannot be read, ``FilesError`` when it was changed meanwhile.
    package func read(into bytes: UnsafeMutableRawBufferPointer) throws {
        if let contents {
            contents.withBytes {
                bytes.copyMemory(
                    from: UnsafeRawBufferPointer(
                        rebasing: $0[position..<(position + bytes.count)]))
            }
            position += bytes.count
            return
        }
        var filled = 0
        while filled < bytes.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[filled...])
            let count = Glibc.read(descriptor, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw FileError.unreadable(path, String(cString: strerror(errno)))
            }
            guard count > 0 else { throw FilesError.becameShorter(path) }
            filled += count
        }
    }

    private static func error(
        _ refusal: InputFile.Refusal, _ path: String
    ) -> any ExplainedError {
        switch refusal {
        case .system(let code): FileError.unreadable(path, String(cString: strerror(code)))
        case .notAFile: FileError.notAFile(path)
        case .tooLarge(let limit): Attachment.tooLarge(path, limit: limit)
        }
    }
}
