package import TenonCommandLine
import TenonCore

extension CommandLineApplication {
    /// Wallet, with any front end.
    package static let wallet = CommandLineApplication(
        name: "Wallet", version: "dev", scheme: "wallet",
        summary: summary, examples: examples, files: files, variables: variables)

    private static let summary: Sentence = "Keeps logins in an encrypted vault on this machine."

    private static let examples: [Sentence] = [
        "                         start the front end",
        "init                     make a vault",
        "import logins.csv        import the export of a browser",
        "list github              find logins",
        "copy github              copy a password",
        "open login:new           start with a form for a new login",
    ]

    private static let files: [ManualEntry] = [
        ManualEntry("~/.local/share/wallet/vault.db", "The vault, encrypted."),
        ManualEntry(
            "~/.local/share/wallet/storage.db",
            "What was chosen on the screen of the settings, and what programs remember; no secrets."
        ),
        ManualEntry(
            "~/.local/state/wallet/backups",
            "Encrypted copies of the vault; the oldest ones are removed."),
        ManualEntry(
            "~/.local/state/wallet/*.seen",
            "How new the vault was that this machine has seen last."),
        ManualEntry(
            "~/.local/state/wallet/sync",
            "What this machine remembers of the other ones, encrypted."),
        ManualEntry("~/.config/wallet/config.json", "Settings of the person."),
        ManualEntry("/etc/xdg/wallet/config.json", "Settings for everybody on this machine."),
    ]

    private static let variables: [ManualEntry] = [
        ManualEntry("WALLET_HOME", "Keeps all files of the person in this folder instead."),
        ManualEntry("XDG_DATA_HOME", "The place of ~/.local/share."),
        ManualEntry("XDG_STATE_HOME", "The place of ~/.local/state."),
        ManualEntry("XDG_CONFIG_HOME", "The place of ~/.config."),
        ManualEntry("XDG_RUNTIME_DIR", "Where the socket of the agent is."),
        ManualEntry("NO_COLOR", "Writes no colours when it is not empty."),
        ManualEntry("VISUAL, EDITOR", "The editor of \"wallet edit\"; editor when neither is set."),
        ManualEntry("PAGER", "Shows lists on a terminal page by page; less when it is not set."),
        ManualEntry("LANG", "The language, unless LC_ALL or LC_MESSAGES name another."),
        ManualEntry("TZ", "The time zone of dates."),
    ]
}
