// swift-tools-version: 6.2
// One manifest for everything. Its rules, which tools/lint enforces:
//
//   Apps          → Presentation, Server, features of one product, Services: only there these meet
//   Presentation  → UI, Core; never another presentation, never a feature, never Security
//   Server        → Networking, Core: a front end that is a service
//   Wallet        → UI, Security, Networking, Core, other Wallet modules; never a presentation or service
//   Feed          → UI, OAuth, Security, Networking, Core, other Feed modules; never a Wallet module,
//                   nor the reverse; never a presentation or service
//   Services      → Core, Networking; each wraps one outside library
//   OAuth         → Networking, Core
//   UI → Core     Networking → Core     Security → Core
//   Core → the standard library, TenonMemory and its C shim, nothing else
//
// Each outside package is imported by one module, but for a few: see OutsidePackageCheck.swift.

import Foundation
import PackageDescription

/// A module: one target in `Modules/`, named with the prefix of what it belongs to.
///
/// Each uses TenonCore, but for what stands below it or has to stay small. What it wraps are the C
/// libraries in its own folder.
func module(
    _ name: String, _ folder: String, onCore: Bool = true, uses: [Target.Dependency] = [],
    wraps: [String] = [], exclude: [String] = [], resources: [Resource] = []
) -> Target {
    .target(
        name: name,
        dependencies: (onCore ? ["TenonCore"] : []) + uses + wraps.map { .byName(name: $0) },
        path: "Modules/\(folder)", exclude: ["README.md"] + wraps + exclude, resources: resources)
}

/// A C library as Swift sees it, in the folder of the module that wraps it, and where it comes from.
func library(_ name: String, in folder: String, pkgConfig: String?, apt: [String]) -> Target {
    .systemLibrary(
        name: name, path: "Modules/\(folder)/\(name)", pkgConfig: pkgConfig, providers: [.apt(apt)])
}

/// What a module says: the texts of its screens, and those of its errors and help.
let strings: [Resource] = [.embedInCode("Strings.json")]
let translations: [Resource] = [.embedInCode("Translations.json")]
let texts = strings + translations

/// An executable: a composition root of a few lines whose dependencies choose what it is.
func app(
    _ name: String, _ folder: String? = nil, links: [Target.Dependency], exclude: [String] = [],
    resources: [Resource] = []
) -> Target {
    .executableTarget(
        name: name, dependencies: links, path: folder ?? "Apps/\(name)", exclude: exclude,
        resources: resources)
}

/// The outside packages: where they are on GitHub, and the modules that stand on those that not every
/// product needs.
///
/// Each of these modules is a trait. A package that uses Tenon names those that it links, and nothing
/// is fetched for the others. What is enabled by default is `AllModules` alone, and nothing of Hummingbird,
/// since the compiler is told the names of traits in an order that varies (SwiftPM 6.3), and then all is
/// compiled anew.
let outside: [(address: String, version: Version, modules: [String])] = [
    ("apple/swift-argument-parser", "1.8.2", []),
    ("apple/swift-crypto", "4.5.2", ["TenonHTTP", "TenonOAuth", "TenonSecurity"]),
    ("apple/swift-http-types", "1.8.0", ["TenonHTTP", "TenonNetworking", "TenonServer"]),
    ("apple/swift-log", "1.16.2", ["TenonServer", "TenonWeb"]),
    ("apple/swift-nio", "2.101.2", ["TenonHTTP", "TenonServer", "TenonWeb"]),
    ("apple/swift-nio-extras", "1.35.2", ["TenonHTTP", "TenonServer", "TenonWeb"]),
    ("apple/swift-nio-http2", "1.46.0", ["TenonHTTP"]),
    ("apple/swift-nio-ssl", "2.37.6", ["TenonHTTP", "TenonServer"]),
    ("groue/GRDB.swift", "7.10.0", ["TenonSQLite"]),
    ("hummingbird-project/hummingbird", "2.28.1", ["TenonServer", "TenonWeb"]),
    ("swift-server/async-http-client", "1.37.0", ["TenonHTTP"]),
    ("swift-server/swift-service-lifecycle", "2.13.0", ["TenonServer", "TenonWeb"]),
]

/// An outside package in just this version, so that no build differs from the one before.
///
/// Where another package depends on this one, a later version may be what both can use.
func dependency(_ address: String, _ version: Version) -> Package.Dependency {
    let url = "https://github.com/\(address)"
    let traits: Set<Package.Dependency.Trait> =
        address.hasSuffix("/hummingbird") ? [] : [.defaults]
    let isDependency = Context.packageDirectory.split(separator: "/").contains("checkouts")
    return isDependency
        ? .package(url: url, from: version, traits: traits)
        : .package(url: url, exact: version, traits: traits)
}

/// Some products of a package, for the modules that stand on it.
func products(_ names: String..., of package: String) -> [Target.Dependency] {
    let modules = outside.first { $0.address.hasSuffix("/\(package)") }?.modules ?? []
    let traits = modules.isEmpty ? nil : Set(modules + ["AllModules"])
    return names.map { name in
        .product(name: name, package: package, condition: traits.flatMap { .when(traits: $0) })
    }
}

/// An executable that tests run.
func testApp(_ name: String, links: [Target.Dependency], resources: [Resource] = []) -> Target {
    app(name, "Tests/Apps/\(name)", links: links, resources: resources)
}

/// The tests of a module or an app; the folders mirror those of `Modules` and `Apps`.
func tests(
    _ name: String, _ folder: String, uses: [Target.Dependency], exclude: [String] = [],
    resources: [Resource] = []
) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: uses, path: "Tests/\(folder)", exclude: exclude,
        resources: resources)
}

/// The tests of a module, which use it.
func tests(of module: String, _ folder: String, uses: [Target.Dependency]) -> Target {
    tests(module, folder, uses: uses + [.byName(name: module)])
}

// MARK: - SDK: Core, Networking, Security, UI, Testing

let sdk: [Target] = [
    .systemLibrary(name: "CTenonMemory", path: "Modules/Memory/CTenonMemory"),
    .target(name: "CTenonStamp", path: "Modules/Memory/CTenonStamp"),
    module("TenonMemory", "Memory", onCore: false, wraps: ["CTenonMemory", "CTenonStamp"]),
    .target(name: "CTenonCore", path: "Modules/Core/CTenonCore"),
    module("TenonCore", "Core", onCore: false, uses: ["TenonMemory"], wraps: ["CTenonCore"]),
    library("CArgon2", in: "Security", pkgConfig: "libargon2", apt: ["libargon2-dev"]),
    library("CGcrypt", in: "Security", pkgConfig: "libgcrypt", apt: ["libgcrypt20-dev"]),
    library("CZxcvbn", in: "Security", pkgConfig: nil, apt: ["libzxcvbn-dev"]),
    .systemLibrary(name: "CProcessControl", path: "Modules/Security/CProcessControl"),
    .target(name: "CWipingAllocator", path: "Modules/Security/CWipingAllocator"),
    library("CSodium", in: "Security", pkgConfig: "libsodium", apt: ["libsodium-dev"]),
    module(
        "TenonSecurity", "Security", uses: ["TenonMemory"] + products("Crypto", of: "swift-crypto"),
        wraps: ["CArgon2", "CGcrypt", "CProcessControl", "CSodium", "CWipingAllocator", "CZxcvbn"],
        resources: translations),
    module(
        "TenonNetworking", "Networking", uses: products("HTTPTypes", of: "swift-http-types"),
        resources: translations),
    module(
        "TenonOAuth", "OAuth",
        uses: ["TenonMemory", "TenonNetworking"] + products("Crypto", of: "swift-crypto"),
        resources: translations),
    module("TenonUI", "UI", uses: ["TenonMemory"], resources: texts),
    module("TenonTesting", "Testing", uses: ["TenonUI"]),
]

// MARK: - SDK: Presentation

let presentation: [Target] = [
    module(
        "TenonHeadless", "Presentation/Headless", uses: ["TenonUI"],
        exclude: ["screens.schema.json"]),
    module("TenonLine", "Presentation/Line", uses: ["TenonUI"], resources: texts),
    module(
        "TenonTerminal", "Presentation/Terminal", uses: ["TenonMemory", "TenonUI"], resources: texts
    ),
    module(
        "TenonWeb", "Presentation/Web",
        uses: ["TenonMemory", "TenonUI"]
            + products("Hummingbird", "HummingbirdCore", of: "hummingbird")
            + products("Logging", of: "swift-log")
            + products("NIOCore", "NIOHTTP1", of: "swift-nio")
            + products("NIOHTTPTypes", of: "swift-nio-extras")
            + products("ServiceLifecycle", of: "swift-service-lifecycle"),
        resources: texts + [.embedInCode("Assets")]),
    .systemLibrary(name: "CAllocator", path: "Modules/Server/CAllocator"),
    module(
        "TenonServer", "Server",
        uses: ["TenonNetworking"]
            + products("Hummingbird", "HummingbirdCore", "HummingbirdTLS", of: "hummingbird")
            + products("Logging", of: "swift-log") + products("NIOCore", of: "swift-nio")
            + products("NIOHTTPTypes", of: "swift-nio-extras")
            + products("NIOSSL", of: "swift-nio-ssl")
            + products("ServiceLifecycle", of: "swift-service-lifecycle"),
        wraps: ["CAllocator"], resources: translations),
]

// MARK: - SDK: Services

let services: [Target] = [
    module("TenonSystem", "Services/System", uses: ["TenonMemory"], resources: translations),
    module(
        "TenonSQLite", "Services/SQLite", uses: products("GRDB", "GRDBSQLite", of: "GRDB.swift"),
        resources: translations),
    library("CPostgreSQL", in: "Services/PostgreSQL", pkgConfig: "libpq", apt: ["libpq-dev"]),
    module(
        "TenonPostgreSQL", "Services/PostgreSQL", wraps: ["CPostgreSQL"], resources: translations),
    library(
        "CArchive", in: "Services/Archive", pkgConfig: "libzip", apt: ["libzip-dev", "zlib1g-dev"]),
    module(
        "TenonArchive", "Services/Archive", uses: ["TenonMemory"], wraps: ["CArchive"],
        resources: translations),
    library("CExpat", in: "Services/XML", pkgConfig: "expat", apt: ["libexpat1-dev"]),
    module("TenonXML", "Services/XML", wraps: ["CExpat"], resources: translations),
    library("CSystemdBus", in: "Services/DBus", pkgConfig: "libsystemd", apt: ["libsystemd-dev"]),
    module("TenonDBus", "Services/DBus", uses: ["TenonMemory"], wraps: ["CSystemdBus"]),
    library(
        "CPublicSuffix", in: "Services/PublicSuffix", pkgConfig: "libpsl",
        apt: ["libpsl-dev", "libidn2-dev"]),
    module("TenonPublicSuffix", "Services/PublicSuffix", wraps: ["CPublicSuffix"]),
    library(
        "CGdkPixbuf", in: "Services/Pictures", pkgConfig: "gdk-pixbuf-2.0",
        apt: ["libgdk-pixbuf-2.0-dev"]),
    module("TenonPictures", "Services/Pictures", wraps: ["CGdkPixbuf"]),
    library(
        "CChafa", in: "Services/TerminalPictures", pkgConfig: "chafa", apt: ["libchafa-dev"]),
    module("TenonTerminalPictures", "Services/TerminalPictures", wraps: ["CChafa"]),
    module(
        "TenonImages", "Services/Images", uses: ["TenonNetworking"], resources: translations),
    library(
        "CQREncode", in: "Services/QRCode", pkgConfig: "libqrencode", apt: ["libqrencode-dev"]),
    module("TenonQRCode", "Services/QRCode", wraps: ["CQREncode"]),
    module(
        "TenonHTTP", "Services/HTTP",
        uses: ["TenonNetworking"] + products("AsyncHTTPClient", of: "async-http-client")
            + products("Crypto", of: "swift-crypto") + products("HTTPTypes", of: "swift-http-types")
            + products("NIOCore", "NIOHTTP1", "NIOPosix", of: "swift-nio")
            + products("NIOHTTPCompression", of: "swift-nio-extras")
            + products("NIOHPACK", "NIOHTTP2", of: "swift-nio-http2")
            + products("NIOSSL", of: "swift-nio-ssl"), resources: translations),
    module("TenonConfiguration", "Services/Configuration", resources: translations),
    module("TenonPush", "Services/Push", resources: translations),
    library(
        "CSecret", in: "Services/SecretService", pkgConfig: "libsecret-1",
        apt: ["libsecret-1-dev"]),
    module(
        "TenonSecretService", "Services/SecretService", uses: ["TenonMemory"], wraps: ["CSecret"],
        resources: translations),
    module(
        "TenonCommandLine", "Services/CommandLine",
        uses: ["TenonMemory"] + products("ArgumentParser", of: "swift-argument-parser"),
        resources: translations),
]

// MARK: - Wallet

/// What every feature with screens uses.
let feature: [Target.Dependency] = ["TenonUI", "WalletVault"]

let wallet: [Target] = [
    .systemLibrary(name: "CProcessHandle", path: "Modules/Wallet/AgentLink/CProcessHandle"),
    module(
        "WalletAgentLink", "Wallet/AgentLink", onCore: false, uses: ["TenonMemory"],
        wraps: ["CProcessHandle"]),
    .systemLibrary(name: "CFileNames", path: "Modules/Wallet/Vault/CFileNames"),
    module(
        "WalletVault", "Wallet/Vault", uses: ["TenonMemory", "TenonSecurity"],
        wraps: ["CFileNames"], resources: translations),
    module(
        "WalletSync", "Wallet/Sync",
        uses: ["TenonNetworking", "TenonSecurity", "WalletSyncRequests", "WalletVault"],
        resources: translations),
    module("WalletSyncRequests", "Wallet/SyncRequests", onCore: false, uses: ["TenonSecurity"]),
    module(
        "WalletSyncServer", "Wallet/SyncServer",
        uses: ["TenonNetworking", "TenonSecurity", "WalletSyncRequests"],
        resources: translations + [.embedInCode("openapi.json")]),
    module(
        "WalletAgentMessages", "Wallet/AgentMessages",
        uses: ["WalletAgentLink", "WalletSync", "WalletVault"]),
    module(
        "WalletAgentClient", "Wallet/AgentClient",
        uses: [
            "TenonMemory", "TenonSecurity", "WalletAgentLink", "WalletAgentMessages", "WalletSync",
            "WalletVault",
        ], resources: translations),
    module(
        "WalletAgent", "Wallet/Agent",
        uses: [
            "TenonMemory", "TenonNetworking", "TenonSecurity", "WalletAgentLink",
            "WalletAgentMessages", "WalletCredentials", "WalletSync", "WalletVault",
        ], resources: translations),
    module(
        "WalletCredentials", "Wallet/Credentials",
        uses: ["TenonMemory", "TenonSecurity", "WalletVault"], resources: translations),
    module(
        "WalletAccess", "Wallet/Access", uses: feature + ["TenonSecurity", "WalletSettings"],
        resources: strings),
    module(
        "WalletItems", "Wallet/Items", uses: feature + ["TenonSecurity", "WalletSettings"],
        resources: texts),
    module(
        "WalletLogins", "Wallet/Logins", uses: feature + ["TenonSecurity", "WalletItems"],
        resources: strings),
    module(
        "WalletSyncScreens", "Wallet/SyncScreens",
        uses: feature + ["WalletAccess", "WalletItems", "WalletSync"], resources: strings),
    module("WalletCards", "Wallet/Cards", uses: feature + ["WalletItems"], resources: strings),
    module("WalletNotes", "Wallet/Notes", uses: feature + ["WalletItems"], resources: strings),
    module(
        "WalletRecords", "Wallet/Records",
        uses: feature + ["TenonMemory", "WalletItems"], resources: strings),
    module("WalletSettings", "Wallet/Settings", uses: feature, resources: texts),
    module("WalletAudit", "Wallet/Audit", uses: feature + ["TenonSecurity"], resources: texts),
    module(
        "WalletGenerator", "Wallet/Generator",
        uses: ["TenonSecurity", "TenonUI", "WalletSettings"], exclude: ["Words/ATTRIBUTION.md"],
        resources: strings + [.embedInCode("Words/EFFLongWordList.txt")]),
    module(
        "WalletTransfer", "Wallet/Transfer", uses: feature + ["TenonMemory", "TenonSecurity"],
        resources: texts),
    module(
        "WalletFiles", "Wallet/Files",
        uses: feature + [
            "TenonMemory", "WalletAccess", "WalletItems", "WalletSettings", "WalletSync",
            "WalletTransfer",
        ], resources: texts),
    module(
        "WalletCommandLine", "Wallet/CommandLine",
        uses: feature + [
            "TenonCommandLine", "TenonMemory", "TenonSecurity", "WalletAgentClient",
            "WalletAgentLink", "WalletAgentMessages", "WalletAudit", "WalletFiles",
            "WalletGenerator", "WalletItems", "WalletSettings", "WalletSync", "WalletSyncScreens",
            "WalletTransfer",
        ] + products("ArgumentParser", of: "swift-argument-parser"), resources: texts),
    module(
        "WalletSyncCommandLine", "Wallet/SyncCommandLine",
        uses: ["TenonCommandLine", "WalletSyncServer"]
            + products("ArgumentParser", of: "swift-argument-parser"), resources: translations),
    module(
        "WalletSecrets", "Wallet/Secrets", uses: ["TenonMemory", "WalletAgentLink"],
        resources: translations),
    module("WalletRenewals", "Wallet/Renewals", uses: feature, resources: strings),
    module(
        "WalletBrand", "Wallet/Brand", uses: ["TenonUI"], resources: [.embedInCode("wallet.svg")]),
]

/// What every Wallet executable links; a front end comes on top.
let walletProduct: [Target.Dependency] = [
    "TenonArchive", "TenonCommandLine", "TenonConfiguration", "TenonDBus", "TenonPublicSuffix",
    "TenonQRCode", "TenonSQLite", "TenonSystem", "TenonXML", "WalletAccess", "WalletAgentClient",
    "WalletAudit", "WalletBrand", "WalletCards", "WalletCommandLine", "WalletFiles",
    "WalletGenerator", "WalletItems", "WalletLogins", "WalletNotes", "WalletRecords",
    "WalletRenewals", "WalletSettings", "WalletSync", "WalletSyncScreens", "WalletTransfer",
]

// MARK: - Feed

/// What every feature of PhotoFeed with screens uses.
let feedFeature: [Target.Dependency] = ["FeedAPI", "FeedStore", "TenonUI"]

let feed: [Target] = [
    module("FeedAPI", "Feed/API", uses: ["TenonNetworking"], resources: translations),
    library("CXML2", in: "Feed/Markup", pkgConfig: "libxml-2.0", apt: ["libxml2-dev"]),
    module("FeedMarkup", "Feed/Markup", uses: ["TenonUI"], wraps: ["CXML2"]),
    module(
        "FeedStore", "Feed/Store", uses: ["FeedAPI", "TenonNetworking"], resources: translations),
    module(
        "FeedAccess", "Feed/Access",
        uses: ["FeedAPI", "FeedStore", "TenonMemory", "TenonNetworking", "TenonOAuth", "TenonUI"],
        resources: texts),
    module("FeedTimeline", "Feed/Timeline", uses: feedFeature + ["FeedPosts"], resources: strings),
    module(
        "FeedPosts", "Feed/Posts", uses: feedFeature + ["FeedMarkup", "TenonNetworking"],
        resources: strings),
    module(
        "FeedPeople", "Feed/People", uses: feedFeature + ["FeedMarkup", "FeedPosts"],
        resources: strings),
    module(
        "FeedNotifications", "Feed/Notifications", uses: feedFeature + ["FeedPosts"],
        resources: strings),
    module("FeedSearch", "Feed/Search", uses: feedFeature + ["FeedPosts"], resources: strings),
    module("FeedMenu", "Feed/Menu", uses: feedFeature + ["FeedAccess"], resources: strings),
    library("CPNG", in: "Feed/Server", pkgConfig: "libpng", apt: ["libpng-dev"]),
    module(
        "FeedServer", "Feed/Server", uses: ["TenonNetworking", "TenonSecurity"], wraps: ["CPNG"],
        resources: translations),
]

/// What every PhotoFeed executable links; a front end comes on top.
let feedProduct: [Target.Dependency] = [
    "FeedAccess", "FeedMenu", "FeedNotifications", "FeedPeople", "FeedPosts", "FeedSearch",
    "FeedStore", "FeedTimeline", "TenonCommandLine", "TenonConfiguration", "TenonCore", "TenonHTTP",
    "TenonPush", "TenonSQLite", "TenonSecretService", "TenonSystem", "WalletSecrets",
]

/// What those link that show pictures.
let feedPictures: [Target.Dependency] = ["TenonImages", "TenonPictures"]

// MARK: - Apps

let apps: [Target] = [
    app("core-sample", links: ["TenonCore"]),
    app("photofeed", links: feedProduct + ["TenonLine"]),
    app("photofeed-headless", links: feedProduct + ["TenonHeadless"]),
    app(
        "photofeed-server",
        links: [
            "FeedServer", "TenonCommandLine", "TenonConfiguration", "TenonCore", "TenonSQLite",
            "TenonServer", "TenonSystem",
        ]),
    app(
        "photofeed-tui",
        links: feedProduct + feedPictures + ["TenonTerminal", "TenonTerminalPictures"]),
    app("photofeed-web", links: feedProduct + ["TenonImages", "TenonWeb"]),
    app("wallet", links: walletProduct + ["TenonLine"]),
    app(
        "wallet-agent",
        links: [
            "TenonCommandLine", "TenonConfiguration", "TenonCore", "TenonDBus", "TenonHTTP",
            "TenonPublicSuffix", "TenonSQLite", "TenonSystem", "WalletAgent",
        ], exclude: ["systemd"]),
    .systemLibrary(name: "CDumps", path: "Apps/wallet-credential/CDumps"),
    app(
        "wallet-credential", links: ["CDumps", "TenonMemory", "WalletAgentLink"],
        exclude: ["CDumps", "README.md", "manual"]),
    app("wallet-headless", links: walletProduct + ["TenonHeadless"]),
    app(
        "wallet-sync",
        links: [
            "TenonCommandLine", "TenonConfiguration", "TenonCore", "TenonPostgreSQL",
            "TenonSQLite", "TenonServer", "TenonSystem", "WalletSyncCommandLine",
            "WalletSyncServer",
        ]),
    app("wallet-tui", links: walletProduct + ["TenonTerminal"]),
    app("wallet-web", links: walletProduct + ["TenonWeb"]),
]

// MARK: - Tools

/// What tools with a real vault link.
let realVault: [Target.Dependency] = [
    "TenonCore", "TenonPublicSuffix", "TenonSecurity", "TenonSQLite", "WalletVault",
]

let tools: [Target] = [
    .target(name: "BenchmarkReport", path: "tools/benchmarks/report"),
    app("core-benchmark", "tools/benchmarks/core", links: ["BenchmarkReport", "TenonCore"]),
    app("vault-benchmark", "tools/benchmarks/vault", links: realVault + ["BenchmarkReport"]),
    app("empty-program", "tools/benchmarks/empty", links: []),
    app(
        "feed-benchmark", "tools/benchmarks/feed",
        links: feedProduct + [
            "BenchmarkReport", "FeedAPI", "FeedTestSupport", "TenonNetworking", "TenonTerminal",
            "TenonTesting", "TenonUI",
        ]),
    app(
        "provider-benchmark", "tools/benchmarks/provider",
        links: realVault + ["BenchmarkReport", "WalletAgentLink"]),
    app(
        "sync-benchmark", "tools/benchmarks/sync",
        links: realVault + [
            "BenchmarkReport", "TenonHTTP", "TenonNetworking", "WalletSync", "WalletSyncRequests",
        ]),
    app(
        "ui-benchmark", "tools/benchmarks/ui",
        links: [
            "BenchmarkReport", "TenonCore", "TenonHeadless", "TenonLine", "TenonTerminal",
            "TenonTerminalPictures", "TenonTesting", "TenonUI", "TenonWeb",
        ]),
    .target(name: "BoundaryRules", path: "tools/boundaries/Rules"),
    app("boundaries", "tools/boundaries/Command", links: ["BoundaryRules"]),
    .target(
        name: "CMemorySearch", path: "tools/memory-scan/CMemorySearch",
        // It looks at each byte of a process; without this a scan takes many times as long.
        cSettings: [.unsafeFlags(["-O2"])]),
    app("memory-scan", "tools/memory-scan", links: ["CMemorySearch"], exclude: ["CMemorySearch"]),
    .target(
        name: "FeedTestSupport",
        dependencies: ["FeedAPI", "TenonCore", "TenonHTTP", "TenonNetworking", "TenonTesting"],
        path: "tools/loopback"),
    .target(name: "RunningPostgreSQL", path: "tools/postgresql"),
    .target(name: "SeededRandom", path: "tools/random"),
    app(
        "torture", "tools/torture/Program",
        links: realVault + ["RunningPostgreSQL", "SeededRandom"]),
    .target(
        name: "SyncSimulation",
        dependencies: realVault + ["SeededRandom", "TenonTesting", "WalletSync"],
        path: "tools/simulate/Simulation"),
    app("simulate", "tools/simulate/Program", links: ["SyncSimulation", "TenonSecurity"]),
]

// MARK: - Fuzzing

/// All that reads what comes from outside; only `tools/fuzz/run` builds it, with sanitizers everywhere.
let fuzzing: [Target] = [
    .systemLibrary(name: "CFuzzer", path: "tools/fuzz/CFuzzer"),
    app(
        "fuzz", "tools/fuzz/Harnesses",
        links: [
            "CFuzzer", "FeedAPI", "FeedMarkup", "TenonArchive", "TenonConfiguration", "TenonCore",
            "TenonHeadless", "TenonMemory", "TenonNetworking", "TenonOAuth", "TenonPictures",
            "TenonPublicSuffix", "TenonSecurity", "TenonTerminal", "TenonUI", "TenonXML",
            "WalletAgentLink", "WalletAgentMessages", "WalletCommandLine",
            "WalletCredentials", "WalletSync", "WalletSyncRequests", "WalletSyncServer",
            "WalletTestSupport", "WalletTransfer", "WalletVault",
        ]),
]
// The linker called gold gives up on the symbols of the sanitizers.
fuzzing.last?.linkerSettings = [.unsafeFlags(["-use-ld=lld"])]

// MARK: - Tests

let testSupport: [Target] = [
    .target(name: "TestSupport", path: "Tests/Support"),
    .target(
        name: "FormTestSupport",
        dependencies: ["TenonCore", "TenonTesting", "TenonUI", "TestSupport"],
        path: "Tests/FormSupport"),
    .target(
        name: "LogindTestSupport", dependencies: ["CSystemdBus", "TestSupport"],
        path: "Tests/Services/DBusSupport"),
    .target(name: "WalletTestSupport", dependencies: realVault, path: "Tests/Wallet/Support"),
    .target(
        name: "SyncTestSupport", dependencies: ["TenonSecurity", "WalletSync", "WalletVault"],
        path: "Tests/Wallet/SyncSupport"),
]

/// What the executables with the sample of networking share; a front end comes on top.
let network: [Target.Dependency] =
    ["NetworkFeature", "TenonCommandLine", "TenonHTTP", "TenonSystem"]

/// Executables that tests run: samples of what is right, and of what is wrong.
let testApps: [Target] = [
    testApp(
        "added-language", links: ["TenonCommandLine", "TenonCore", "TenonLine", "TenonUI"],
        resources: [.embedInCode("nl.json")]),
    testApp("conformance-headless", links: ["TenonHeadless", "TenonTesting"]),
    testApp(
        "conformance-line",
        links: ["TenonCore", "TenonLine", "TenonQRCode", "TenonTesting", "TenonUI"]),
    testApp(
        "conformance-terminal",
        links: [
            "TenonPictures", "TenonQRCode", "TenonTerminal", "TenonTerminalPictures",
            "TenonTesting",
        ]),
    testApp("conformance-web", links: ["TenonQRCode", "TenonTesting", "TenonWeb"]),
    testApp("database-host", links: ["TenonCore", "TenonPostgreSQL", "TenonSQLite"]),
    testApp("network-headless", links: network + ["TenonHeadless"]),
    testApp("network-line", links: network + ["TenonLine"]),
    testApp("network-web", links: network + ["TenonWeb"]),
    testApp(
        "command-fixture",
        links: ["TenonCore", "TenonCommandLine", "TenonConfiguration", "TenonSystem"]
            + products("ArgumentParser", of: "swift-argument-parser")),
    .target(name: "LibraryPlugin", dependencies: ["TenonCore"], path: "Tests/Apps/library-plugin"),
    .executableTarget(
        name: "library-host", dependencies: ["TenonCore"], path: "Tests/Apps/library-host",
        // The libraries that it loads take TenonCore from it.
        linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic"])]),
    .target(
        name: "NetworkFeature", dependencies: ["TenonCore", "TenonNetworking", "TenonUI"],
        path: "Tests/Apps/network-feature"),
    testApp(
        "server-sample",
        links: ["TenonCommandLine", "TenonCore", "TenonNetworking", "TenonServer", "TenonSystem"]),
    testApp("no-front-end", links: ["TenonCore", "TenonCommandLine"]),
]

/// What tests of screens use beside what they test; those of Wallet on a real vault.
let screens: [Target.Dependency] = ["TenonCore", "TenonTesting", "TenonUI"]
let vaultScreens = screens + ["WalletTestSupport", "WalletVault"]
let itemScreens = vaultScreens + ["TestSupport", "WalletItems", "WalletLogins"]
let walletPrograms: [Target.Dependency] = [
    "wallet", "wallet-agent", "wallet-headless", "wallet-sync",
]
let secrets: [Target.Dependency] = [
    "TenonCore", "TenonSecurity", "TestSupport", "WalletTestSupport", "WalletVault",
]

/// What tests of requests to servers for photographs use beside what they test.
let feedServers: [Target.Dependency] = [
    "FeedTestSupport", "TenonCore", "TenonHTTP", "TenonNetworking", "TenonTesting", "TestSupport",
]

let allTests: [Target] = [
    tests(
        "Tools", "Tools",
        uses: walletPrograms + ["BoundaryRules", "boundaries", "TestSupport", "torture"],
        exclude: ["OutsidePackage/Reader"]),
    tests(
        "Documentation", "Documentation", uses: screens + ["TenonSQLite", "TestSupport"],
        resources: strings + [.embedInCode("nl.json"), .embedInCode("tea.svg")]),
    tests(of: "TenonMemory", "Memory", uses: []),
    tests(of: "TenonCore", "Core", uses: ["TestSupport", "core-sample", "library-host"]),
    tests(of: "TenonConfiguration", "Services/Configuration", uses: ["TenonCore", "TestSupport"]),
    tests(
        of: "TenonCommandLine", "Services/CommandLine",
        uses: ["TenonCore", "TestSupport", "command-fixture", "no-front-end"]),
    tests(
        of: "TenonNetworking", "Networking",
        uses: ["TenonCore", "TenonTesting"] + products("HTTPTypes", of: "swift-http-types")),
    tests(of: "TenonOAuth", "OAuth", uses: feedServers),
    tests(of: "FeedAPI", "Feed/API", uses: feedServers),
    tests(of: "FeedServer", "Feed/Server", uses: []),
    tests(of: "FeedMarkup", "Feed/Markup", uses: ["TenonCore", "TenonUI"]),
    tests(of: "FeedStore", "Feed/Store", uses: feedServers + ["FeedAPI", "TenonSQLite"]),
    tests(
        "PhotoFeed", "Apps/photofeed",
        uses: feedServers + [
            "FeedAPI", "FeedAccess", "FeedMenu", "FeedNotifications", "FeedPeople", "FeedPosts",
            "FeedSearch", "FeedStore", "FeedTimeline", "FormTestSupport", "LogindTestSupport",
            "TenonOAuth", "TenonSQLite", "TenonUI", "photofeed", "photofeed-headless",
            "photofeed-server", "photofeed-tui", "photofeed-web", "wallet", "wallet-agent",
        ]),
    tests(
        "PhotoFeedServer", "Apps/photofeed-server",
        uses: feedServers + ["FeedAPI", "TenonOAuth", "photofeed-server"]),
    tests(of: "TenonSecurity", "Security", uses: ["TenonCore", "TestSupport"]),
    tests("TenonUI", "UI", uses: screens + ["TestSupport"]),
    tests(
        of: "TenonHeadless", "Presentation/Headless",
        uses: screens + ["FormTestSupport", "TestSupport", "conformance-headless"]
            + ["wallet", "wallet-headless"]),
    tests(
        of: "TenonLine", "Presentation/Line",
        uses: screens + ["FormTestSupport", "TenonQRCode", "TestSupport", "added-language"]
            + ["conformance-line", "conformance-headless", "wallet"]),
    tests(
        of: "TenonTerminal", "Presentation/Terminal",
        uses: screens + [
            "FormTestSupport", "TenonPictures", "TenonQRCode", "TenonTerminalPictures",
            "TestSupport", "conformance-terminal", "wallet", "wallet-tui",
        ]),
    tests(
        of: "TenonWeb", "Presentation/Web",
        uses: screens
            + ["FormTestSupport", "TenonArchive", "TenonQRCode", "TestSupport", "wallet"]
            + ["conformance-web", "photofeed-headless", "photofeed-server", "photofeed-web"]
            + ["wallet-agent", "wallet-headless", "wallet-web"]),
    tests(
        of: "TenonServer", "Server",
        uses: ["TestSupport", "server-sample"]
            + products("HTTPTypes", of: "swift-http-types")
            + products("NIOCore", "NIOEmbedded", of: "swift-nio")
            + products("NIOHTTPTypes", of: "swift-nio-extras")),
    tests(
        of: "TenonSystem", "Services/System",
        uses: ["TenonCore", "TenonUI", "TestSupport", "command-fixture"]),
    tests(
        of: "TenonHTTP", "Services/HTTP",
        uses: [
            "TenonArchive", "TenonCore", "TenonNetworking", "TenonTesting", "TestSupport",
            "network-headless", "network-line", "network-web",
        ] + products("HTTPTypes", of: "swift-http-types") + products("NIOSSL", of: "swift-nio-ssl")
            + products("NIOCore", "NIOPosix", of: "swift-nio")),
    tests(of: "TenonArchive", "Services/Archive", uses: ["TenonCore", "TestSupport"]),
    tests(of: "TenonXML", "Services/XML", uses: ["TenonCore", "TestSupport"]),
    tests(of: "TenonSQLite", "Services/SQLite", uses: ["TenonCore", "TenonTesting"]),
    tests(
        of: "TenonPostgreSQL", "Services/PostgreSQL",
        uses: [
            "RunningPostgreSQL", "TenonCore", "TenonSQLite", "TenonTesting", "TestSupport",
            "database-host",
        ]),
    tests(
        of: "TenonDBus", "Services/DBus", uses: ["LogindTestSupport", "TenonCore", "TestSupport"]),
    tests(of: "TenonPush", "Services/Push", uses: ["TenonCore", "TestSupport"]),
    tests(of: "TenonPublicSuffix", "Services/PublicSuffix", uses: ["TenonCore"]),
    tests(of: "TenonQRCode", "Services/QRCode", uses: ["TenonCore", "TestSupport"]),
    tests(of: "TenonPictures", "Services/Pictures", uses: ["TenonCore", "TenonUI"]),
    tests(of: "TenonTerminalPictures", "Services/TerminalPictures", uses: ["TenonCore"]),
    tests(
        of: "TenonImages", "Services/Images",
        uses: ["FeedTestSupport", "TenonCore", "TenonHTTP", "TenonNetworking", "TenonTesting"]
            + ["TestSupport"] + products("HTTPTypes", of: "swift-http-types")),
    tests(
        "WalletVault", "Wallet/Vault", uses: realVault + ["TestSupport", "WalletTestSupport"],
        exclude: ["Samples"]),
    tests(
        "CredentialProvider", "Apps/wallet-credential",
        uses: secrets + ["WalletAgentLink", "wallet-agent", "wallet-credential"],
        resources: [.embedInCode("extension.js")]),
    tests(of: "WalletCredentials", "Wallet/Credentials", uses: secrets),
    tests(
        "WalletAgentApp", "Apps/wallet-agent",
        uses: walletPrograms + [
            "LogindTestSupport", "TenonCore", "TenonSQLite", "TenonSecurity", "TestSupport",
            "WalletAgentLink", "WalletTestSupport", "memory-scan",
        ]),
    tests(of: "WalletAgentLink", "Wallet/AgentLink", uses: ["TestSupport"]),
    tests(
        of: "WalletAgent", "Wallet/Agent",
        uses: secrets + [
            "TenonArchive", "TenonPublicSuffix", "TenonSQLite", "TenonTesting", "TenonXML",
            "WalletAgentClient", "WalletAgentLink", "WalletAgentMessages", "WalletCredentials",
            "WalletSync", "WalletTransfer",
        ]),
    tests(of: "WalletAccess", "Wallet/Access", uses: vaultScreens + ["WalletSettings"]),
    tests(
        of: "WalletItems", "Wallet/Items",
        uses: vaultScreens + [
            "TenonSecurity", "WalletCards", "WalletGenerator", "WalletLogins", "WalletNotes",
            "WalletRecords", "WalletSettings",
        ]),
    tests(
        "WalletScreens", "Wallet/Screens",
        uses: vaultScreens + [
            "FormTestSupport", "TenonArchive", "TenonSQLite", "TenonSystem", "TenonXML",
            "WalletAccess", "WalletAudit", "WalletCards", "WalletFiles", "WalletGenerator",
            "WalletItems", "WalletLogins", "WalletNotes", "WalletRecords", "WalletSettings",
            "WalletSync", "WalletSyncScreens", "WalletTransfer",
        ]),
    tests(
        "FirstDay", "Apps/first-day",
        uses: walletPrograms + ["TestSupport", "wallet-credential", "wallet-web"],
        exclude: ["first-day.sh", "first-evening.sh", "unlock.mjs"]),
    tests(
        "LockedMemory", "Apps/locked-memory",
        uses: walletPrograms + ["TestSupport", "memory-scan"]
            + ["wallet-credential", "wallet-tui", "wallet-web"],
        exclude: ["locked-memory.py", "place.py", "uses.py"]),
    tests(
        "WalletCommandLine", "Wallet/CommandLine",
        uses: walletPrograms + [
            "TenonCore", "TestSupport", "WalletCommandLine", "WalletTestSupport", "WalletVault",
        ],
        exclude: ["Interruption/interruption.c", "read-vault.py"]),
    tests(of: "WalletAudit", "Wallet/Audit", uses: itemScreens + ["TenonSecurity"]),
    tests(of: "WalletGenerator", "Wallet/Generator", uses: screens + ["TenonSecurity"]),
    tests(
        of: "WalletRenewals", "Wallet/Renewals",
        uses: vaultScreens + ["WalletCards", "WalletItems"]),
    tests(of: "WalletBrand", "Wallet/Brand", uses: screens),
    tests(
        of: "WalletFiles", "Wallet/Files",
        uses: itemScreens + ["TenonSQLite", "WalletSettings", "WalletSync"]),
    tests(of: "WalletSettings", "Wallet/Settings", uses: screens + ["TenonSQLite"]),
    tests(
        of: "WalletSync", "Wallet/Sync",
        uses: secrets + [
            "SeededRandom", "SyncSimulation", "SyncTestSupport", "TenonNetworking", "TenonSQLite",
            "TenonTesting",
        ]),
    tests(
        of: "WalletSyncScreens", "Wallet/SyncScreens",
        uses: itemScreens + ["TenonNetworking", "TenonSQLite", "WalletAccess", "WalletSync"]
            + products("HTTPTypes", of: "swift-http-types")),
    tests(of: "WalletSyncRequests", "Wallet/SyncRequests", uses: ["TenonCore", "TenonSecurity"]),
    tests(
        of: "WalletSyncServer", "Wallet/SyncServer",
        uses: [
            "RunningPostgreSQL", "TenonCore", "TenonNetworking", "TenonPostgreSQL", "TenonSQLite",
            "TenonSecurity", "TenonTesting", "TestSupport", "WalletSyncRequests",
        ]),
    tests(
        "WalletSyncApp", "Apps/wallet-sync",
        uses: secrets + [
            "RunningPostgreSQL", "SyncTestSupport", "TenonHTTP", "TenonNetworking",
            "TenonPostgreSQL", "TenonSQLite", "WalletSync", "WalletSyncRequests", "wallet-sync",
        ]),
    tests(
        of: "WalletTransfer", "Wallet/Transfer",
        uses: screens + [
            "SyncSimulation", "TenonArchive", "TenonMemory", "TenonPublicSuffix", "TenonSQLite",
            "TenonSecurity", "TenonSystem", "TenonXML", "TestSupport", "WalletSync", "WalletVault",
        ]),
]

// MARK: - Desktop

let gtk = try? Process.run(
    URL(fileURLWithPath: "/usr/bin/env"), arguments: ["pkg-config", "--exists", "gtk4"])
gtk?.waitUntilExit()

/// The window, which needs GTK; without it all else is built and tested.
let desktop: [Target] =
    gtk?.terminationStatus != 0
    ? []
    : [
        library("CGTK", in: "Presentation/Desktop", pkgConfig: "gtk4", apt: ["libgtk-4-dev"]),
        module(
            "TenonDesktop", "Presentation/Desktop", uses: ["TenonMemory", "TenonUI"],
            wraps: ["CGTK"], resources: texts + [.embedInCode("Style.css")]),
        app(
            "photofeed-desktop", links: feedProduct + feedPictures + ["TenonDesktop"],
            exclude: ["data"]),
        app("wallet-desktop", links: walletProduct + ["TenonDesktop"], exclude: ["data"]),
        testApp(
            "conformance-desktop",
            links: ["TenonDesktop", "TenonPictures", "TenonQRCode", "TenonTesting"]),
        tests(
            "TenonDesktop", "Presentation/Desktop",
            uses: screens + [
                "CGTK", "FeedTestSupport", "FormTestSupport", "TenonDesktop", "TenonLine",
                "TenonSecurity", "TenonTerminal", "TenonWeb", "TestSupport", "conformance-desktop",
                "photofeed-desktop", "photofeed-headless", "photofeed-server", "wallet",
                "wallet-desktop",
            ],
            resources: [.embedInCode("Support/helper.py")]),
    ]
if desktop.isEmpty { print("Without GTK there is no window; 'tools/setup desktop' installs it.") }

// MARK: - Package

let package = Package(
    name: "tenon",
    // What Core uses of the standard library is there from this system on; it is not tested there.
    platforms: [.macOS(.v26)],
    products: (sdk + presentation + services + desktop)
        .filter { $0.type == .regular && $0.name.hasPrefix("Tenon") }
        .map { .library(name: $0.name, targets: [$0.name]) },
    traits: Set(outside.flatMap(\.modules).map { .trait(name: $0) })
        .union([.trait(name: "AllModules"), .default(enabledTraits: ["AllModules"])]),
    dependencies: outside.map { dependency($0.address, $0.version) },
    targets: (sdk + presentation + services + wallet + feed + apps + tools + testSupport + testApps
        + allTests + desktop + (Context.environment["TENON_FUZZ"] == nil ? [] : fuzzing))
        .filter { $0.type != .test || (Context.environment["TENON_TESTS"] ?? $0.name) == $0.name },
    swiftLanguageModes: [.v6]
)

let shims = ["CMemorySearch", "CTenonCore", "CTenonStamp", "CWipingAllocator"]
for target in package.targets where target.type != .system && !shims.contains(target.name) {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
    ]
}
