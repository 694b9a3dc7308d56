import TenonCore
import Testing

@Suite struct PluginGraphTests {
    private let weather = Port<String>("weather", providers: ["AcmeWeather", "BestWeather"])
    private let news = Port<String>("news")

    @Test("plugins that fit together have no problems")
    func fine() async throws {
        let reader = PluginDefinition("reader", requires: [weather])
        let station = PluginDefinition("station") { [weather] in
            $0.provide(weather) { "sunny" }
        }
        #expect(try await Application.problems(reader, station) == [])
    }

    @Test(
        "a missing port is told with who requires it, through whom, who has it, and what to write")
    func missing() async throws {
        let screen = PluginDefinition("screen", requires: [news])
        let reader = PluginDefinition("reader", requires: [weather]) { [news] in
            $0.provide(news) { "" }
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
        let first = PluginDefinition("first", requires: [news]) { [weather] in
            $0.provide(weather) { "" }
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
            PluginDefinition(name) { [weather] in
                $0.provide(weather) { name }
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
            PluginDefinition(name) { $0.provide(port) { name } }
        }
        #expect(try await Application.problems(reader) == [])
        #expect(try await Application.problems(reader, provider("a")) == [])
        #expect(try await Application.problems(reader, provider("a"), provider("b")).count == 1)
    }

    private func presentation(_ name: String) -> PluginDefinition {
        PluginDefinition(name) {
            $0.provide(.frontEnd) { IdleFrontEnd() }
            $0.provide(.alerts) { SilentAlerts(name: name) }
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

    @Test("what the factories use is required, and what a plugin provides itself is not")
    func derivedRequirements() async throws {
        let both = PluginDefinition("both") { [weather, news] in
            $0.provide(weather) { "sunny" }
            $0.provide(news, using: weather, .clock) { weather, _ in weather }
        }
        let problems = try await Application.problems(both)
        #expect(problems.map(\.message) == ["Nothing provides the port \"clock\"."])
        #expect(problems.first?.details.first == "Required by both.")
    }

    @Test("one who overrides takes the place of all others, whose factories do not run")
    func overriding() async throws {
        let log = Log<String>()
        let station = PluginDefinition("station") { [weather, news] in
            // What only the factory that is not used needs is not required.
            $0.provide(weather, using: news) { _ in
                log.add("made")
                return "sunny"
            }
        }
        let own = PluginDefinition("own") { [weather] in
            $0.provide(weather, overriding: true) { "rainy" }
        }
        let running = try await Application.boot(station, own, .requiring(weather))
        #expect(running.container[weather] == "rainy")
        #expect(log.entries == [])
        let ports = running.container.report.ports
        #expect(ports.first { $0.name == "weather" }?.providers == ["own"])
    }

    @Test("two who override the same port are a problem that names both")
    func overridingTwice() async throws {
        func station(_ name: String) -> PluginDefinition {
            PluginDefinition(name) { [weather] in
                $0.provide(weather, overriding: true) { name }
            }
        }
        let problems = try await Application.problems(
            station("a"), station("b"),
            PluginDefinition("c") { [weather] in $0.provide(weather) { "" } })
        #expect(problems.map(\.message) == ["2 plugins provide the port \"weather\"."])
        #expect(problems[0].details == ["They are a, b."])
    }

    @Test("a front end that does not take part overrides nothing")
    func overridingAside() async throws {
        let line = PluginDefinition("line") { [weather] in
            $0.provide(.frontEnd) { IdleFrontEnd() }
            $0.provide(weather, overriding: true) { "line" }
        }
        let station = PluginDefinition("station") { [weather] in $0.provide(weather) { "sunny" } }
        let running = try await Application.with(
            [line, presentation("web"), station, .requiring(weather)], frontEnd: false,
            frontEndPlugin: "web"
        ) { try await $0.boot() }
        #expect(running.container[weather] == "sunny")
    }

    @Test("the executable itself can override what a plugin provides")
    func overridingByExecutable() async throws {
        let station = PluginDefinition("station") { [weather] in $0.provide(weather) { "sunny" } }
        let seen = try await PluginDefinition.$all.withValue([station, .frontEnd]) {
            try await Application(
                .test, plugins: PluginDefinition.types, linked: false,
                providing: { [weather] in
                    $0.provide(weather, overriding: true) { "rainy" }
                    $0.require(weather)
                }
            ).boot().container[weather]
        }
        #expect(seen == "rainy")
    }

    @Test("what comes with a front end is not missing beside it")
    func missingWithFrontEnd() async throws {
        let problems = try await Application.problems(
            PluginDefinition("reader", requires: [AnyPort.alerts, news]), frontEnd: false)
        #expect(
            problems.map(\.message) == [
                "Nothing provides the port \"frontEnd\".", "Nothing provides the port \"news\".",
            ])
        #expect(problems[0].remedy.joined().contains(#".product(name: "Tenon"#))
    }

    @Test("plugins of the same name, and different ports of the same name, are problems")
    func sameNames() async throws {
        let other = Port<Int>("weather")
        let problems = try await Application.problems(
            PluginDefinition("twin") { [weather] in
                $0.provide(weather) { "" }
            },
            PluginDefinition("twin") { $0.provide(other) { 1 } },
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
                    PluginDefinition("east") {
                        $0.provide(weather) {
                            log.add("made")
                            return ""
                        }
                    },
                    PluginDefinition("west") {
                        $0.provide(weather) { "" }
                    },
                ], frontEnd: false
            ) { try await $0.boot() }
        }
        let problems = try #require(failure).problems
        #expect(problems.count == 3)
        #expect(failure?.code.status == .configuration)
        #expect(failure?.message.description.contains("3 problems") == true)
        for number in 1...3 {
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
