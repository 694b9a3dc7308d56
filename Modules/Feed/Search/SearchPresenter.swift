import FeedAPI
import FeedPosts
import FeedStore
import TenonCore
import TenonUI

/// The screen on which one looks for people and hashtags.
struct SearchPresenter: Presenter {
    enum Command: String { case again, openPerson = "open-person", openTag = "open-tag" }

    let localizer: Localizer

    func screen(for state: SearchInteractor.State) -> Screen {
        Screen(
            location: FeedRoute.search.location(), title: localizer(SearchText.title),
            phase: phase(state), blocks: notes(state) + blocks(state.findings),
            actions: state.problem == nil
                ? [] : [Action(Command.again, title: localizer(UIText.retry), role: .primary)],
            search: Search(text: state.text, label: localizer(SearchText.label)))
    }

    private func phase(_ state: SearchInteractor.State) -> Phase {
        if state.text.trimmed.isEmpty {
            return .empty(message: localizer(SearchText.hint), action: nil)
        }
        if let findings = state.findings, !findings.accounts.isEmpty || !findings.hashtags.isEmpty {
            return .ready
        }
        if let problem = state.problem, state.findings == nil {
            return problem.phase(retry: Command.again.rawValue, localizer)
        }
        return state.isAsking
            ? .loading(message: localizer(SearchText.asking))
            : .empty(message: localizer(SearchText.nothing), action: nil)
    }

    /// Says why what is shown is of before, if it is.
    private func notes(_ state: SearchInteractor.State) -> [Block] {
        guard let problem = state.problem, state.findings != nil else { return [] }
        return [problem.note(localizer)]
    }

    private func blocks(_ findings: Findings?) -> [Block] {
        guard let findings else { return [] }
        let people = findings.accounts.map { account in
            let person = PostText.person(account)
            var row = row(account.id.text, person.name, Command.openPerson)
            row.person = person
            return row
        }
        let tags = findings.hashtags.map { tag in
            row(tag.name, "#\(HarmlessText.line(tag.name))", Command.openTag)
        }
        return list("people", .people, people) + list("tags", .tags, tags)
    }

    private func list(_ id: String, _ title: SearchText, _ rows: [Row]) -> [Block] {
        .list(ListBlock(id: id, title: localizer(title), rows: rows))
    }

    private func row(_ id: String, _ title: String, _ command: Command) -> Row {
        Row(
            id: id, title: title,
            actions: [
                Action(
                    command, title: localizer(UIText.open), scope: .row, role: .primary,
                    icon: .open)
            ])
    }
}

extension SceneDefinition {
    /// Looking for people and hashtags.
    static func search(_ clock: any TimeTelling) throws -> SceneDefinition {
        try SceneDefinition(FeedRoute.search) { context in
            InteractiveScene(
                SearchInteractor(
                    account: try context.account, clock: clock, navigator: context.navigator),
                presenter: SearchPresenter(localizer: context.localizer), context: context
            ) { input, _ in
                switch input {
                case .search(let text): .look(text)
                case .act(.again, _): .again
                case .act(.openPerson, let act):
                    act.target(as: AccountID.self).map { .open(FeedRoute.user.location($0)) }
                case .act(.openTag, let act):
                    act.target(as: RouteText.self).map { .open(FeedRoute.tag.location($0)) }
                default: nil
                }
            }
        }
    }
}
