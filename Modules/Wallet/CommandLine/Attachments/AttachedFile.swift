import Glibc
import TenonCore
import WalletVault

/// A file that a person attaches to an item.
final class AttachedFile {
    /// How many bytes it has.
    let size: Int
    private let path: String
    private let descriptor: Int32
    /// The content that came through a pipe, whose length is not known before.
    private let contents: SecretText?
    private var position = 0

    /// Opens a file, or reads what comes through a pipe.
    ///
    /// - Parameter path: The file; `-` is standard input.
    /// - Throws: ``WalletCommandError`` when it cannot be read or is too large.
    init(_ path: String) throws {
        self.path = path
        do {
            let limit = Attachment.sizeLimit
            let descriptor =
                path == "-" ? dup(STDIN_FILENO) : try InputFile.open(path, limit: limit)
            self.descriptor = descriptor
            var status = stat()
            if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, path != "-" {
                size = Int(status.st_size)
                contents = nil
            } else {
                let text = try InputFile.contents(of: descriptor, limit: limit)
                size = text.count
                contents = text
            }
        } catch let refusal as InputFile.Refusal {
            throw Self.error(refusal, path)
        }
    }

    deinit { close(descriptor) }

    /// Fills bytes with the next of the file.
    ///
    /// - Throws: ``WalletCommandError`` when it cannot be read, or was changed meanwhile.
    func read(into bytes: UnsafeMutableRawBufferPointer) throws {
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
                throw WalletCommandError.noFile(path, "\(SecretFile.systemError)")
            }
            guard count > 0 else {
                throw WalletCommandError.noFile(path, "it became shorter while it was read")
            }
            filled += count
        }
    }

    private static func error(_ refusal: InputFile.Refusal, _ path: String) -> WalletCommandError {
        switch refusal {
        case .system(let code): .noFile(path, "\(String(cString: strerror(code)))")
        case .notAFile: .noFile(path, "it is a folder, a device or a pipe with a name")
        case .tooLarge: .noFile(path, "it is larger than 100 MB")
        }
    }
}
