import Foundation
import TestSupport

/// A package of somebody else, in a folder of its own, with a feature and two executables.
///
/// It uses this working copy as anybody uses a package: by its products. `greeter` links the line
/// front end, `mute` links none; their sources are equal.
struct OutsidePackage {
    private static let manifest = """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(
            name: "greeter",
            dependencies: [.package(name: "tenon", path: "\(Checkout.folder)")],
            targets: [
                .target(
                    name: "Greetings",
                    dependencies: [
                        .product(name: "TenonCore", package: "tenon"),
                        .product(name: "TenonUI", package: "tenon"),
                    ]),
                .executableTarget(
                    name: "greeter",
                    dependencies: [
                        "Greetings", .product(name: "TenonCore", package: "tenon"),
                        .product(name: "TenonLine", package: "tenon"),
                    ]),
                .executableTarget(
                    name: "mute",
                    dependencies: ["Greetings", .product(name: "TenonCore", package: "tenon")]),
            ],
            swiftLanguageModes: [.v6]
        )

        """

    private static let plugin = """
        import TenonCore
        import TenonUI

        /// Greets as often as it is asked to.
        enum Greetings: Plugin {
            static let manifest = PluginManifest(
                name: "greetings", version: "1.0.0", summary: "Greets as often as it is asked to")

            static let route = Route("greeting").argument("count", as: Int.self)

            static func register(in registrar: inout Registrar) {
                registrar.contribute(.scenes) {
                    [
                        try SceneDefinition(route) { context, count in
                            InteractiveScene(
                                Greeter(count: count), presenter: GreetingPresenter(), context: context
                            ) { input, _ in
                                if case .act(.again, _) = input { .again } else { nil }
                            }
                        }
                    ]
                }
                registrar.contribute(.coordinators) { [GreetingFlow()] }
            }
        }

        @section("tenon_plugins") @used
        let greetingsRecord: PluginRecord = (
            1, 0, { $0.initializeMemory(as: (any Plugin.Type).self, to: Greetings.self) }
        )

        """

    private static let scene = """
        import TenonCore
        import TenonUI

        /// Begins with one greeting.
        struct GreetingFlow: Coordinator {
            func decide(_ event: NavigationEvent) async -> NavigationDecision? {
                if case .start(nil) = event { .reset([Greetings.route.location(1)]) } else { nil }
            }
        }

        /// Counts the greetings.
        struct Greeter: Interactor {
            struct State: Sendable, Equatable {
                var count: Int
            }

            enum Action: Sendable {
                case again
            }

            let count: Int

            var initialState: State { State(count: count) }

            func reduce(_ state: inout State, _ action: Action) {
                switch action {
                case .again: state.count += 1
                }
            }
        }

        /// Says how many greetings there were.
        struct GreetingPresenter: Presenter {
            enum Command: String { case again }

            func screen(for state: Greeter.State) -> Screen {
                Screen(
                    location: Greetings.route.location(state.count), title: "Hello",
                    blocks: [.text(TextBlock("Greetings so far: \\(state.count)"))],
                    actions: [Action(Command.again, title: "Greet again", shortcut: "g")])
            }
        }

        """

    private static let main = """
        import Foundation
        import TenonCore

        let location = CommandLine.arguments.dropFirst().first
        let application = Application(
            ApplicationInfo(name: "Greeter", executable: "greeter", version: "1.0.0", scheme: "greeter"),
            configuration: Configuration(flags: location.map { ["open": $0] } ?? [:]))
        do {
            if location == "--modules" {
                print(try await application.check().text)
                exit(ExitStatus.success.rawValue)
            }
            exit(try await application.run().rawValue)
        } catch let error as any ExplainedError {
            FileHandle.standardError.write(Data("\\(error)\\n".utf8))
            exit(error.code.status.rawValue)
        }

        """

    private let folder: TemporaryFolder

    /// Writes the package.
    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.manifest, to: "Package.swift")
        try folder.write(Self.plugin, to: "Sources/Greetings/Greetings.swift")
        try folder.write(Self.scene, to: "Sources/Greetings/Greeter.swift")
        for name in ["greeter", "mute"] {
            try folder.write(Self.main, to: "Sources/\(name)/main.swift")
        }
        // The versions that this working copy was built with: nothing has to be looked for.
        let pins = try? String(
            contentsOfFile: "\(Checkout.folder)/Package.resolved", encoding: .utf8)
        if let pins { try folder.write(pins, to: "Package.resolved") }
    }

    /// Builds both executables.
    func build() async throws -> Program.Result {
        try await Program(path: "/usr/bin/env", folder: folder.path).run("swift", "build")
    }

    /// Runs one of the executables.
    func run(_ name: String, _ arguments: String..., input: String = "") async throws
        -> Program.Result
    {
        try await Program(
            path: "\(folder.path)/.build/debug/\(name)", environment: ["LANG": "C.UTF-8"]
        ).run(arguments, input: input)
    }
}
