import Glibc
import TenonCore
import TenonMemory
import WalletVault

/// Secrets that come from a file or from standard input, never from an argument.
enum SecretFile {
    /// The longest first line that is accepted, in bytes.
    private static let maximumCount = 65_536
    private static let maximumContents = 1 << 20

    /// Reads a secret that is one line: all of a file or of standard input, a line of a terminal.
    ///
    /// - Parameter path: The file; `-` is standard input.
    /// - Throws: ``WalletCommandError`` when it cannot be read, is empty, has more lines, as a key in JSON
    ///   has, or is not plain text in UTF-8.
    static func secret(of path: String) throws -> SecretText {
        if path == "-", isatty(STDIN_FILENO) == 1 { return try firstLine(of: path) }
        return try contents(of: path, keepsEnd: true).withBytes { bytes in
            try checkText(bytes, of: path)
            let end = [Array("\r\n".utf8), Array("\n".utf8)].first {
                bytes.suffix($0.count).elementsEqual($0)
            }
            let line = UnsafeRawBufferPointer(rebasing: bytes.dropLast(end?.count ?? 0))
            guard !line.isEmpty else { throw WalletCommandError.emptyFile(path) }
            guard !line.contains(UInt8(ascii: "\n")) else {
                throw WalletCommandError.noSecretFile(path, "it has more than one line")
            }
            guard line.count <= maximumCount else { throw tooLongLine(path) }
            return SecretText(utf8: line)
        }
    }

    /// Reads a text of several lines: all of a file, without a final line break.
    ///
    /// - Parameter path: The file; `-` is standard input.
    /// - Throws: ``WalletCommandError`` when it cannot be read, or is not plain text in UTF-8.
    static func text(of path: String) throws -> SecretText {
        let text = try contents(of: path)
        try text.withBytes { try checkText($0, of: path) }
        return text
    }

    /// Reads a private key: all of a file, with line ends as programs want them.
    ///
    /// - Parameter path: The file; `-` is standard input.
    /// - Throws: ``WalletCommandError`` when it cannot be read, or is not the whole of a private key, see
    ///   ``PrivateKeyForm``.
    static func privateKey(of path: String) throws -> SecretText {
        try contents(of: path, keepsEnd: true).withBytes { bytes in
            try checkText(bytes, of: path)
            let key = PrivateKeyForm.mended(bytes)
            switch PrivateKeyForm(of: key) {
            case .whole: return key
            case .damaged:
                throw WalletCommandError.noSecretFile(
                    path, "it holds a private key of which something is missing or damaged")
            case .other: throw WalletCommandError.noSecretFile(path, "it holds no private key")
            }
        }
    }

    /// Refuses what a program for texts has put into a file beside the secret.
    private static func checkText(_ bytes: UnsafeRawBufferPointer, of path: String) throws {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            throw WalletCommandError.noSecretFile(path, "it begins with a byte order mark")
        }
        guard bytes.isUTF8, !bytes.contains(0) else {
            throw WalletCommandError.noSecretFile(path, "it is not text in UTF-8")
        }
    }

    private static func tooLongLine(_ path: String) -> WalletCommandError {
        .noSecretFile(path, "its first line has more than \(maximumCount) bytes")
    }

    /// Reads the first line of a file, without its line break.
    ///
    /// - Parameter path: The file; `-` is standard input.
    /// - Throws: ``WalletCommandError`` when it cannot be read, or the line is empty or not plain text in
    ///   UTF-8.
    static func firstLine(of path: String) throws -> SecretText {
        let descriptor = try opened(path)
        defer { if descriptor != STDIN_FILENO { close(descriptor) } }
        let buffer = SecretBuffer()
        // One more than that, to see whether the line goes on.
        while buffer.count <= maximumCount {
            // One byte at a time: what follows the line on standard input is not ours.
            let result = buffer.fill(atMost: 1) { read(descriptor, $0.baseAddress, 1) }
            if result < 0, errno == EINTR { continue }
            guard result >= 0 else { throw WalletCommandError.noFile(path, "\(systemError)") }
            guard result > 0 else { break }
            guard buffer.bytes.last != UInt8(ascii: "\n") else {
                buffer.truncate(to: buffer.count - 1)
                break
            }
        }
        if buffer.bytes.last == UInt8(ascii: "\r") { buffer.truncate(to: buffer.count - 1) }
        guard buffer.count <= maximumCount else { throw tooLongLine(path) }
        guard !buffer.isEmpty else { throw WalletCommandError.emptyFile(path) }
        try buffer.withBytes { try checkText($0, of: path) }
        return buffer.text
    }

    /// Reads a whole file, up to 1 MiB.
    ///
    /// - Parameters:
    ///   - path: The file; `-` is standard input.
    ///   - keepsEnd: Keeps a final line break.
    /// - Throws: ``WalletCommandError`` when it cannot be read or is too large.
    static func contents(of path: String, keepsEnd: Bool = false) throws -> SecretText {
        let descriptor = try opened(path)
        defer { if descriptor != STDIN_FILENO { close(descriptor) } }
        let text: SecretText
        do {
            text = try InputFile.contents(of: descriptor, limit: maximumContents)
        } catch let refusal as InputFile.Refusal {
            throw error(refusal, path)
        }
        return text.withBytes { bytes in
            guard !keepsEnd, bytes.last == UInt8(ascii: "\n") else { return text }
            return SecretText(utf8: UnsafeRawBufferPointer(rebasing: bytes.dropLast()))
        }
    }

    /// Opens a file, or a pipe that the shell has made; neither waits nor reads a device.
    private static func opened(_ path: String) throws -> Int32 {
        guard path != "-" else { return STDIN_FILENO }
        do {
            return try InputFile.open(path, limit: maximumContents)
        } catch {
            throw self.error(error, path)
        }
    }

    private static func error(_ refusal: InputFile.Refusal, _ path: String) -> WalletCommandError {
        switch refusal {
        case .system(let code): .noFile(path, "\(String(cString: strerror(code)))")
        case .notAFile: .noSecretFile(path, "it is a folder, a device or a pipe with a name")
        case .tooLarge: .noSecretFile(path, "it is larger than 1 MiB")
        }
    }

    /// Makes a new, empty file that only its owner may read (mode 0600).
    ///
    /// - Throws: ``WalletCommandError`` when it exists already or cannot be made.
    static func create(_ path: String) throws -> NewSecretFile {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 { return NewSecretFile(path: path, descriptor: descriptor) }
        let error = systemError
        guard let unfinished = NewSecretFile(unfinished: path) else {
            throw WalletCommandError.cannotCreate(path, error)
        }
        return unfinished
    }

    static var systemError: String { String(cString: strerror(errno)) }
}

/// A file that was made for a secret; one that was never written is removed.
///
/// The secret works only once the vault knows it. Until then a second line says that it may not, and
/// a file with this line, which an interrupted command has left, is taken for a new one.
final class NewSecretFile {
    private static let remark =
        "This code may not work yet. Repeat the command that was to make it.\n"

    private let path: String
    private let descriptor: Int32
    private var isWritten = false
    private var secretCount = 0

    fileprivate init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    /// Takes over the file of an interrupted command, without what it holds; `nil` for any other.
    fileprivate convenience init?(unfinished path: String) {
        let descriptor = open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        self.init(path: path, descriptor: descriptor)
        // What is not ours to remove stays.
        isWritten = true
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_uid == geteuid(), status.st_nlink == 1,
            status.st_size == 0 || endsWithRemark(status), ftruncate(descriptor, 0) == 0,
            fchmod(descriptor, 0o600) == 0
        else { return nil }
        isWritten = false
    }

    deinit {
        close(descriptor)
        if !isWritten { unlink(path) }
    }

    private func endsWithRemark(_ status: stat) -> Bool {
        let remark = Array(Self.remark.utf8)
        var end = [UInt8](repeating: 0, count: remark.count)
        let start = status.st_size - remark.count
        return start > 0 && pread(descriptor, &end, end.count, start) == end.count && end == remark
    }

    /// Removes the file although it was written.
    func discard() { isWritten = false }

    /// Writes the secret as one line, durably, with the remark that it may not work yet.
    ///
    /// - Throws: ``WalletCommandError`` when it cannot be written; then the file is removed.
    func write(_ secret: SecretText) throws {
        var rest = Array("\n\(Self.remark)".utf8)
        try secret.withBytes { bytes in
            try rest.withUnsafeMutableBytes { rest in
                // At once, so that the code is never there without the remark.
                let parts = [
                    iovec(
                        iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress),
                        iov_len: bytes.count),
                    iovec(iov_base: rest.baseAddress, iov_len: rest.count),
                ]
                guard writev(descriptor, parts, 2) == bytes.count + rest.count,
                    fsync(descriptor) == 0
                else { throw WalletCommandError.cannotCreate(path, SecretFile.systemError) }
            }
            secretCount = bytes.count
        }
        isWritten = true
    }

    /// Removes the remark, now that the secret works.
    ///
    /// - Throws: ``WalletCommandError`` when that fails; the secret is in the file all the same.
    func finish() throws {
        guard ftruncate(descriptor, secretCount + 1) == 0, fsync(descriptor) == 0 else {
            throw WalletCommandError.cannotCreate(path, SecretFile.systemError)
        }
    }
}
