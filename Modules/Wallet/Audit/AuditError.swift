import Glibc
package import TenonCore

/// What can go wrong with an audit.
package typealias AuditError = ModuleError<AuditErrors>

/// Tells ``AuditError`` apart from the errors of other modules.
package enum AuditErrors {}

extension AuditError {
    static func unreadable(_ path: String, errno code: Int32) -> AuditError {
        AuditError(
            code == ENOENT || code == EACCES ? .auditNoBreaches : .auditUnreadable,
            "\(path) cannot be read: \(String(cString: strerror(code))).",
            remedy: "Give the file or the folder of a downloaded copy of Pwned Passwords.")
    }

    static func notAFile(_ path: String) -> AuditError {
        AuditError(
            .auditNoBreaches, "\(path) is neither a file nor a folder.",
            remedy: "Give the file or the folder of a downloaded copy of Pwned Passwords.")
    }

    // The position in the file would reveal much of the hash that was looked for.

    static func malformed(_ path: String) -> AuditError {
        AuditError(
            .auditMalformedBreaches,
            "\(path) is not a list of SHA-1 hashes with counts (“HASH:COUNT” in each line).",
            remedy:
                "Download the list of SHA-1 hashes, not the one of NTLM hashes, and keep it as it is."
        )
    }

    static func unsorted(_ path: String) -> AuditError {
        AuditError(
            .auditMalformedBreaches, "\(path) is not sorted by hash.",
            remedy: "Sort the file with “LC_ALL=C sort”, or download it ordered by hash.")
    }

    static func incomplete(_ path: String) -> AuditError {
        AuditError(
            .auditMalformedBreaches, "The folder \(path) lacks some of its range files.",
            remedy: "It should hold 1,048,576 files from 00000 to FFFFF; download the missing ones."
        )
    }
}

extension ErrorCode {
    /// The list of known passwords is not there or may not be read.
    package static let auditNoBreaches = ErrorCode("audit.no-breaches", .noInput)
    /// The list of known passwords is in another format, or parts of it are missing.
    package static let auditMalformedBreaches = ErrorCode("audit.malformed-breaches", .badData)
    /// Reading the list of known passwords failed.
    static let auditUnreadable = ErrorCode("audit.unreadable", .inputOutput)
}
