import TestSupport
import Testing

@Suite("What tools/new makes", .enabled(if: TestRun.isWhole))
struct NewProductTests {
    private static let requests = [
        ["module", "Services/Mail"], ["feature", "shopping-list"], ["front-end", "Speech"],
        ["app", "kiosk", "--front-end", "speech"],
    ]
    private static let made = [
        "Modules/Services/Mail", "Tests/Services/Mail", "Modules/Wallet/ShoppingList",
        "Tests/Wallet/ShoppingList", "Modules/Presentation/Speech", "Tests/Presentation/Speech",
        "Tests/Apps/conformance-speech", "Apps/kiosk", "Tests/Apps/kiosk",
    ]
    private static let tests = [
        "TenonMailTests", "WalletShoppingListTests", "TenonSpeechTests", "KioskAppTests",
    ]

    /// One of each kind, in a copy of this repository: the app links the front end and the feature.
    @Test("Keeps all rules, builds, and passes its own tests: conformance, and Wallet's features")
    func oneOfEach() async throws {
        let copy = try await RepositoryCopy()
        for request in Self.requests {
            let result = try await Program(path: "\(copy.path)/tools/new").run(request)
            try #require(result.status == 0, "\(request): \(result.errors)")
        }
        for folder in Self.made { #expect(!copy.files(below: folder).isEmpty, "\(folder)") }

        let style = try await copy.lint(Self.made + ["Package.swift"])
        #expect(style.status == 0, "\(style.errors)")
        let dump = try await copy.swift(["package", "dump-package"])
        let structure = try await Program(built: "boundaries", folder: copy.path).run(
            ["."], input: dump.output)
        #expect(structure.status == 0, "\(structure.output)\(structure.errors)")

        try copy.keep(targets: Self.tests)
        // Where it is possible, only what is new is built.
        let isInPlace = try await copy.canTakePlace()
        func swift(_ arguments: [String]) async throws -> Program.Result {
            if isInPlace {
                // Whoever runs these tests may have locked the folder; what is built lies apart from it.
                return try await copy.inPlace(
                    ["swift"] + arguments + BuildOptions.ofCheckout + ["--ignore-lock"])
            }
            return try await copy.swift(arguments + BuildOptions.once)
        }
        let build = try await swift(["build", "--build-tests"])
        try #require(build.status == 0, "\(build.output.suffix(8000))\(build.errors)")
        let run = try await swift(["test", "--skip-build", "--no-parallel", "--disable-xctest"])
        let report = run.output + run.errors
        #expect(run.status == 0, "\(report)")
        for suite in [
            "MailServiceTests", "ShoppingListSceneTests", "\"The speech front end\"", "\"kiosk\"",
        ] {
            #expect(report.contains("Suite \(suite) passed"), "\(suite)")
        }
    }
}

extension RepositoryCopy {
    /// Checks the format of some files and folders.
    fileprivate func lint(_ paths: [String]) async throws -> Program.Result {
        try await swift(["format", "lint", "--strict", "--recursive"] + paths)
    }
}
