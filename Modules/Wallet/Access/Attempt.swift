import TenonCore
import TenonUI

/// Something that a person tries in a form: whether it is under way, and why it failed.
struct Attempt: Sendable, Equatable {
    /// What becomes of it.
    enum Change: Sendable {
        case begin
        case succeed
        case fail(Explanation)
    }

    private(set) var isWorking = false
    private(set) var problem: Explanation?

    /// Takes over what becomes of it.
    mutating func take(_ change: Change) {
        switch change {
        case .begin: (isWorking, problem) = (true, nil)
        case .succeed: (isWorking, problem) = (false, nil)
        case .fail(let explanation): (isWorking, problem) = (false, explanation)
        }
    }

    /// The phase of its screen.
    ///
    /// - Parameter working: What is shown while it is under way.
    func phase(_ working: AccessText, _ localizer: Localizer) -> Phase {
        isWorking ? .loading(message: localizer(working)) : .ready
    }

    /// The action that begins it, which cannot be taken while it is under way.
    func action<Command: RawRepresentable<String>>(
        _ command: Command, _ title: AccessText, working: AccessText, _ localizer: Localizer
    ) -> Action {
        Action(
            command, title: localizer(title), role: .primary,
            availability: isWorking ? .disabled(reason: localizer(working)) : .enabled)
    }
}
