import TenonCore
import TenonUI
import Testing

/// What a person reads in Portuguese when an application cannot start: no word of it is in English.
@Suite("Errors of boot in another language") struct BootFailureLanguageTests {
    /// Boots plugins, and returns what is told of it.
    private func told(_ plugins: [any Plugin.Type]) async throws -> String {
        let application = Application(
            ApplicationInfo(name: "Test", executable: "test", version: "1", scheme: "test"),
            configuration: Configuration(flags: ["language": "pt-BR"]),
            plugins: [UserInterface.self] + plugins, linked: false)
        let failure = await #expect(throws: BootFailure.self) {
            _ = try await application.boot()
        }
        let translator = try #require(try await application.translator())
        return translator.text(of: try #require(failure).sentence)
    }

    @Test("What is wrong with the executable, through whom, and what to do")
    func assembly() async throws {
        let told = try await told([Calendar.self, Reminders.self])
        #expect(
            told == """
                test não pode iniciar: 2 problemas na montagem do programa.

                1. Nada fornece a porta "frontEnd".
                   Exigida por esta aplicação.
                   Exigida por ui.
                   Módulos que a fornecem: \
                TenonDesktop, TenonHeadless, TenonLine, TenonTerminal, TenonWeb.
                   Vincule um deles: em Package.swift, adicione-o às dependências de test:
                       .executableTarget(name: "test", dependencies: \
                [.product(name: "TenonWeb", package: "tenon"), …])
                   Um módulo do mesmo pacote é indicado só pelo nome: "TenonWeb".

                2. Nada fornece a porta "test.days".
                   Exigida por test.reminders, exigido por test.calendar.
                   Vincule um módulo cujo plugin forneça "test.days".
                """)
    }

    @Test("What several factories say themselves")
    func factories() async throws {
        let told = try await told([Silent.self, NoDrawing.self, NoPlace.self])
        for line in [
            "test não pode iniciar: 2 problemas.",
            "falhou: O ícone da marca não é um desenho em SVG.",
            "   Dê um arquivo SVG em UTF-8 que comece com <svg",
            "falhou: \"::\" não é um local.",
            "   Escreva segmentos separados por dois-pontos, por exemplo \"order:42\".",
        ] {
            #expect(told.contains(line), "\(told)")
        }
        for word in ["The ", "It was", "failed", "Give", "Write"] {
            #expect(!told.contains(word), "\(told)")
        }
    }

    @Test("What one factory says itself, and nothing else")
    func factory() async throws {
        let told = try await told([Silent.self, NoDrawing.self])
        #expect(
            told.hasPrefix("O ícone da marca não é um desenho em SVG. Dê um arquivo SVG em UTF-8"))
    }
}

extension AnyPort {
    fileprivate static let days = Port<Int>("test.days")
    fileprivate static let alarm = Port<Int>("test.alarm")
    fileprivate static let place = Port<Int>("test.place")
}

private enum Reminders: Plugin {
    static let manifest = PluginManifest(
        name: "test.reminders", version: "1.0.0", summary: "Reminds of days")

    static func register(in registrar: inout Registrar) {
        registrar.provide(.alarm, using: .days) { $0 }
    }
}

private enum Calendar: Plugin {
    static let manifest = PluginManifest(
        name: "test.calendar", version: "1.0.0", summary: "Knows when to remind")

    static func register(in registrar: inout Registrar) { registrar.require(.alarm) }
}

/// A front end that shows nothing, so that it is not what is missing.
private enum Silent: Plugin {
    static let manifest = PluginManifest(
        name: "test.silent", version: "1.0.0", summary: "Shows nothing")

    static func register(in registrar: inout Registrar) {
        registrar.provide(.frontEnd) { SilentFrontEnd() }
        registrar.provideQuestions { SilentPresenter() }
    }
}

/// Says nothing, and nobody answers.
private struct SilentPresenter: Presenting {
    func present(_ alert: Alert) async -> String? { nil }
    func confirm(_ confirmation: Confirmation) async -> Bool { false }
    func prompt(_ prompt: Prompt) async -> SecretText? { nil }
    func notify(_ notice: Notice) {}
    func report(_ progress: TaskProgress) {}
}

private struct SilentFrontEnd: FrontEnd {
    func run(in container: Container) async throws -> TenonCore.ExitStatus { .success }
}

private enum NoDrawing: Plugin {
    static let manifest = PluginManifest(
        name: "test.drawing", version: "1.0.0", summary: "Has an icon that is none")

    static func register(in registrar: inout Registrar) {
        registrar.provide(.brand) { try Brand(icon: BrandIcon(svg: Array("ink".utf8))) }
    }
}

private enum NoPlace: Plugin {
    static let manifest = PluginManifest(
        name: "test.place", version: "1.0.0", summary: "Needs an address")

    static func register(in registrar: inout Registrar) {
        registrar.provide(.place) {
            try Location(parsing: "::", scheme: "test").segments.count
        }
    }
}
