import TenonCore
import Testing

@Suite struct BootFailureTests {
    private let first = Port<Int>("first")
    private let second = Port<Int>("second")

    private func failure(_ one: Trouble, _ other: Trouble) async throws -> BootFailure {
        let plugins = [(first, one), (second, other)].map { port, trouble in
            PluginDefinition(port.name) {
                $0.provide(port) { throw trouble }
            }
        }
        let failure = await #expect(throws: BootFailure.self) {
            _ = try await Application.with(plugins) { try await $0.boot() }
        }
        return try #require(failure)
    }

    @Test("what this machine lacks is said once, as it is, and not as a fault of the executable")
    func reason() async throws {
        let failure = try await failure(Trouble("There is no home."), Trouble("There is no home."))
        #expect(failure.problems.count == 2)
        #expect(failure.description == "There is no home. Build one.")
        #expect(failure.code == .trouble)
    }

    @Test("several different reasons are told one by one")
    func several() async throws {
        let failure = try await failure(Trouble("There is no home."), Trouble("There is no clock."))
        #expect(failure.description.hasPrefix("test-app cannot start: 2 problems"))
        #expect(failure.description.contains("There is no clock."))
        #expect(failure.code == .bootFailed)
    }
}

private struct Trouble: ExplainedError {
    let code = ErrorCode.trouble
    let message: Sentence
    let remedy: Sentence = "Build one."

    init(_ text: String) { message = Sentence(verbatim: text) }
}

extension ErrorCode {
    fileprivate static let trouble = ErrorCode("test.trouble", .unavailable)
}
