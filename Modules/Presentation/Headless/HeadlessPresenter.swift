import TenonCore
import TenonUI

/// Prints messages outside any session to standard error; questions there cannot be answered.
struct HeadlessPresenter: Presenting {
    let output: OutputWriter

    func present(_ alert: Alert) async -> String? {
        say(OutsideLine(event: .alert, alert: alert))
        return nil
    }

    func confirm(_ confirmation: Confirmation) async -> Bool {
        say(OutsideLine(event: .confirm, confirm: confirmation))
        return false
    }

    func prompt(_ prompt: Prompt) async -> SecretText? {
        say(OutsideLine(event: .prompt, prompt: prompt))
        return nil
    }

    func notify(_ notice: Notice) { say(OutsideLine(event: .notice, notice: notice)) }

    func report(_ progress: TaskProgress) { say(OutsideLine(event: .progress, progress: progress)) }

    private func say(_ line: OutsideLine) { output.write(JSONLine.text(of: line)) }
}

/// A line on standard error.
private struct OutsideLine: Encodable {
    enum Event: String, Encodable {
        case alert, confirm, prompt, notice, progress
    }

    let event: Event
    var alert: Alert?
    var confirm: Confirmation?
    var prompt: Prompt?
    var notice: Notice?
    var progress: TaskProgress?
}
