public import TenonCore

/// An error of a database on a server; its texts hold addresses and SQL, never values or passwords.
public typealias PostgreSQLError = ModuleError<PostgreSQLErrors>

/// Tells ``PostgreSQLError`` apart from the errors of other modules.
public enum PostgreSQLErrors {}

extension PostgreSQLError {
    static let whereThePasswordGoes: Sentence = """
        A password belongs into the password file (~/.pgpass, with mode 0600), or into one that \
        PGPASSFILE names.
        """

    static var malformedAddress: PostgreSQLError {
        PostgreSQLError(
            .databaseMisuse, "This is not the address of a PostgreSQL database.",
            remedy: "Write it as postgresql://HOST/NAME, or as postgresql:///NAME?host=/FOLDER.")
    }

    static var passwordInAddress: PostgreSQLError {
        PostgreSQLError(
            .databaseMisuse,
            "The address of the database holds a password, which others could see there.",
            remedy: whereThePasswordGoes)
    }

    static var textWithNUL: PostgreSQLError {
        PostgreSQLError(
            .databaseUnstorable, "PostgreSQL cannot store a text with a NUL character.",
            remedy: "Store it as bytes.")
    }

    static var tooLong: PostgreSQLError {
        PostgreSQLError(
            .databaseUnstorable, "PostgreSQL cannot store more than a gigabyte in one value.")
    }

    static func wrongCount(_ count: Int) -> PostgreSQLError {
        PostgreSQLError(
            .databaseMisuse,
            "A statement got \(count) arguments, but takes a different number.")
    }

    static func unknownType(_ column: String) -> PostgreSQLError {
        PostgreSQLError(
            .databaseMisuse, "The column “\(column)” is of a type that cannot be read.",
            remedy: "Let the query convert it: CAST(… AS TEXT).")
    }

    static func closed(_ label: String) -> PostgreSQLError {
        PostgreSQLError(.databaseMisuse, "The database \(label) was closed.")
    }

    static func readOnly(_ label: String) -> PostgreSQLError {
        PostgreSQLError(.databaseReadOnly, "\(label) was opened for reading only.")
    }

    static func unsupported(_ label: String) -> PostgreSQLError {
        PostgreSQLError(
            .databaseUnsupported, "The database \(label) is on a server, which keeps its files.",
            remedy: "Use the tools of the server, such as pg_dump.")
    }

    static func allTaken(_ label: String) -> PostgreSQLError {
        PostgreSQLError(
            .databaseBusy, "All connections to the database \(label) are in use.",
            remedy: "Try again in a moment, or allow more connections.")
    }

    static func unreachable(_ label: String, _ reason: String) -> PostgreSQLError {
        PostgreSQLError(
            .databaseUnreachable, "The database \(label) cannot be reached: \(reason).",
            remedy: "Check the address, and whether the server runs.")
    }

    static func refused(_ label: String, _ reason: String) -> PostgreSQLError {
        PostgreSQLError(
            .databaseInaccessible, "The database \(label) cannot be opened: \(reason).",
            remedy: whereThePasswordGoes)
    }

    static func missing(_ label: String) -> PostgreSQLError {
        PostgreSQLError(
            .databaseMissing, "There is no database \(label).",
            remedy: "Make it with “createdb”, or check the address.")
    }

    static func interrupted(_ label: String) -> PostgreSQLError {
        PostgreSQLError(
            .databaseInterrupted,
            "The connection to the database \(label) ended; nothing was written.",
            remedy: "Try again.")
    }

    static func uncertain(_ label: String) -> PostgreSQLError {
        PostgreSQLError(
            .databaseUncertain,
            """
            The connection to the database \(label) ended at the moment of writing: either all was \
            written, or nothing.
            """, remedy: "Check whether it was before trying again.")
    }
}
