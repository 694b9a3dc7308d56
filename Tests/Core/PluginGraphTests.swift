import TenonCore
import Testing

@Suite struct PluginGraphTests {
    private let weather = Port<String>("weather", providers: ["AcmeWeather", "BestWeather"])
    private let news = Port<String>("news")

    @Test("plugins that fit together have no problems")
    func fine() async throws {
        let reader = PluginDefinition("reader", requires: [weather])
        let station = PluginDefinition("station", provides: [weather]) { [weather] in
            $0.provide(weather) { _ in "sunny" }
        }
        #expect(try await Application.problems(reader, station) == [])
    }

    @Test(
        "a missing port is told with who requires it, through whom, who has it, and what to write")
    func missing() async throws {
        let screen = PluginDefinition("screen", requires: [news])
        let reader = PluginDefinition("reader", provides: [news], requires: [weather]) { [news] in
            $0.provide(news) { _ in "" }
        }
        let problems = try await Application.problems(screen, reader)
        let problem = try #require(problems.first)
        #expect(problems.count == 1)
        #expect(problem.message == "Nothing provides the port \"weather\".")
        #expect(problem.details.contains("Required by reader, which is required by screen."))
        #expect(problem.details.contains("Modules that provide it: AcmeWeather, BestWeather."))
        #expect(problem.remedy.contains { $0.contains(".executableTarget(name: \"test-app\"") })
    }

    @Test("a missing port that no known module provides is told all the same")
    func missingUnknown() async throws {
        let problems = try await Application.problems(PluginDefinition("reader", requires: [news]))
        #expect(problems.map(\.message) == ["Nothing provides the port \"news\"."])
        #expect(problems[0].details == ["Required by reader."])
    }

    @Test("plugins that require each other in a ring do not keep the explanation from ending")
    func ring() async throws {
        let first = PluginDefinition("first", provides: [weather], requires: [news]) { [weather] in
            $0.provide(weather) { _ in "" }
        }
        let second = PluginDefinition("second", requires: [weather, news])
        let problems = try await Application.problems(first, second)
        #expect(
            problems[0].details == [
                "Required by first, which is required by second.", "Required by second.",
            ])
    }

    @Test("without a front end the application itself is named as the one who requires it")
    func missingFrontEnd() async throws {
        let problems = try await Application.problems(frontEnd: false)
        #expect(problems.map(\.message) == ["Nothing provides the port \"frontEnd\"."])
        #expect(problems[0].details.first == "Required by the application.")
    }

    @Test("two providers of one port are both named")
    func ambiguous() async throws {
        func station(_ name: String) -> PluginDefinition {
            PluginDefinition(name, provides: [weather]) { [weather] in
                $0.provide(weather) { _ in name }
            }
        }
        let problems = try await Application.problems(station("south"), station("north"))
        #expect(problems.map(\.message) == ["2 plugins provide the port \"weather\"."])
        #expect(problems[0].details == ["They are north, south."])
    }

    @Test("an optional port takes one provider or none, but not two")
    func optional() async throws {
        let port = OptionalPort<String>("maybe")
        let reader = PluginDefinition("reader", requires: [port])
        func provider(_ name: String) -> PluginDefinition {
            PluginDefinition(name, provides: [port]) { $0.provide(port) { _ in name } }
        }
        #expect(try await Application.problems(reader) == [])
        #expect(try await Application.problems(reader, provider("a")) == [])
        #expect(try await Application.problems(reader, provider("a"), provider("b")).count == 1)
    }

    private func presentation(_ name: String) -> PluginDefinition {
        PluginDefinition(name, provides: [.frontEnd, .alerts]) {
            $0.provide(.frontEnd) { _ in IdleFrontEnd() }
            $0.provide(.alerts) { _ in SilentAlerts(name: name) }
        }
    }

    @Test("of two front ends one must be chosen: a single problem that says how")
    func twoFrontEnds() async throws {
        let problems = try await Application.problems(
            presentation("line"), presentation("web"), frontEnd: false)
        #expect(problems.map(\.message) == ["2 plugins provide the port \"frontEnd\"."])
        #expect(problems[0].remedy.joined().contains("--front-end line"))
    }

    @Test("the chosen front end also provides what comes with it, and the other takes no part")
    func chosenFrontEnd() async throws {
        let running = try await Application.with(
            [presentation("line"), presentation("web")], frontEnd: false, frontEndPlugin: "web"
        ) { try await $0.boot() }
        #expect((running.container[.alerts] as? SilentAlerts)?.name == "web")
        #expect(running.container.report.plugins.map(\.name) == ["web"])
    }

    @Test("an unknown front end is one problem that names the linked ones")
    func unknownFrontEnd() async throws {
        let problems = try await Application.problems(
            presentation("line"), presentation("web"), frontEnd: false, frontEndPlugin: "desktop")
        #expect(problems.count == 1)
        #expect(problems[0].details == ["Linked front ends: line, web."])
    }

    @Test("a manifest that promises what is not registered is told with both lists")
    func promisesTooMuch() async throws {
        let liar = PluginDefinition("liar", provides: [weather], contributes: [.settings])
        let problems = try await Application.problems(liar)
        #expect(
            problems.map(\.message) == [
                "The plugin liar provides other ports than its manifest says.",
                "The plugin liar contributes to other ports than its manifest says.",
            ])
        #expect(problems[0].details == ["Manifest: weather.", "Registered: none."])
    }

    @Test("registering what the manifest does not mention is told as well")
    func promisesTooLittle() async throws {
        let shy = PluginDefinition("shy") { [weather] in $0.provide(weather) { _ in "" } }
        let problems = try await Application.problems(shy)
        #expect(problems[0].details == ["Manifest: none.", "Registered: weather."])
    }

    @Test("the order of the manifest does not matter")
    func manifestOrder() async throws {
        let both = PluginDefinition("both", provides: [news, weather]) { [weather, news] in
            $0.provide(weather) { _ in "" }
            $0.provide(news) { _ in "" }
        }
        #expect(try await Application.problems(both) == [])
    }

    @Test("plugins of the same name, and different ports of the same name, are problems")
    func sameNames() async throws {
        let other = Port<Int>("weather")
        let problems = try await Application.problems(
            PluginDefinition("twin", provides: [weather]) { [weather] in
                $0.provide(weather) { _ in "" }
            },
            PluginDefinition("twin", provides: [other]) { $0.provide(other) { _ in 1 } },
            PluginDefinition("twin"))
        #expect(
            problems.map(\.message) == [
                "3 plugins are called \"twin\".", "Two different ports are called \"weather\".",
            ])
    }

    @Test("everything that is wrong is told at once, numbered, and nothing is made before")
    func everything() async throws {
        let log = Log<String>()
        let failure = await #expect(throws: BootFailure.self) {
            _ = try await Application.with(
                [
                    PluginDefinition("reader", requires: [news]),
                    PluginDefinition("liar", provides: [.clock]),
                    PluginDefinition("east", provides: [weather]) {
                        $0.provide(weather) { _ in
                            log.add("made")
                            return ""
                        }
                    },
                    PluginDefinition("west", provides: [weather]) {
                        $0.provide(weather) { _ in "" }
                    },
                ], frontEnd: false
            ) { try await $0.boot() }
        }
        let problems = try #require(failure).problems
        #expect(problems.count == 4)
        #expect(failure?.code.status == .configuration)
        #expect(failure?.message.description.contains("4 problems") == true)
        for number in 1...4 {
            #expect(failure?.message.description.contains("\n\(number). ") == true)
        }
        #expect(log.entries == [])
    }
}

/// Presents nothing.
struct SilentAlerts: AlertPresenting {
    let name: String

    func present(_ alert: Alert) async -> String? { nil }
}
