import TenonMemory

/// The role of this program, by its name and its arguments.
///
/// `git-credential-wallet VERB`, `docker-credential-wallet VERB`, and `wallet-credential-browser` as
/// a browser starts it; under its own name the first argument says which.
enum Invocation: Equatable {
    /// The vault is the one that an option names, if one does.
    case git(verb: String, vault: String?)
    case docker(verb: String)
    case browser
    /// Ends at once: text for standard output, exit status.
    case says(String, status: Int32)
    /// Ends at once: text for standard error, exit status.
    case fails(String, status: Int32)

    /// The version of this program.
    static let version = BuildStamp.version ?? "dev"

    private static let usage = """
        Usage: git-credential-wallet [--vault PATH] get|store|erase|capability
               docker-credential-wallet get|store|erase|list|version
               wallet-credential git|docker|browser [ARGUMENT ...]

        Hands logins of the wallet to git, Docker and browsers, which start it themselves:
          git config --global credential.helper wallet
          git config --global credential.helper "wallet --vault PATH"
          {"credsStore": "wallet"} in ~/.docker/config.json

        git gets the login that it stored itself, or else the one that you used last. It does not get
        logins with the tag no-git. An expiry or a token that git stored with a password is given with
        that password only. Docker gets logins with the tag docker only. Nobody gets logins with the
        tag no-fill.

        Environment:
          WALLET_VAULT            the vault, where no option names one
          GIT_TERMINAL_PROMPT=0   do not ask for the passphrase in the terminal
          GPG_TTY                 the terminal where pinentry may ask, for want of another place

        """

    init(_ arguments: [String]) {
        let name = arguments.first.map(Self.lastPart) ?? ""
        let rest = Array(arguments.dropFirst())
        switch name {
        case "git-credential-wallet": self = .git(rest)
        case "docker-credential-wallet": self = .docker(rest)
        case "wallet-credential-browser": self = .browser
        default: self = .family(rest)
        }
    }

    private static func family(_ arguments: [String]) -> Invocation {
        let rest = Array(arguments.dropFirst())
        switch arguments.first {
        case "git": return git(rest)
        case "docker": return docker(rest)
        case "browser": return .browser
        case "--version": return .says("wallet-credential \(version)\n", status: 0)
        case "--help", "-h": return .says(usage, status: 0)
        // A browser gives the address of the extension, or the path of the manifest.
        case let first? where first.hasPrefix("chrome-extension://") || first.hasSuffix(".json"):
            return .browser
        default: return .fails(usage, status: 64)
        }
    }

    /// Options come before the verb: git appends it to the value of its setting.
    private static func git(_ arguments: [String]) -> Invocation {
        var vault: String?
        var rest = arguments[...]
        while let option = rest.first, option.utf8.first == UInt8(ascii: "-") {
            rest.removeFirst()
            switch option {
            case "--help", "-h": return .says(usage, status: 0)
            case "--version": return .says("git-credential-wallet \(version)\n", status: 0)
            case "--vault": vault = rest.popFirst() ?? ""
            case _ where option.hasPrefix("--vault="): vault = String(option.dropFirst(8))
            default: return wrong("unknown option \(option)")
            }
            if vault == "" { return wrong("--vault needs the path of a vault") }
        }
        guard let verb = rest.first else { return wrong("no operation such as get") }
        return .git(verb: verb, vault: vault)
    }

    /// The error in the words after the name of git's helper, and a pointer to the right ones.
    private static func wrong(_ problem: String) -> Invocation {
        .fails(
            """
            wallet: git-credential-wallet: \(problem).
            Try "git-credential-wallet --help"; git has these words from credential.helper.

            """, status: 64)
    }

    private static func docker(_ arguments: [String]) -> Invocation {
        let usage = "Usage: docker-credential-wallet <store|get|erase|list|version>\n"
        guard let verb = arguments.first, arguments.count == 1 else {
            return .says(usage, status: 1)
        }
        switch verb {
        case "version", "--version", "-v":
            return .says("docker-credential-wallet (wallet) \(version)\n", status: 0)
        case "--help", "-h": return .says(usage, status: 0)
        default: return .docker(verb: verb)
        }
    }

    private static func lastPart(_ path: String) -> String {
        path.split(separator: "/").last.map { String($0) } ?? path
    }
}
