import Glibc
package import TenonCore
import TenonSecurity

/// A local copy of Pwned Passwords: how often attackers have seen a password.
///
/// Either one file of lines `HASH:COUNT`, sorted by the SHA-1 hash, or a folder of range files,
/// named by the first five digits (`21BD1` or `21BD1.txt`), of lines `SUFFIX:COUNT`. Nothing is
/// sent anywhere. Lines with a count of 0 are padding and mean that the password is not known.
package struct BreachList: Sendable {
    private enum Place: Sendable {
        case file(SortedHashFile)
        case folder(String)
    }

    /// The digits of a SHA-1 hash, and those in the name of a range file.
    private static let (digitCount, rangeDigitCount) = (40, 5)

    private let place: Place

    /// Opens a list.
    ///
    /// - Throws: ``AuditError`` when it is not there, or the first line is not as it should be.
    package init(path: String) throws {
        guard let file = try Self.open(path, digitCount: Self.digitCount) else {
            throw AuditError.unreadable(path, errno: ENOENT)
        }
        place = file
    }

    /// How often a password has been seen; 0 when it is not known.
    ///
    /// - Throws: ``AuditError`` when the list cannot be read or is not as it should be.
    package func count(of password: SecretText) throws -> Int {
        try LegacyHash.sha1(of: password).withBytes { hash in
            switch place {
            case .file(let file): return try file.count(of: hash)
            case .folder(let path): return try Self.range(of: hash, in: path).count(of: hash)
            }
        }
    }

    /// Opens the range file of a hash.
    private static func range(
        of hash: UnsafeRawBufferPointer, in folder: String
    ) throws -> SortedHashFile {
        let name = hash.prefix(3).hexadecimal(uppercase: true).prefix(rangeDigitCount)
        for candidate in ["\(name)", "\(name).txt", name.lowercased(), "\(name.lowercased()).txt"] {
            let path = "\(folder)/\(candidate)"
            if case .file(let file)? = try open(path, digitCount: digitCount - rangeDigitCount) {
                return file
            }
        }
        throw AuditError.incomplete(folder)
    }

    /// Opens a file or finds a folder; `nil` when there is none.
    private static func open(_ path: String, digitCount: Int) throws -> Place? {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw AuditError.unreadable(path, errno: errno) }
            return nil
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            defer { close(descriptor) }
            throw AuditError.unreadable(path, errno: errno)
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            return .file(
                try SortedHashFile(
                    descriptor: descriptor, path: path, size: status.st_size,
                    digitCount: digitCount))
        case S_IFDIR:
            close(descriptor)
            return .folder(path)
        default:
            close(descriptor)
            throw AuditError.notAFile(path)
        }
    }
}
