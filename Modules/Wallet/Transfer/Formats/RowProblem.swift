/// A row of which something is not imported, and why; never with a secret that stands in it.
package struct RowProblem: Sendable, Equatable {
    /// Why it is not imported.
    package enum Reason: Sendable, Equatable {
        /// A quotation mark is missing.
        case missingClosingQuote
        /// Something stands behind a closing quotation mark.
        case textAfterClosingQuote
        /// There are too few fields.
        case tooFewFields(found: Int, expected: Int)
        /// There are too many fields.
        case tooManyFields(found: Int, expected: Int)
        /// A field is larger than what is accepted.
        case fieldTooLong
        /// The row is larger than what is accepted.
        case rowTooLong
        /// It is not UTF-8.
        case invalidText
        /// There is no password in it.
        case noPassword
        /// There is neither an address nor a name nor a user name.
        case noName
        /// The browser's own record of the person's account with its maker; not a login.
        case browserAccount
        /// The other program has it in its trash.
        case inTrash
        /// It has files attached, which are not imported; the rest of it is.
        case attachments(Int)
        /// It has a file that is larger than an attachment may be.
        case fileTooLarge(String)
        /// It names a file that is not there, or is damaged.
        case fileMissing(String)
        /// It has a file that is called otherwise in the vault.
        case fileRenamed(String, to: String)
        /// It has more files than are taken, or than fit in one import.
        case tooManyFiles(Int)
        /// It has files that belong to its former versions only, which are not imported.
        case formerFiles(Int)
        /// Its one-time codes are not made here; what makes them is in a concealed field.
        case oneTimeCode
        /// The other program keeps it from being filled in, has a rule for it that is not known here, or has put
        /// it away; it has ``FillTag/none``.
        case withheld
        /// One of its addresses is none that a page can have; it may be a secret in a wrong column, and is not
        /// said.
        case address
        /// One of its addresses is never filled in by the other program, is a pattern, or has a rule that is not
        /// known; it is kept, and nothing is offered there.
        case addressWithheld
        /// Something is missing of its private key, which is kept as it is.
        case privateKey
        /// Nobody knows which part of its text is the password; all of it is in a concealed field.
        case keptWhole
        /// It has a reference or placeholder that means nothing here; that is kept as it is.
        case reference
        /// What git, Docker and applications have said of it, under these labels, is not taken from a file.
        case programMarks([String])
        /// Its history is longer than what is kept; of the oldest versions something is left out.
        case history
        /// The notes of its groups, or a picture, are larger than what is kept.
        case groupTooLarge
        /// It is a link to an entry of the same store, which is imported once.
        case innerLink
        /// It is a link out of the store, or to nothing that is imported.
        case outerLink
        /// It is not what an entry of such a file is.
        case unreadable
        /// It is a part of the file beside the entries that is not known here, or has no place in a vault.
        case unknownPart
        /// It is a file or hidden folder of a store that is no file of `gpg`.
        case otherFile
        /// `gpg` could not decrypt it.
        case notDecrypted
    }

    /// The line in the file where the row starts, or its number in a file without lines, from 1.
    package let line: Int
    /// What the entry is called, as far as that is known; empty otherwise.
    package let title: String
    /// Why it is not imported.
    package let reason: Reason

    /// Names a row and the reason.
    package init(line: Int, title: String = "", reason: Reason) {
        self.line = line
        self.title = title
        self.reason = reason
    }

    /// Whether the row is not imported at all; otherwise something of it is not.
    package var isLeftOut: Bool {
        switch reason {
        case .attachments, .fileTooLarge, .fileMissing, .fileRenamed, .tooManyFiles, .formerFiles,
            .oneTimeCode, .address, .addressWithheld, .privateKey, .withheld, .keptWhole,
            .reference, .programMarks, .history, .groupTooLarge,
            .innerLink:
            false
        default: true
        }
    }
}
