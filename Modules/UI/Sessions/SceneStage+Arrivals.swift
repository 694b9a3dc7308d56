import Synchronization
import TenonCore

extension SceneStage {
    /// What comes into sight.
    enum Arrival: Sendable {
        /// The application proper, after what is before it, such as a lock.
        case application
        /// Another screen of it.
        case screen(Location)
        /// What is before it, after the application proper.
        case gate
    }

    /// Tells where the person has come to; nothing when a gate follows another.
    func noteArrival() {
        let arrival = state.withLock { state -> Arrival? in
            guard let top = state.scenes.last else { return nil }
            let wasInside = state.isInside
            state.isInside = top.isOfApplication
            guard top.isOfApplication else { return wasInside ? .gate : nil }
            return wasInside ? .screen(top.location) : .application
        }
        if let arrival { arrivals.continuation.yield(arrival) }
    }
}
