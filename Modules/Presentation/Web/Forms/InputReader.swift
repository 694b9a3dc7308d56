import TenonCore
import TenonUI

/// Turns a form into what a session understands.
struct InputReader {
    let form: FormData
    let screen: Screen?

    /// The input of a command; `nil` when the form lacks something.
    func input(_ command: WebRoute.Command) -> SessionInput? {
        switch command {
        case .act: act()
        case .edit: .edit(form.values(of: liveFields))
        case .answer: answer()
        case .undo: form.text(FormNames.undo).map { .undo($0) }
        case .back: .back
        case .search: form.text(FormNames.search).map { .search($0) }
        case .window: window()
        case .theme, .stay, .stop: nil
        }
    }

    private var fields: [Field] { screen?.fields ?? [] }
    private var liveFields: [Field] { fields.filter(\.isLive) }

    private func act() -> SessionInput? {
        guard let ids = form.text(FormNames.action).flatMap(FormNames.split), ids.count <= 2 else {
            return nil
        }
        return .act(
            ids[0], target: ids.count > 1 ? ids[1] : nil, fields: form.values(of: fields))
    }

    private func window() -> SessionInput? {
        guard let parts = form.text(FormNames.window).flatMap(FormNames.split), parts.count == 3,
            let start = Int(parts[1]), let end = Int(parts[2]), start >= 0, end >= start,
            end - start <= ListRenderer.windowSize
        else { return nil }
        return .window(parts[0], start..<end)
    }

    private func answer() -> SessionInput? {
        guard let question = form.text(FormNames.question),
            let answer = form.text(FormNames.answer)
        else { return nil }
        switch answer {
        case "cancel": return .answer(question, .cancel)
        case "confirm": return .answer(question, .confirm)
        case "text":
            return form.first(FormNames.answerText).map { .answer(question, .text($0)) }
        case _ where answer.hasPrefix("choice:"):
            return .answer(question, .choice(String(answer.dropFirst("choice:".count))))
        default:
            return nil
        }
    }
}
