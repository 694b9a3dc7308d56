import TenonCore
import TenonSecurity
import TenonUI

/// The screen of the generator.
struct GeneratorPresenter: Presenter {
    enum Command: String { case another, reveal, conceal, copy }
    typealias FieldName = GeneratorDraft.FieldName

    private let location = GeneratorRoute.generator.location()
    let localizer: Localizer

    func screen(for state: GeneratorInteractor.State) -> Screen {
        var blocks: [Block] = []
        if let password = state.password {
            blocks.append(.facts(result(password, state.isRevealed)))
        }
        if let problem = state.problem {
            blocks.append(.text(TextBlock(problem, localizer)))
        }
        return Screen(
            location: location, title: localizer(GeneratorText.title),
            summary: localizer(GeneratorText.summary), blocks: blocks + [.form(form(state.draft))])
    }

    private func result(_ password: GeneratedPassword, _ isRevealed: Bool) -> FactsBlock {
        let copy = Action(
            Command.copy, title: localizer(UIText.copy), scope: .row, accelerator: .copy)
        let toggle =
            isRevealed
            ? Action(Command.conceal, title: localizer(UIText.conceal), scope: .row)
            : Action(
                Command.reveal, title: localizer(GeneratorText.reveal), scope: .row, shortcut: "r")
        return FactsBlock(
            id: "result",
            facts: [
                Fact(
                    id: "password", label: localizer(GeneratorText.password),
                    value: isRevealed ? .revealed(password.text.reveal()) : .concealed,
                    actions: [copy, toggle]),
                Fact(
                    id: "strength", label: localizer(GeneratorText.strength),
                    value: .text(GeneratorText.strength(ofBits: password.bits, localizer))),
            ])
    }

    private func form(_ draft: GeneratorDraft) -> FormBlock {
        let kind = choice(
            .kind, .kind, draft.recipe.kind,
            [(.characters, .kindCharacters), (.words, .kindWords)])
        let fields =
            switch draft.recipe.kind {
            case .characters: characterFields(draft)
            case .words: wordFields(draft)
            }
        return FormBlock(
            id: "settings", title: localizer(GeneratorText.settings), fields: [kind] + fields,
            actions: [
                Action(Command.another, title: localizer(GeneratorText.another), role: .primary)
            ])
    }

    private func characterFields(_ draft: GeneratorDraft) -> [Field] {
        let titles: [PasswordRecipe.CharacterKind: GeneratorText] = [
            .lowercase: .lowercase, .uppercase: .uppercase, .digits: .digits, .symbols: .symbols,
        ]
        let options = PasswordRecipe.CharacterKind.allCases.map { kind in
            Field.Option(id: kind.rawValue, title: titles[kind].map { localizer($0) } ?? "")
        }
        return [
            Field(
                number: FieldName.length, label: localizer(GeneratorText.length),
                value: draft.length, in: PasswordGenerator.allowedLengths, isLive: true, localizer),
            Field(
                FieldName.classes, label: localizer(GeneratorText.classes),
                kind: .choices(draft.characterKinds.map(\.rawValue), options: options),
                problem: draft.characterKinds.isEmpty
                    ? localizer(GeneratorText.classesProblem) : nil,
                isLive: true),
            Field(
                FieldName.avoidsLookAlikes,
                label: localizer(GeneratorText.avoidsLookAlikes),
                help: localizer(GeneratorText.avoidsLookAlikesHelp),
                kind: .toggle(draft.recipe.characters.avoidsLookAlikes), isLive: true),
        ]
    }

    private func wordFields(_ draft: GeneratorDraft) -> [Field] {
        [
            Field(
                number: FieldName.count, label: localizer(GeneratorText.count),
                value: draft.count, in: WordGenerator.allowedCounts, isLive: true, localizer),
            choice(
                .separator, .separator, draft.separator,
                [
                    (.hyphen, .separatorHyphen), (.space, .separatorSpace),
                    (.stop, .separatorStop), (.comma, .separatorComma),
                    (.underscore, .separatorUnderscore), (.none, .separatorNone),
                ]),
            choice(
                .capitals, .capitals, draft.recipe.words.capitals,
                [(.none, .capitalsNone), (.first, .capitalsFirst), (.all, .capitalsAll)]),
            Field(
                FieldName.addsDigit, label: localizer(GeneratorText.addsDigit),
                kind: .toggle(draft.recipe.words.addsDigit), isLive: true),
        ]
    }

    private func choice<Value: RawRepresentable<String>>(
        _ name: FieldName, _ label: GeneratorText, _ value: Value,
        _ options: [(value: Value, title: GeneratorText)]
    ) -> Field {
        Field(
            name, label: localizer(label),
            kind: .choice(
                value.rawValue,
                options: options.map {
                    Field.Option(id: $0.value.rawValue, title: localizer($0.title))
                }), isLive: true)
    }
}
