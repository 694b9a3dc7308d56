/// A command that touches files, and what its end shall look like.
struct TorturedCommand: Sendable {
    /// What there is beside the vault after the command.
    enum Product: Sendable {
        case nothing
        /// A vault in a file of this name.
        case vault(String)
        /// A file of this name that `wallet import` finds to be complete.
        case export(String)
        /// A file of this name that is complete, or as it was.
        case text(String)
        /// A file with the code that opens the vault.
        case code(String)
    }

    /// Names it in options and in the table.
    let name: String
    /// The program that is called.
    var program = "wallet"
    /// The words after the name of the program.
    let words: [String]
    /// A file beside the home that it reads on standard input.
    var input: String?
    var sample = Sample.Kind.vault
    var product = Product.nothing
    /// Whether `wallet-agent` does the work and gets the fault.
    var usesAgent = false
    /// Whether it only reads, and so succeeds where nothing can be written.
    var onlyReads = false
    /// Whether it prints the paths of what it removes.
    var namesWhatGoes = false
    /// Whether what it changes cannot be seen in a ``Condition``.
    var isWithoutTrace = false

    /// Whether it says that all is done.
    func isDone(_ ending: Child.Ending) -> Bool {
        // git ignores the status of its helpers: a failure is only printed.
        ending.status == 0 && (program == "wallet" || ending.errors.isEmpty)
    }

    /// All of them.
    static let all: [TorturedCommand] =
        direct + transfers + direct.compactMap(\.throughAgent) + credentials

    private static let secret = ["--password-file", "../in/secret"]
    private static let new = ["--new-passphrase-file", "../in/new"]
    private static let manifest =
        "native-messaging-hosts/org.keepassxc.keepassxc_browser.json"

    private static let direct: [TorturedCommand] = [
        .init(name: "init", words: ["init", "--yes"], sample: .nothing),
        .init(name: "add", words: ["add", "--title", "New", "--user-name", "ada"] + secret),
        .init(name: "edit", words: ["edit", "Item 3"] + secret),
        .init(
            name: "edit-fields",
            words: [
                "edit", "Item 3", "--favorite", "--set-field", "Plan=new", "--set-secret-field",
                "Key=../in/secret",
            ]),
        .init(name: "history", words: ["history", "Item 2", "--reveal"], onlyReads: true),
        .init(name: "history-restore", words: ["history", "Item 2", "--restore", "2"]),
        .init(name: "remove", words: ["remove", "Item 4", "--yes"]),
        .init(name: "restore", words: ["restore", "Trashed"]),
        .init(name: "otp", words: ["otp", "Item 5"]),
        .init(name: "import", words: ["import", "logins.csv", "--yes"]),
        .init(
            name: "export-csv", words: ["export", "csv", "out.csv", "--yes"],
            product: .export("out.csv")),
        .init(
            name: "export-bitwarden",
            words: ["export", "bitwarden", "old.json", "--yes", "--force"],
            product: .export("old.json")),
        .init(
            name: "export-keepass", words: ["export", "keepass", "out.kdbx"] + secret,
            product: .export("out.kdbx")),
        .init(
            name: "inject", words: ["inject", "template.txt", "--output", "out.conf"],
            product: .text("out.conf")),
        .init(
            name: "inject-force",
            words: ["inject", "template.txt", "--output", "old.conf", "--force"],
            product: .text("old.conf")),
        .init(name: "list", words: ["list", "--plain"], onlyReads: true),
        .init(name: "show", words: ["show", "Item 1", "--reveal"], onlyReads: true),
        .init(name: "lock", words: ["lock"], isWithoutTrace: true),
        .init(name: "vault-check", words: ["vault", "check"], onlyReads: true),
        .init(name: "vault-backup", words: ["vault", "backup", "--keep", "2"]),
        .init(
            name: "vault-backup-file", words: ["vault", "backup", "copy.db"],
            product: .vault("copy.db")),
        .init(name: "vault-restore", words: ["vault", "restore", "older.db", "--yes"]),
        .init(
            name: "vault-restore-log", words: ["vault", "restore", "logged/vault.db", "--yes"]),
        .init(
            name: "vault-restore-new", words: ["vault", "restore", "older.db"], sample: .backupOnly),
        .init(
            name: "vault-recover", words: ["vault", "recover", "saved.db"], sample: .damaged,
            product: .vault("saved.db")),
        .init(name: "vault-passphrase", words: ["vault", "passphrase"] + new),
        .init(name: "vault-slots-add", words: ["vault", "slots", "add", "--name", "Third"] + new),
        .init(
            name: "vault-slots-remove", words: ["vault", "slots", "remove", "Office", "--yes"]),
        .init(
            name: "vault-recovery-code", words: ["vault", "recovery-code", "code.txt"],
            product: .code("code.txt")),
        .init(
            name: "vault-tune", words: ["vault", "tune", "--seconds", "0.1"],
            isWithoutTrace: true),
        .init(
            name: "vault-accept-older-copy", words: ["vault", "accept-older-copy", "--yes"],
            isWithoutTrace: true),
        .init(name: "vault-rekey", words: ["vault", "rekey", "--yes"]),
    ]

    /// Further formats of files, and files of browsers; none of them is otherwise with an agent.
    private static let transfers: [TorturedCommand] = [
        .init(
            name: "export-1pux", words: ["export", "1pux", "out.1pux", "--yes"],
            product: .export("out.1pux")),
        .init(
            name: "export-bitwarden-encrypted",
            words: ["export", "bitwarden-encrypted", "out.sealed.json", "--yes"] + secret,
            product: .export("out.sealed.json")),
        .init(name: "import-keepass", words: ["import", "other.kdbx", "--yes"] + secret),
        .init(name: "import-bitwarden", words: ["import", "other.json", "--yes"]),
        .init(name: "import-1pux", words: ["import", "other.1pux", "--yes"]),
        .init(
            name: "browser-install", words: ["browser", "install"],
            product: .text(".mozilla/\(manifest)")),
        .init(
            name: "browser-remove", words: ["browser", "remove"],
            product: .text(".librewolf/\(manifest)"), namesWhatGoes: true),
    ]

    /// What git and Docker let the agent do.
    private static let credentials: [TorturedCommand] = [
        ("git-store", ["git", "store"], "git-new"), ("git-erase", ["git", "erase"], "git-known"),
        ("docker-store", ["docker", "store"], "docker-new"),
        ("docker-erase", ["docker", "erase"], "docker-known"),
    ].map { name, words, input in
        .init(
            name: "agent-\(name)", program: "wallet-credential", words: words, input: input,
            usesAgent: true)
    }

    /// The same work by the agent; `nil` for what always works on the file itself.
    private var throughAgent: TorturedCommand? {
        guard !name.hasPrefix("vault-") else { return nil }
        return TorturedCommand(
            name: "agent-\(name)", words: words, sample: sample, product: product, usesAgent: true,
            onlyReads: onlyReads, isWithoutTrace: isWithoutTrace)
    }
}
