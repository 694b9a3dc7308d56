package import TenonCommandLine
import TenonCore

extension CommandLineApplication {
    /// Wallet, whatever front end is linked.
    package static let wallet = CommandLineApplication(
        name: "Wallet", version: "0.1.0", scheme: "wallet",
        summary: summary, examples: examples)

    private static let summary: Sentence = "Keeps logins in an encrypted vault on this machine."

    private static let examples: [Sentence] = [
        "                         start the front end",
        "init                     make a vault",
        "import logins.csv        import the export of a browser",
        "list github              find logins",
        "copy github              copy a password",
        "open login:new           start with a form for a new login",
    ]
}
