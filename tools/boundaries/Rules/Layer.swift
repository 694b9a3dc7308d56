/// The layer of a target, which decides what it may use.
enum Layer: String, CaseIterable {
    case core = "Core"
    case networking = "Networking"
    case oauth = "OAuth"
    case security = "Security"
    case ui = "UI"
    case presentation = "Presentation"
    case server = "Server"
    case service = "Services"
    case commandLine = "Services/CommandLine"
    case testing = "Testing"
    case wallet = "Wallet"
    case walletCommandLine = "Wallet/CommandLine"
    case feed = "Feed"
    case app = "Apps"
    case tool = "tools"
    case test = "Tests"

    /// The layer of a folder, or nothing if the folder is in no layer.
    ///
    /// A folder of modules such as `Modules/Services` is not itself a module's place.
    init?(folder: String) {
        let parts = folder.split(separator: "/").map(String.init)
        switch (parts.first, parts.dropFirst().first, parts.count) {
        case ("Modules", "Core", 2...), ("Modules", "Memory", 2...): self = .core
        case ("Modules", "Networking", 2...): self = .networking
        case ("Modules", "OAuth", 2...): self = .oauth
        case ("Modules", "Security", 2...): self = .security
        case ("Modules", "UI", 2...): self = .ui
        case ("Modules", "Testing", 2...): self = .testing
        case ("Modules", "Server", 2...): self = .server
        case ("Modules", "Presentation", 3...): self = .presentation
        case ("Modules", "Services", 3...):
            self = parts[2] == "CommandLine" ? .commandLine : .service
        case ("Modules", "Wallet", 3...):
            self = parts[2].hasSuffix("CommandLine") ? .walletCommandLine : .wallet
        case ("Modules", "Feed", 3...): self = .feed
        case ("Apps", _, 2...): self = .app
        case ("tools", _, 2...): self = .tool
        case ("Tests", _, 2...): self = .test
        default: return nil
        }
    }

    /// The layers whose modules a target of this layer may use.
    var uses: [Layer] {
        switch self {
        case .core: [.core]
        case .networking, .security, .ui: [.core]
        case .service, .server, .oauth: [.networking, .core]
        case .presentation, .testing, .commandLine: [.ui, .core]
        case .wallet: [.ui, .security, .networking, .core, .wallet]
        case .walletCommandLine: [.ui, .security, .core, .wallet, .commandLine]
        case .feed: [.ui, .oauth, .security, .networking, .core, .feed]
        case .app: Layer.modules.filter { $0 != .testing }
        case .tool: Layer.modules + [.tool]
        case .test: Layer.allCases
        }
    }

    /// Whether the layer is made of modules: targets in `Modules/`.
    var isModules: Bool { Layer.modules.contains(self) }

    /// Whether a target of this layer may wrap an outside package.
    var mayWrapPackage: Bool {
        switch self {
        case .networking, .oauth, .security, .presentation, .server, .service: true
        case .core, .ui, .commandLine, .testing, .wallet, .walletCommandLine, .feed, .app, .tool,
            .test:
            false
        }
    }

    /// What the layer may use, as the end of a sentence.
    var usesInWords: String {
        switch self {
        case .core: "Core uses nothing but the standard library and its own C shim"
        default: "\(rawValue) may use \(uses.map(\.rawValue).joined(separator: ", ")) only"
        }
    }

    private static let modules: [Layer] = [
        .core, .networking, .oauth, .security, .ui, .presentation, .server, .service, .commandLine,
        .testing, .wallet, .walletCommandLine, .feed,
    ]
}
