import Foundation
import Synchronization
import TenonCore
import TenonTesting
import TenonUI
import Testing

@Suite struct SessionPilotTests {
    private static let stub = Stub("a") { screen in
        screen.actions = [Action(id: "go", title: "Go", shortcut: "g")]
        screen.blocks = [
            .form(
                FormBlock(
                    id: "f",
                    fields: [
                        Field(id: "n", label: "Name", kind: .text("Ada", isMultiline: false)),
                        Field(id: "p", label: "Password", kind: .secret(isSet: true)),
                        Field(
                            id: "c", label: "Colour",
                            kind: .choice("r", options: [Field.Option(id: "r", title: "Red")])),
                        Field(id: "l", label: "Live", kind: .toggle(false), isLive: true),
                    ], actions: [Action(id: "save", title: "Save")]))
        ]
    }

    @Test("a form is sent whole: as it was, and as it was filled in")
    func form() async throws {
        let world = try await World([Self.stub])
        try await world.pilot.fill("Name", with: .text("Grace"))
        try await world.pilot.fill("Live", with: .toggle(true))
        try await world.pilot.choose("Save")
        #expect(
            try world.scene("a").inputs.suffix(2) == [
                .edit(["l": .toggle(true)]),
                .act(
                    "save", target: nil,
                    fields: [
                        "n": .text("Grace"), "p": .secret(SecretText("")), "c": .text("r"),
                        "l": .toggle(true),
                    ], input: nil),
            ])
    }

    @Test("a key does what its action does")
    func press() async throws {
        let world = try await World([Self.stub])
        try await world.pilot.press("g")
        guard case .act("go", _, _, _) = try world.scene("a").inputs.last else {
            Issue.record("The scene did not hear of it.")
            return
        }
    }

    @Test("what cannot be done says what there is instead")
    func failures() async throws {
        let pilot = try await World([Self.stub]).pilot
        let attempts: [(String, () async throws -> Void)] = [
            ("choose \"Stop\"", { try await pilot.choose("Stop") }),
            ("choose \"Go\" on \"Row\"", { try await pilot.choose("Go", on: "Row") }),
            ("press \"x\"", { try await pilot.press("x") }),
            ("fill in \"Age\"", { try await pilot.fill("Age", with: .number("1")) }),
            ("fill in \"Name\"", { try await pilot.fill("Name", with: .toggle(true)) }),
            ("fill in \"Colour\"", { try await pilot.fill("Colour", with: .choice("Blue")) }),
            ("show more of \"List\"", { try await pilot.showMore(of: "List") }),
            ("answer confirm", { try await pilot.answer(.confirm) }),
        ]
        for (what, attempt) in attempts {
            let error = await #expect(throws: TestingError.self) { try await attempt() }
            #expect(error?.message.description.contains("Cannot \(what)") == true)
            #expect(error?.message.description.contains("Password") == true)
            #expect(error?.message.description.contains("SessionPilotTests.swift:") == true)
            #expect(error?.place != nil)
        }
    }

    @Test("a text is seen on the row with a label only")
    func rows() async throws {
        let stub = Stub("a") { screen in
            screen.blocks = [
                .list(
                    ListBlock(
                        id: "l",
                        rows: [
                            Row(
                                id: "1", title: "Bank", value: "ada",
                                actions: [Action(id: "copy", title: "Copy", scope: .row)]),
                            Row(id: "2", title: "Shop", value: "grace"),
                        ])),
                .facts(
                    FactsBlock(
                        id: "f", facts: [Fact(id: "n", label: "Name", value: .text("Hopper"))])),
            ]
        }
        let pilot = try await World([stub]).pilot
        #expect(pilot.sees("ada", on: "Bank"))
        #expect(pilot.sees("Copy", on: "Bank"))
        #expect(!pilot.sees("grace", on: "Bank"))
        #expect(!pilot.sees("ada", on: "Shop"))
        #expect(!pilot.sees("ada", on: "Nowhere"))
        #expect(pilot.sees("Hopper", on: "Name"))
    }

    /// What a run was given and how it ended.
    private final class Trace: LifecycleHandling {
        private let state = Mutex<[String]>([])

        var lines: [String] { state.withLock(\.self) }

        func add(_ line: String) { state.withLock { $0.append(line) } }
        func start() async throws { add("start") }
        func stop() async { add("stop") }
    }

    private struct Failure: Error {}

    @Test("a run stops the application and removes its home, also when the test fails")
    func run() async throws {
        let trace = Trace()
        let port = Port<Trace>("trace")
        let scenes: @Sendable (inout Registrar) -> Void = { registrar in
            registrar.provide(port) { trace }
            registrar.contribute(.scenes) {
                [
                    try SceneDefinition(pattern: "a") { context in
                        StubScene(context, screen: Self.stub.screen, react: Self.stub.react)
                    }
                ]
            }
        }
        let info = ApplicationInfo(
            name: "Tea House", executable: "tea", version: "2.0.0", scheme: "tea")
        var homes: Set<String> = []
        let title = try await SessionPilot.run(
            application: info, settings: ["language": "pt-BR"], at: "a", providing: scenes
        ) { pilot in
            let container = pilot.application.container
            let home = try #require(container[.configuration].environmentVariable("HOME"))
            #expect(FileManager.default.fileExists(atPath: home))
            #expect(container[.application] == info)
            #expect(container[.localizer].language == "pt-BR")
            homes.insert(home)
            return pilot.session.screen?.title
        }
        #expect(title == "a")
        #expect(trace.lines == ["start", "stop"])
        await #expect(throws: Failure.self) {
            try await SessionPilot.run(at: "a", providing: scenes) { pilot in
                let configuration = pilot.application.container[.configuration]
                homes.insert(configuration.environmentVariable("HOME") ?? "")
                throw Failure()
            }
        }
        #expect(trace.lines == ["start", "stop", "start", "stop"])
        await #expect(throws: RoutingError.self) {
            try await SessionPilot.run(at: "nowhere", providing: scenes) { _ in }
        }
        #expect(trace.lines.suffix(2) == ["start", "stop"])
        #expect(homes.count == 2)
        for home in homes { #expect(!FileManager.default.fileExists(atPath: home)) }
    }

    @Test("an application runs with the pilot's front end until its session ends")
    func frontEnd() async throws {
        let world = try await World([Self.stub])
        let (sessions, opened) = AsyncStream.makeStream(of: Session.self)
        let frontEnd = PilotFrontEnd { opened.yield($0) }
        let host = SessionHost(
            world.pilot.application.container.overriding { overrides in
                overrides.provide(
                    .configuration,
                    Configuration(flags: [SessionHost.startSetting.declaration.name: "a"]))
            })
        let running = Task { try await frontEnd.run(host) }
        for await session in sessions {
            #expect(session.screen?.title == "a")
            session.end()
            break
        }
        #expect(try await running.value == .success)
    }
}
