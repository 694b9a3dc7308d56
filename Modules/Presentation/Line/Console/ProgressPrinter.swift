import Synchronization
import TenonCore
import TenonUI

/// Tells on standard error how far tasks have come: one line rewritten on a terminal, otherwise
/// a line now and then.
final class ProgressPrinter: Sendable {
    private struct State {
        var told: [String: ContinuousClock.Instant] = [:]
        /// Whether the last line on the terminal may be rewritten.
        var isOpen = false
    }

    /// How often a task is mentioned where lines stay.
    private static let interval = Duration.seconds(2)
    /// Erases the rest of the line (ECMA-48, 8.3.41).
    private static let erasing = "\u{1B}[K"

    private let console: LineConsole
    private let localizer: Localizer
    private let state = Mutex(State())

    init(console: LineConsole, localizer: Localizer) {
        self.console = console
        self.localizer = localizer
    }

    /// Tells how far a task has come; who has begun it tells how it ends.
    func report(_ task: TaskProgress) {
        state.withLock { state in
            if task.isFinished { return end(task, &state) }
            let now = ContinuousClock.now
            if let last = state.told[task.id],
                last + (console.canRewrite ? .milliseconds(100) : Self.interval) > now
            {
                return
            }
            state.told[task.id] = now
            let text = text(of: task)
            guard console.canRewrite else { return _ = console.errors.write(text + "\n") }
            console.errors.write("\r" + text + Self.erasing)
            state.isOpen = true
        }
    }

    /// Lets the line stand before something else is printed.
    func close() {
        state.withLock { state in
            if state.isOpen { console.errors.write("\n") }
            state.isOpen = false
        }
    }

    /// Takes the line of a task away, which says nothing about how it ended.
    private func end(_ task: TaskProgress, _ state: inout State) {
        state.told[task.id] = nil
        guard state.isOpen else { return }
        console.errors.write("\r" + Self.erasing)
        state.isOpen = false
    }

    private func text(of task: TaskProgress) -> String {
        var text = task.title
        if let total = task.total {
            let counts = [
                "completed": localizer.number(task.completed), "total": localizer.number(total),
            ]
            text += ": " + localizer(UIText.progress, counts)
        } else if task.completed > 0 {
            text += ": " + localizer.number(task.completed)
        }
        if let fraction = task.fraction {
            text += " (\(Portion(fraction).percent))"
        }
        let line = HarmlessText.line(text)
        guard console.canRewrite else { return line }
        return TextWrapping.lines(of: line, width: console.errorWidth - 1).first ?? line
    }
}
