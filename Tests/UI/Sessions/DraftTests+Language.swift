import TenonCore
import TenonTesting
import TenonUI
import Testing

extension DraftTests {
    /// A form whose words are in the person's language.
    private final class TranslatedForm: Scene {
        private let context: SceneContext

        init(_ context: SceneContext) { self.context = context }

        var screen: Screen {
            let options = Self.options(context.localizer)
            let fields = [
                Field(
                    id: "text", label: context.localizer(UIText.cancel),
                    kind: .text("", isMultiline: false)),
                Field(id: "choice", label: "Choice", kind: .choice("a", options: options)),
                Field(id: "choices", label: "Choices", kind: .choices(["a"], options: options)),
            ]
            return Screen(
                location: context.location, title: "Form",
                blocks: [.form(FormBlock(id: "form", fields: fields, actions: []))])
        }

        static func options(_ localizer: Localizer) -> [Field.Option] {
            [
                Field.Option(id: "a", title: localizer(UIText.cancel)),
                Field.Option(id: "b", title: localizer(UIText.discard)),
            ]
        }

        func start(changed: @escaping @Sendable () -> Void) {}

        func receive(_ input: SceneInput) -> Bool { false }

        func stop() {}
    }

    @Test("stays in a half-filled form when the language changes, in the words of the new one")
    func language() async throws {
        let pilot = try await SessionPilot(plugins: [], at: "form") { registrar in
            registrar.contribute(.scenes) {
                [try SceneDefinition(pattern: "form") { TranslatedForm($0) }]
            }
        }
        let typed: [String: FieldValue] = [
            "text": .text("new"), "choice": .text("b"), "choices": .choices(["b"]),
        ]
        try pilot.session.send(.edit(typed))
        pilot.application.container[.appearance].setLanguage("pt-BR")
        try await pilot.wait(for: "Cancelar")
        let options = TranslatedForm.options(pilot.application.container[.localizer])
        #expect(
            try pilot.screen().fields.map(\.kind) == [
                .text("new", isMultiline: false), .choice("b", options: options),
                .choices(["b"], options: options),
            ])
        #expect(pilot.session.hasUnsent)
        await pilot.stop()
    }
}
