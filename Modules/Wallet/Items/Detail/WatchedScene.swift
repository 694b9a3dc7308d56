import Synchronization
import TenonUI

/// Remembers whether the screen of a scene was asked for.
final class ScreenWatch: Sendable {
    private let isSeen = Atomic(false)

    /// Whether the screen was asked for since the last call of this.
    func wasSeen() -> Bool { isSeen.exchange(false, ordering: .relaxed) }

    /// The screen is asked for.
    func note() { isSeen.store(true, ordering: .relaxed) }
}

/// A scene that knows whether it is visible: only the scene on top is asked for its screen.
///
/// Timers can stop while another scene covers it.
final class WatchedScene: Scene {
    private let scene: any Scene
    private let watch: ScreenWatch

    init(_ scene: any Scene, watch: ScreenWatch) {
        self.scene = scene
        self.watch = watch
    }

    var screen: Screen {
        watch.note()
        return scene.screen
    }

    func start(changed: @escaping @Sendable () -> Void) { scene.start(changed: changed) }

    func receive(_ input: SceneInput) -> Bool { scene.receive(input) }

    func stop() { scene.stop() }
}
