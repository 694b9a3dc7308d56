import TenonCore
import TenonNetworking
import TenonUI

/// A feature of one scene, which loads the text at an address; it knows no front end.
enum PageFeature: Plugin {
    static let manifest = PluginManifest(
        name: "feature.page", version: "1.0.0", summary: "Loads a text from the web")

    static let address = Setting<String>(
        "address", placeholder: "URL", help: "What is loaded.",
        environmentVariable: "NETWORK_SAMPLE_ADDRESS", defaultValue: "https://example.org/")

    static let route = Route("page")

    static func register(in registrar: inout Registrar) {
        registrar.require(.sceneRouter, .alerts)
        registrar.contribute(.scenes, using: .networker, .clock, .configuration) {
            networker, clock, configuration in
            [
                try SceneDefinition(route) { context in
                    InteractiveScene(
                        PageInteractor(
                            network: NetworkController(
                                networker: networker, clock: clock,
                                alerts: try context.ports[.alerts],
                                say: { context.localizer.text(of: $0) },
                                policy: NetworkPolicy(
                                    retry: RetryPolicy(
                                        maximumAttempts: 2, firstDelay: .milliseconds(20)))),
                            address: configuration[address]),
                        presenter: PagePresenter(), context: context
                    ) { input, _ in
                        if case .act(.load, _) = input { .load } else { nil }
                    }
                }
            ]
        }
        registrar.contribute(.coordinators) { [PageFlow()] }
        registrar.declare(address)
    }
}

/// Begins with the only scene.
private struct PageFlow: Coordinator {
    func decide(_ event: NavigationEvent) async -> NavigationDecision? {
        if case .start = event { .reset([PageFeature.route.location()]) } else { nil }
    }
}

@section("tenon_plugins") @used
let pageFeatureRecord: PluginRecord = (1, 0, { $0.store(PageFeature.self) })
