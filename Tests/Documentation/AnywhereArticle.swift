import TenonCore
import TenonUI

/// What can be done wherever one is in the tea house.
enum BellFeature: Plugin {
    static let manifest = PluginManifest(
        name: "acme.bell", version: "1.0.0", summary: "Leads to the shelves, and rings the bell")

    static func register(in registrar: inout Registrar) {
        registrar.contribute(.destinations) { [shelves] }
        registrar.contribute(.applicationActions) { [bell] }
        registrar.contribute(.coordinators) { [BellCoordinator()] }
    }

    /// A place within reach of all others; its key works everywhere.
    private static let shelves = ApplicationDestination(
        to: ShelfRoute.all, TeaText.title, icon: .list, shortcut: "t")

    /// Does something without leaving the screen.
    private static let bell = ApplicationAction(
        effect: .run { ports in
            guard
                try await ports[.confirmations].confirm(
                    Confirmation(
                        title: "Ring the bell?", message: "Everybody hears it.",
                        confirmTitle: "Ring", severity: .mild))
            else { return }
            try ports[.notices].notify(Notice("The bell has rung."))
        }
    ) { _ in Action(id: "bell", title: "Ring the bell", scope: .application) }
}

/// A cup that was put back.
struct CupReturned: SceneOutcome {
    let shelf: Int
}

/// Says where it goes on.
struct BellCoordinator: Coordinator {
    func decide(_ event: NavigationEvent) async -> NavigationDecision? {
        switch event {
        case .start(nil): .reset([ShelfRoute.all.location()])
        case .finished(let returned as CupReturned, _):
            .replace(ShelfRoute.one.location(returned.shelf))
        case .start, .open, .finished, .back: nil
        }
    }
}
