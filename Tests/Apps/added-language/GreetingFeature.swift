import TenonCore
import TenonUI

/// A screen in English, and Dutch for all modules of this executable.
enum GreetingFeature: Plugin {
    static let manifest = PluginManifest(
        name: "feature.greeting", version: "1.0.0", summary: "Greets in two languages")

    static func register(in registrar: inout Registrar) {
        registrar.contribute(.scenes) {
            [try SceneDefinition(GreetingRoute.greeting) { GreetingScene($0) }]
        }
        registrar.contribute(.coordinators) { [GreetingFlow()] }
        registrar.contribute(.languages) {
            [try Language("nl", json: PackageResources.nl_json)]
        }
    }
}

/// The only location.
enum GreetingRoute {
    static let greeting = Route("greeting")
}

/// The texts of this executable.
enum GreetingText: String, LocalizedKey {
    case title

    static let catalogue = Catalogue(json: Array(#"{"title": {"en": "Welcome"}}"#.utf8))
}

/// A screen with a title and a search.
private final class GreetingScene: Scene {
    let screen: Screen

    init(_ context: SceneContext) {
        let title = context.localizer(GreetingText.title)
        screen = Screen(
            location: context.location, title: title,
            search: Search(text: "", label: context.localizer(UIText.search)))
    }

    func start(changed: @escaping @Sendable () -> Void) {}
    func receive(_ input: SceneInput) -> Bool { false }
    func stop() {}
}

/// Begins with the greeting.
private struct GreetingFlow: Coordinator {
    func decide(_ event: NavigationEvent) async -> NavigationDecision? {
        if case .start(nil) = event { .reset([GreetingRoute.greeting.location()]) } else { nil }
    }
}

@section("tenon_plugins") @used
let greetingFeatureRecord: PluginRecord = (1, 0, { $0.store(GreetingFeature.self) })
