import TenonCore
import Testing

@Suite struct SentenceTests {
    /// Says the words that it knows in capitals.
    private struct Shouting: Translating, TranslatorMaking {
        var translations: [[UInt8]] = []

        func text(of sentence: Sentence) -> String {
            sentence.filling(sentence.pattern.uppercased(), text(of:))
        }

        func makeTranslator(_ translations: [[UInt8]]) -> any Translating {
            Shouting(translations: translations)
        }
    }

    private enum Speech: Plugin {
        static let manifest = PluginManifest(
            name: "speech", version: "1.0.0", summary: "")

        static func register(in registrar: inout Registrar) {
            registrar.contribute(.translations) { [Array("{}".utf8)] }
            registrar.contribute(.translators) { [Shouting()] }
        }
    }

    /// A front end that shows nothing.
    private enum Silence: Plugin {
        struct Nothing: FrontEnd {
            func run(in container: Container) async throws -> TenonCore.ExitStatus { .success }
        }

        static let manifest = PluginManifest(
            name: "silence", version: "1.0.0", summary: "")

        static func register(in registrar: inout Registrar) {
            registrar.provide(.frontEnd) { Nothing() }
        }
    }

    private static func application(_ plugins: any Plugin.Type...) -> Application {
        Application(.test, plugins: plugins + [Silence.self], linked: false)
    }

    @Test("an interpolated literal keeps its values apart from its words")
    func literal() {
        let path = "/tmp/a b"
        let sentence: Sentence = "There are \(2) files at \(path)."
        #expect(sentence.pattern == "There are {0} files at {1}.")
        #expect(sentence.values == [.text("2"), .text("/tmp/a b")])
        #expect("\(sentence)" == "There are 2 files at /tmp/a b.")
        #expect(("Plain." as Sentence).values.isEmpty)
    }

    @Test("a sentence within a sentence is translated as well, in any order")
    func nested() {
        let inner: Sentence = "the row \(7)"
        let outer: Sentence = "\(inner) is \("lost")."
        #expect(outer.values.first == .sentence(inner))
        #expect("\(outer)" == "the row 7 is lost.")
        #expect(Shouting().text(of: outer) == "THE ROW 7 IS lost.")
        #expect(outer.filling("{1}: {0}") { "<\($0)>" } == "lost: <the row 7>")
    }

    @Test(
        "what looks like a place and is none stays as it is",
        arguments: ["{", "{}", "{1}", "{x}", "{0", "a {name} b", "}{", "{-1}"])
    func places(pattern: String) {
        let sentence: Sentence = "\("v")"
        #expect(sentence.filling(pattern) { "\($0)" } == pattern)
        #expect("\(Sentence(pattern: pattern, values: []))" == pattern)
    }

    @Test("text that was made elsewhere is said as it is, whatever it looks like")
    func verbatim() {
        #expect("\(Sentence(verbatim: "{0} \\(x)"))" == "{0} \\(x)")
        #expect(Sentence(verbatim: "").isEmpty)
        #expect(Shouting().text(of: Sentence(verbatim: "as it is")) == "as it is")
    }

    @Test("sentences are joined by blanks; those that say nothing are left out")
    func joined() {
        let joined = Sentence(joining: ["One \(1).", "", "Two."])
        #expect("\(joined)" == "One 1. Two.")
        #expect(Shouting().text(of: joined) == "ONE 1. TWO.")
        #expect(Sentence(joining: []).isEmpty)
    }

    @Test("any error has an explanation; one that explains nothing is called a defect")
    func explanation() {
        let explained = Explanation(RoutingError.badPush)
        #expect(explained.code == .pushMalformed)
        #expect("\(explained)" == "\(RoutingError.badPush)")
        #expect(explained == Explanation(explained))
        #expect(explained.cause == nil)
        let defect = Explanation(CancellationError())
        #expect(defect.code.name == "defect" && defect.code.status == .defect)
        #expect("\(defect)" == "Something unexpected happened: CancellationError()")
    }

    @Test("a container says sentences by the translator of its plugins, before boot as well")
    func container() async throws {
        let application = Self.application(Speech.self)
        let own = Array("[]".utf8)
        let translator = try #require(try await application.translator(with: [own]) as? Shouting)
        #expect(translator.translations == [own, Array("{}".utf8)])
        let container = try await application.boot().container
        #expect(container.text(of: "It is \("so").") == "IT IS so.")
        let silent = Self.application()
        #expect(try await silent.translator() == nil)
        #expect(try await silent.boot().container.text(of: "It is \("so").") == "It is so.")
    }
}
