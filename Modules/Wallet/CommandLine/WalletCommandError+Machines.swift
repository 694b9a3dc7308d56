import TenonCore

extension WalletCommandError {
    static func noSuchMachine(_ name: String) -> WalletCommandError {
        WalletCommandError(
            .commandNothingFound, "No machine \"\(name)\" gave this item a value, or several did.",
            remedy: "\"wallet sync conflicts\" lists their names and ids.")
    }

    static func notBack(_ title: String) -> WalletCommandError {
        WalletCommandError(
            .commandNothingFound, "\"\(title)\" was not deleted on any machine.",
            remedy: "Choose the values of a machine with --keep, or use \"wallet remove\".")
    }

    static func onlyBack(_ title: String) -> WalletCommandError {
        WalletCommandError(
            .commandNothingFound,
            "\"\(title)\" is back after it was deleted, and has no values to choose from.",
            remedy: "Keep it with --keep-item, or delete it again with --delete.")
    }

    static func unknownMachine(_ name: String) -> WalletCommandError {
        WalletCommandError(
            .commandNothingFound, "No machine that keeps the vault is called \"\(name)\".",
            remedy: "\"wallet sync devices\" lists their names and fingerprints.")
    }

    static func severalMachines(_ name: String) -> WalletCommandError {
        WalletCommandError(
            .commandNothingFound, "Several machines are called \"\(name)\".",
            remedy: """
                Name the one that is meant by the beginning of its fingerprint; "wallet sync devices" \
                lists them.
                """)
    }

    static var thisMachine: WalletCommandError {
        WalletCommandError(
            .commandNothingFound, "This is the machine itself.",
            remedy: """
                To stop here, use "wallet sync leave"; to take this machine out, use "wallet sync remove" \
                on another one.
                """)
    }
}
