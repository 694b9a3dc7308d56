/// What this program is asked to be, read off its name and its arguments.
///
/// `git-credential-wallet VERB`, `docker-credential-wallet VERB`, and `wallet-credential-browser` as
/// a browser starts it; under its own name the first argument says which.
enum Invocation: Equatable {
    case git(verb: String)
    case docker(verb: String)
    case browser
    /// Ends at once: text for standard output, exit status.
    case says(String, status: Int32)
    /// Ends at once: text for standard error, exit status.
    case fails(String, status: Int32)

    /// The version of this program.
    static let version = "1.0.0"

    private static let usage = """
        Usage: git-credential-wallet get|store|erase|capability
               docker-credential-wallet get|store|erase|list|version
               wallet-credential git|docker|browser [VERB]

        Hands credentials of the wallet to git, Docker and browsers, which start it by itself:
          git config --global credential.helper wallet
          {"credsStore": "wallet"} in ~/.docker/config.json

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

    private static func git(_ arguments: [String]) -> Invocation {
        guard let verb = arguments.first else { return .fails(usage, status: 64) }
        return .git(verb: verb)
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
