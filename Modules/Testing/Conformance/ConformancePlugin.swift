import TenonCore
import TenonUI

/// The scenes of the conformance application, which names it by hand.
enum ConformancePlugin: Plugin {
    static let manifest = PluginManifest(
        name: "conformance", version: "1.0.0",
        summary: "Shows everything that a front end must be able to show")

    static func register(in registrar: inout Registrar) {
        registrar.require(
            .alerts, .confirmations, .prompts, .notices, .progress, .clipboard, .clock, .sceneRouter
        )
        registrar.provide(.brand) { try ConformanceBrand.make() }
        registrar.contribute(.scenes) {
            try ConformanceSamples.all.map { sample in
                try SceneDefinition(Sample.route(sample.name), make: sample.make)
            }
        }
        registrar.contribute(.coordinators) { [ConformanceFlow()] }
        registrar.contribute(.ownImages) { [ImageSample()] }
        let bell = ConformanceBell()
        registrar.contribute(.destinations) { ConformancePlaces.all(bell) }
        registrar.contribute(.applicationActions) {
            [
                ApplicationAction(effect: .open(Sample.location("text"))) { _ in
                    Action(id: "go", title: "Go to the text", scope: .application)
                },
                ApplicationAction(
                    effect: .run { ports in
                        bell.ring()
                        try ports[.notices].notify(Notice("The bell was rung."))
                    }
                ) { _ in
                    Action(id: "ring", title: "Ring the bell", scope: .application)
                },
                // All screens are left when another person has signed in.
                ApplicationAction(
                    effect: .leave { ports in
                        try await ports[.signing]?.signIn(at: nil) { _ in }
                    }
                ) { _ in
                    Action(id: "admit", title: "Let somebody else in", scope: .application)
                },
            ]
        }
    }
}

/// Begins with the list of all samples, and puts any other sample on top of it.
private struct ConformanceFlow: Coordinator {
    func decide(_ event: NavigationEvent) async -> NavigationDecision? {
        switch event {
        case .start(let location):
            let home = Sample.location("home")
            return .reset([home] + [location].compactMap { $0 == home ? nil : $0 })
        case .finished(LeavingSample.Outcome.end, from: _):
            return .end
        case .open, .finished, .back:
            return nil
        }
    }
}
