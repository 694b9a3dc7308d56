import CGTK
import TenonCore
import TenonUI

extension WindowController {
    /// The place that an action of the table leads to; `nil` for what is done on the screen.
    func place(of action: Action) -> Destination? {
        guard let screen = area.current?.screen, view(with: action) == nil else { return nil }
        return screen.destinations.first { $0.id == action.id }
    }

    /// The view in which an action of the table is done: those of the application need no going back.
    private func view(with action: Action) -> ScreenView? {
        let views = action.scope == .application ? [area.current].compactMap(\.self) : area.visible
        return views.first { $0.screen.action(action.id) != nil }
    }

    /// Does an action of the table.
    func perform(_ action: Action) {
        if let place = place(of: action) {
            open(place.location)
        } else {
            view(with: action)?.act(action)
        }
    }

    /// Goes to where a text leads: in the browser, or in the application as to a place.
    func follow(_ link: TextSpan.Link) {
        switch link {
        case .address(let address):
            guard address.hasPrefix("https://") || address.hasPrefix("http://") else { return }
            gtk_show_uri(window.typed(), address, 0)
        case .location(let location):
            open(location)
        }
    }
}
