import TenonCore

// What is wrong with references, with the fields that they name, and with files that have them.
extension WalletCommandError {
    static func noSuchField(_ label: String) -> WalletCommandError {
        WalletCommandError(
            .commandNothingFound, "This item has no field \"\(label)\".",
            remedy: "Look at it with \"wallet show\".")
    }

    static func severalFields(_ label: String, _ names: [String]) -> WalletCommandError {
        WalletCommandError(
            .commandSeveralFound, "This item has \(names.count) fields \"\(label)\".",
            remedy: "Name one of them: \(names.joined(separator: ", ")).")
    }

    static func concealedField(_ label: String) -> WalletCommandError {
        WalletCommandError(
            .commandNotConfirmed,
            "The field \"\(label)\" is concealed, and would be shown; nothing was changed.",
            remedy: "Give its value with --set-secret-field, or give --remove-field as well.")
    }

    static func emptyPart(_ reference: String) -> WalletCommandError {
        WalletCommandError(
            .commandNothingFound, "There is nothing at \"\(reference)\".",
            remedy: "Look at the item with \"wallet show\".")
    }

    static func unknownPart(_ part: String, _ reference: String) -> WalletCommandError {
        WalletCommandError(
            .commandNothingFound, "The item at \"\(reference)\" has no part \"\(part)\".",
            remedy: """
                Name a part of "wallet show --field" or the label of a custom field, with "/" and "%" \
                escaped as %2F and %25.
                """)
    }

    static func badEnvironmentLine(
        _ number: Int, _ path: String, _ reason: Sentence
    ) -> WalletCommandError {
        WalletCommandError(
            .commandBadFile, "Line \(number) of \"\(path)\" cannot be read: \(reason).",
            remedy:
                "Correct it, or begin it with \"#\". \"wallet run --help\" says what a line may be."
        )
    }

    /// What is wrong with a reference that stands on a line of a file.
    static func onLine(
        _ number: Int, _ path: String, _ error: WalletCommandError
    ) -> WalletCommandError {
        WalletCommandError(
            error.code, "Line \(number) of \"\(path)\": \(error.message)", remedy: error.remedy,
            cause: error.cause)
    }

    static func badTemplateLine(_ number: Int, _ path: String) -> WalletCommandError {
        WalletCommandError(
            .commandBadFile,
            "Line \(number) of \"\(path)\" has \"wallet:\", but no reference in two pairs of braces.",
            remedy: "Correct it; nothing was written. \"wallet inject --help\" says what is filled."
        )
    }

    static func badReference(_ variable: String) -> WalletCommandError {
        WalletCommandError(
            .commandBadFile,
            "The value of \(variable) begins with \"wallet://\", but it is no reference.",
            remedy: "Escape \"%\" in a name as %25.")
    }

    static func noText(_ path: String) -> WalletCommandError {
        let reason: Sentence = "it is not text in UTF-8"
        return WalletCommandError(
            .commandBadFile, "\"\(path)\" cannot be read: \(reason).", remedy: "Save it as UTF-8.")
    }

    static func unfitForEnvironment(_ name: String) -> WalletCommandError {
        WalletCommandError(
            .commandBadFile, "The value of \(name) has a zero byte, which no environment can hold.",
            remedy: "Use \"wallet inject\", which writes a file.")
    }
}
