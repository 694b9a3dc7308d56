import TenonCore

/// Stands for a scene that could not be made: its screen says why.
final class FailedScene: Scene {
    let screen: Screen

    init(_ error: any Error, in context: SceneContext) {
        screen = Screen(
            location: context.location, title: context.localizer(UIText.errorTitle),
            phase: .failed(Problem(error, context.localizer), retry: nil))
    }

    func start(changed: @escaping @Sendable () -> Void) {}

    func receive(_ input: SceneInput) -> Bool { false }

    func stop() {}
}
