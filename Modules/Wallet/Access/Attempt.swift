package import TenonCore
package import TenonUI

/// Something that a person tries in a form: whether it is under way, and why it failed.
package struct Attempt: Sendable, Equatable {
    /// What becomes of it.
    package enum Change: Sendable {
        case begin
        case succeed
        case fail(Explanation)
    }

    /// Whether it is under way.
    private(set) var isWorking = false
    /// Why it failed the last time.
    package private(set) var problem: Explanation?

    /// Begins with nothing tried.
    package init() {}

    /// Takes over what becomes of it.
    package mutating func take(_ change: Change) {
        switch change {
        case .begin: (isWorking, problem) = (true, nil)
        case .succeed: (isWorking, problem) = (false, nil)
        case .fail(let explanation): (isWorking, problem) = (false, explanation)
        }
    }

    /// The phase of its screen.
    ///
    /// - Parameter working: What is shown while it is under way.
    package func phase<Key: LocalizedKey>(_ working: Key, _ localizer: Localizer) -> Phase {
        isWorking ? .loading(message: localizer(working)) : .ready
    }

    /// The action that begins it, which cannot be taken while it is under way.
    package func action<Command: RawRepresentable<String>, Key: LocalizedKey>(
        _ command: Command, _ title: Key, working: Key, _ localizer: Localizer
    ) -> Action {
        Action(
            command, title: localizer(title), role: .primary,
            availability: isWorking ? .disabled(reason: localizer(working)) : .enabled)
    }
}
