import TenonCore
import TenonUI

extension WindowController {
    /// The place that an action of the table leads to; `nil` for what is done on the screen.
    func place(of action: Action) -> Destination? {
        guard let screen = area.current?.screen, screen.action(action.id) == nil else {
            return nil
        }
        return screen.destinations.first { $0.id == action.id }
    }

    /// Does an action of the table.
    func perform(_ action: Action) {
        if let place = place(of: action) { visit(place) } else { area.current?.act(action) }
    }

    /// Goes to a place, after a question when something that was typed would be lost.
    func visit(_ place: Destination) {
        leave { [weak self] in self?.open(place.location) }
    }
}
