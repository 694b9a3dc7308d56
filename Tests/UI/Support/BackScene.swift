import TenonCore
import TenonTesting
import TenonUI

/// A scene at `a` whose title is the word for going back, in the language of its session.
enum BackScene {
    static func contribute(to registrar: inout Registrar) {
        registrar.contribute(.scenes) {
            [
                try SceneDefinition(Route("a")) { context in
                    StubScene(
                        context,
                        screen: Screen(
                            location: context.location, title: context.localizer(UIText.back))
                    ) { _, _ in true }
                }
            ]
        }
    }
}
