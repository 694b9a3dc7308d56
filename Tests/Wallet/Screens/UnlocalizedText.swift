import TenonCore
import TenonTesting
import TenonUI

/// Finds what a screen in the pseudo-locale says outside the brackets of localised texts.
struct UnlocalizedText {
    /// What is the person's own, and the same in every language.
    let data: [String]

    /// The texts that hold words which are neither localised nor the person's.
    func all(in texts: [String]) -> [String] { texts.filter(isUnlocalized) }

    /// All that a person can read of a screen, also what its actions ask.
    static func texts(of screen: Screen) -> [String] {
        ScreenText.lines(of: screen)
            + actions(of: screen).flatMap { action in
                (action.confirmation.map { [$0.title, $0.message, $0.confirmTitle] } ?? [])
                    + (action.input.map { [$0.title, $0.message] } ?? [])
            }
    }

    /// All that a person can read of a question.
    static func texts(of question: Question) -> [String] {
        switch question.kind {
        case .alert(let alert): [alert.title, alert.message] + alert.choices.map(\.title)
        case .confirm(let confirmation):
            [confirmation.title, confirmation.message, confirmation.confirmTitle]
        case .prompt(let prompt): [prompt.title, prompt.message]
        }
    }

    /// The actions of a screen, its rows and its facts.
    static func actions(of screen: Screen) -> [Action] {
        screen.actions + targets(of: screen).map(\.action)
    }

    /// The actions of rows and facts, with what they belong to.
    static func targets(of screen: Screen) -> [(action: Action, target: String)] {
        screen.allBlocks.flatMap { block -> [(action: Action, target: String)] in
            switch block {
            case .facts(let facts):
                facts.facts.flatMap { fact in fact.actions.map { ($0, fact.id) } }
            case .list(let list):
                list.rows.flatMap { row in row.actions.map { ($0, row.id) } }
            case .text, .richText, .table, .chart, .qrCode, .image, .form, .progress, .group: []
            }
        }
    }

    /// The values of facts that are shown although they are concealed otherwise.
    static func revealed(on screen: Screen) -> [String] {
        screen.allBlocks.flatMap { block -> [String] in
            if case .qrCode(let code) = block { return code.text.map { [$0] } ?? [] }
            guard case .facts(let facts) = block else { return [] }
            return facts.facts.compactMap { fact in
                if case .revealed(let text) = fact.value { text } else { nil }
            }
        }
    }

    private func isUnlocalized(_ text: String) -> Bool {
        var outside = ""
        var depth = 0
        for character in text {
            switch character {
            case "⟦": depth += 1
            case "⟧": depth -= 1
            default: if depth == 0 { outside.append(character) }
            }
        }
        // One may be a part of another.
        for own in data.sorted(by: { $0.count > $1.count }) {
            outside = outside.replacing(own, with: "")
        }
        return outside.contains(where: \.isLetter)
    }
}
