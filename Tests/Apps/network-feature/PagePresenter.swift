import TenonCore
import TenonUI

/// The screen of the page.
struct PagePresenter: Presenter {
    enum Command: String { case load }

    func screen(for state: PageInteractor.State) -> Screen {
        Screen(
            location: PageFeature.route.location(), title: "Page", phase: phase(state),
            blocks: blocks(state),
            actions: [Action(Command.load, title: "Load", role: .primary, shortcut: "l")])
    }

    private func phase(_ state: PageInteractor.State) -> Phase {
        switch state {
        case .empty: .empty(message: "Nothing was loaded yet.", action: Command.load.rawValue)
        case .loading: .loading(message: "Loading…")
        case .loaded: .ready
        case .givenUp: .empty(message: "It was given up.", action: Command.load.rawValue)
        }
    }

    private func blocks(_ state: PageInteractor.State) -> [Block] {
        guard case .loaded(let text) = state else { return [] }
        return [.text(TextBlock(text))]
    }
}
