import TenonCore
import TenonUI

/// The ports of a piloted application, as far as none of its plugins provides them.
struct PilotPorts: Sendable {
    let clock = ManualClock()
    let clipboard: MemoryClipboard
    let files = MemoryFiles()
    let links = MemoryLinks()
    /// The messages inside sessions, and all questions outside any.
    let presenter = PilotPresenter()

    init() { clipboard = MemoryClipboard(clock: clock) }

    /// Registers what is missing.
    func register(in registrar: inout Registrar, beside plugins: [any Plugin.Type]) {
        let provided = Set(plugins.flatMap { $0.providedPorts })
        func provide<Value>(_ port: Port<Value>, _ value: Value) {
            guard !provided.contains(port) else { return }
            registrar.provide(port) { value }
        }
        provide(.frontEnd, PilotFrontEnd())
        provide(.clock, clock)
        provide(.clipboard, clipboard)
        provide(.files, files)
        provide(.links, links)
        provide(.alerts, presenter)
        provide(.confirmations, presenter)
        provide(.prompts, presenter)
        provide(.notices, presenter)
        provide(.progress, presenter)
    }
}

/// Puts questions to the session of the task, and records messages.
struct PilotPresenter: Presenting {
    /// What was told in sessions.
    let told = RecordingPresenter()
    /// The questions and messages outside any session.
    let outside: RecordingPresenter
    private let session: SessionPresenter<RecordingPresenter>

    init() {
        let outside = RecordingPresenter()
        self.outside = outside
        session = SessionPresenter(outside: outside)
    }

    func present(_ alert: Alert) async -> String? { await session.present(alert) }

    func confirm(_ confirmation: Confirmation) async -> Bool { await session.confirm(confirmation) }

    func prompt(_ prompt: Prompt) async -> SecretText? { await session.prompt(prompt) }

    func notify(_ notice: Notice) {
        told.notify(notice)
        session.notify(notice)
    }

    func notify(_ notice: Notice, undo: @escaping @Sendable () async throws -> Void) {
        told.notify(notice)
        session.notify(notice, undo: undo)
    }

    func report(_ progress: TaskProgress) {
        told.report(progress)
        session.report(progress)
    }
}
