import BoundaryRules
import Foundation
import TestSupport

/// A small repository that keeps all rules until a test changes something.
struct SampleRepository {
    /// A target as the sample's manifest declares it.
    struct Declaration {
        /// The package manager's word: `target`, `executableTarget` or `testTarget`.
        var kind = "target"
        var path: String
        /// Dependencies as the manifest spells them, separated by commas.
        var uses = ""
    }

    /// What the loop at the end of the manifest sets.
    var settings = [
        #".enableUpcomingFeature("ExistentialAny")"#,
        #".enableUpcomingFeature("InternalImportsByDefault")"#,
        #".enableUpcomingFeature("MemberImportVisibility")"#,
        ".treatAllWarnings(as: .error)",
    ]

    /// The outside packages, by their addresses.
    var packages = ["https://github.com/groue/GRDB.swift": "7.10.0"]

    /// What the manifest ends with.
    var manifestEnd = ""

    /// Each target by its name.
    var targets: [String: Declaration] = [
        "TenonCore": Declaration(path: "Modules/Core"),
        "TenonUI": Declaration(path: "Modules/UI", uses: #""TenonCore""#),
        "TenonLine": Declaration(
            path: "Modules/Presentation/Line", uses: #""TenonCore", "TenonUI""#),
        "TenonWeb": Declaration(path: "Modules/Presentation/Web", uses: #""TenonUI""#),
        "TenonSQLite": Declaration(
            path: "Modules/Services/SQLite", uses: #""TenonCore", \#(Self.outsideProduct)"#),
        "TenonSystem": Declaration(path: "Modules/Services/System", uses: #""TenonCore""#),
        "WalletLogins": Declaration(path: "Modules/Wallet/Logins", uses: #""TenonUI""#),
        "wallet": Declaration(
            kind: "executableTarget", path: "Apps/wallet",
            uses: #""TenonLine", "TenonSQLite", "WalletLogins""#),
        "TenonCoreTests": Declaration(
            kind: "testTarget", path: "Tests/Core", uses: #""TenonCore""#),
    ]

    /// Each file by its path.
    var files = [
        "LICENSE": "", "README.md": "# Sample\n", ".gitignore": ".build\n*.swp\n",
        ".swift-format": "{}\n", ".ci/run": "", "tools/run": "",
        "Modules/Core/README.md": "# Core\n",
        "Modules/Core/Plugin.swift": "import Synchronization\n",
        "Modules/UI/README.md": "# UI\n",
        "Modules/UI/Screen.swift": "public import TenonCore\nimport Foundation\n",
        "Modules/Presentation/Line/README.md": "# Line\n",
        "Modules/Presentation/Line/Line.swift": "import TenonCore\nimport TenonUI\n",
        "Modules/Presentation/Web/README.md": "# Web\n",
        "Modules/Presentation/Web/Web.swift": "import TenonUI\n",
        "Modules/Services/SQLite/README.md": "# SQLite\n",
        "Modules/Services/SQLite/Store.swift": "import GRDB\nimport TenonCore\n",
        "Modules/Services/System/README.md": "# System\n",
        "Modules/Services/System/Clock.swift": "import Glibc\nimport TenonCore\n",
        "Modules/Wallet/Logins/README.md": "# Logins\n",
        "Modules/Wallet/Logins/Logins.swift": "package import TenonUI\n",
        "Apps/wallet/main.swift": "print(1)\n",
        "Tests/Core/CoreTests.swift": "import TenonCore\nimport Testing\n",
    ]

    /// A product of an outside package, as a dependency in the manifest.
    static let outsideProduct = #".product(name: "GRDB", package: "GRDB.swift")"#

    /// Writes the repository to a folder of its own.
    func write() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for (path, text) in files { try folder.write(text, to: path) }
        try folder.write(manifest + manifestEnd, to: "Package.swift")
        return folder
    }

    /// Dumps the manifest with the real package manager and applies all rules.
    func inspect() async throws -> Inspection {
        let folder = try write()
        let swift = Program(path: "/usr/bin/env", folder: folder.path)
        let dump = try await swift.run("swift", "package", "dump-package")
        let manifest = try Manifest(dumped: Data(dump.output.utf8))
        return try Inspection(manifest: manifest, tree: ProjectTree(folder: folder.path))
    }

    /// What breaks a rule, as `path:line: rule`.
    func places() async throws -> [String] {
        try await inspect().findings.map { "\($0.path):\($0.line): \($0.rule.rawValue)" }
    }

    /// One target a line, the first of them in line 6.
    private var manifest: String {
        let declarations = targets.sorted { $0.key < $1.key }.map { name, target in
            "    .\(target.kind)(name: \"\(name)\", dependencies: [\(target.uses)], "
                + "path: \"\(target.path)\"\(target.kind == "target" ? ", exclude: exclude" : "")),"
        }
        let outside = packages.sorted { $0.key < $1.key }
            .map { ".package(url: \"\($0.key)\", from: \"\($0.value)\")" }
        return """
            // swift-tools-version: 6.2
            import PackageDescription

            let exclude = ["README.md"]
            let targets: [Target] = [
            \(declarations.joined(separator: "\n"))
            ]
            let package = Package(
                name: "sample",
                dependencies: [\(outside.joined(separator: ", "))],
                targets: targets, swiftLanguageModes: [.v6])
            for target in package.targets {
                target.swiftSettings = [\(settings.joined(separator: ", "))]
            }

            """
    }
}
