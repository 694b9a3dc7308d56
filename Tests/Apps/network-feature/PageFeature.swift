import TenonCore
import TenonNetworking
import TenonUI

/// A feature of one scene, which loads the text at an address; it knows no front end.
enum PageFeature: Plugin {
    static let manifest = PluginManifest(
        name: "feature.page", version: "1.0.0", summary: "Loads a text from the web",
        contributes: [.scenes, .coordinators, .settings],
        requires: NetworkController.requirements + [.configuration, .sceneRouter])

    static let address = Setting(
        "address", placeholder: "URL", help: "What is loaded.",
        environmentVariable: "NETWORK_SAMPLE_ADDRESS", defaultValue: "https://example.org/")

    static let route = Route("page")

    static func register(in registrar: inout Registrar) {
        registrar.contribute(.scenes) { _ in
            [
                try SceneDefinition(route) { context in
                    InteractiveScene(
                        PageInteractor(
                            network: NetworkController(
                                in: context.container,
                                policy: NetworkPolicy(
                                    retry: RetryPolicy(
                                        maximumAttempts: 2, firstDelay: .milliseconds(20)))),
                            address: context.container[.configuration][address] ?? ""),
                        presenter: PagePresenter(), context: context
                    ) { input, _ in
                        if case .act(.load, _) = input { .load } else { nil }
                    }
                }
            ]
        }
        registrar.contribute(.coordinators) { _ in [PageFlow()] }
        registrar.contribute(.settings) { _ in [address] }
    }
}

/// Begins with the only scene.
private struct PageFlow: Coordinator {
    func decide(_ event: NavigationEvent) async -> NavigationDecision? {
        if case .start = event { .reset([PageFeature.route.location()]) } else { nil }
    }
}

@section("tenon_plugins") @used
let pageFeatureRecord: PluginRecord = (
    1, 0, { $0.initializeMemory(as: (any Plugin.Type).self, to: PageFeature.self) }
)
