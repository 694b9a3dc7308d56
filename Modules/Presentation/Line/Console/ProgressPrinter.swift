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

    private let console: LineConsole
    private let localizer: Localizer
    private let state = Mutex(State())

    init(console: LineConsole, localizer: Localizer) {
        self.console = console
        self.localizer = localizer
    }

    /// Tells how far a task has come.
    func report(_ task: TaskProgress) {
        let text = text(of: task)
        state.withLock { state in
            let now = ContinuousClock.now
            let last = state.told[task.id]
            if task.isFinished {
                state.told[task.id] = nil
            } else if let last,
                last + (console.canRewrite ? .milliseconds(100) : Self.interval) > now
            {
                return
            } else {
                state.told[task.id] = now
            }
            guard console.canRewrite else { return _ = console.errors.write(text + "\n") }
            // Carriage return, the line, and "erase to the end of the line" (ECMA-48).
            console.errors.write("\r" + text + "\u{1B}[K" + (task.isFinished ? "\n" : ""))
            state.isOpen = !task.isFinished
        }
    }

    /// Lets the line stand before something else is printed.
    func close() {
        state.withLock { state in
            if state.isOpen { console.errors.write("\n") }
            state.isOpen = false
        }
    }

    private func text(of task: TaskProgress) -> String {
        var text = task.isFinished ? "✓ \(task.title)" : task.title
        if let total = task.total {
            let counts = [
                "completed": localizer.number(task.completed), "total": localizer.number(total),
            ]
            text += ": " + localizer(UIText.progress, counts)
        } else if task.completed > 0 {
            text += ": " + localizer.number(task.completed)
        }
        if let fraction = task.fraction, !task.isFinished {
            text += " (\(Portion(fraction).percent))"
        }
        let line = HarmlessText.line(text)
        guard console.canRewrite else { return line }
        return TextWrapping.lines(of: line, width: console.errorWidth - 1).first ?? line
    }
}
