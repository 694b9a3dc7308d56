package import TenonCommandLine

extension CommandLineApplication {
    /// Wallet, whatever front end is linked.
    package static let wallet = CommandLineApplication(
        name: "Wallet", version: "0.1.0", scheme: "wallet",
        summary: "Keeps logins in an encrypted vault on this machine.",
        examples: [
            "                         start the front end",
            "init                     make a vault",
            "import logins.csv        import the export of a browser",
            "list github              find logins",
            "copy github              copy a password",
            "open login:new           start with a form for a new login",
        ])
}
