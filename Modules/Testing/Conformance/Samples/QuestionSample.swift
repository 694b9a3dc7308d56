import Foundation
import TenonCore
import TenonUI

/// All questions and messages to a person while a scene works.
enum QuestionSample {
    private struct State: Equatable {
        var answer = "none yet"
    }

    static let sample = Sample("questions", state: State()) { state in
        .sample(
            "questions", "Questions",
            blocks: [.text(TextBlock("The answer was: \(state.answer)."))], actions: actions)
    } respond: { input, _, context in
        guard case .act(let id, nil, _, _) = input else { return nil }
        let ports = context.ports
        switch id {
        case "notice", "caution", "progress", "finish":
            return .run(id) { _ in try tell(id, ports) }
        case "tower":
            return .run("tower") { _ in
                let notices = try ports[.notices]
                notices.notify(
                    Notice("The tower is gone. Its stones are in the yard.", tone: .positive)
                ) {
                    notices.notify(Notice("The tower is back."))
                }
            }
        case "later":
            return .run("later") { emit in
                try await ports[.clock].sleep(for: .milliseconds(300))
                emit { $0.answer = "it came by itself" }
            }
        case "withdrawn":
            return .run("withdrawn") { emit in
                await withTaskGroup { group in
                    group.addTask { _ = try? await ask("alert", ports) }
                    try? await waitToWithdraw(ports)
                    group.cancelAll()
                }
                emit { $0.answer = "the question was withdrawn" }
            }
        case "both":
            return .run("both") { emit in
                async let first = ask("choices", ports)
                async let second = {
                    try? await ports[.clock].sleep(for: .milliseconds(200))
                    return try await ask("prompt", ports)
                }()
                let answers = try await [first, second]
                emit { $0.answer = answers.joined(separator: " and ") }
            }
        default:
            return .run(id) { emit in
                let answer = try await ask(id, ports)
                emit { $0.answer = answer }
            }
        }
    }

    private static let actions = [
        ("alert", "Show an alert"), ("choices", "Offer choices"), ("mild", "Confirm mildly"),
        ("moderate", "Confirm moderately"), ("severe", "Confirm severely"),
        ("prompt", "Ask for text"), ("secret", "Ask for a secret"), ("notice", "Tell good news"),
        ("caution", "Tell bad news"), ("progress", "Begin a task"), ("finish", "Finish the task"),
        ("tower", "Pull down a tower"), ("later", "Answer by itself"),
        ("withdrawn", "Withdraw a question"),
        ("both", "Ask two things"),
    ].map { Action(id: $0.0, title: $0.1) }

    /// Waits for a second, or for a file, when a test names one in the environment.
    private static func waitToWithdraw(_ ports: SessionPorts) async throws {
        let clock = try ports[.clock]
        guard let file = ProcessInfo.processInfo.environment["QUESTION_WITHDRAWN_BY"] else {
            return try await clock.sleep(for: .seconds(1))
        }
        while !FileManager.default.fileExists(atPath: file) {
            try await clock.sleep(for: .milliseconds(20))
        }
    }

    private static func tell(_ id: String, _ ports: SessionPorts) throws {
        switch id {
        case "notice":
            try ports[.notices].notify(Notice("The weather is fine.", tone: .positive))
        case "caution":
            try ports[.notices].notify(Notice("It is about to rain.", tone: .caution))
        default:
            try ports[.progress].report(
                TaskProgress(
                    id: "copying", title: "Copying the files", completed: 3, total: 10,
                    isFinished: id == "finish"))
        }
    }

    private static func ask(_ id: String, _ ports: SessionPorts) async throws -> String {
        switch id {
        case "alert":
            let choice = try await ports[.alerts].present(
                Alert(title: "The printer is out of paper", message: "Put some paper in."))
            return choice ?? "dismissed"
        case "choices":
            let choice = try await ports[.alerts].present(
                Alert(
                    title: "The printer is jammed", message: "Open the lid.", tone: .caution,
                    choices: [
                        Alert.Choice(id: "again", title: "Try again"),
                        Alert.Choice(id: "other", title: "Use another printer"),
                    ]))
            return choice.map { "the choice \($0)" } ?? "no choice"
        case "mild": return try await confirm(.mild, ports)
        case "moderate": return try await confirm(.moderate, ports)
        case "severe": return try await confirm(.severe(name: "Old Town"), ports)
        case "prompt":
            let text = try await ports[.prompts].prompt(
                Prompt(title: "What is it called?", message: "A short name is best."))
            return text.map { "called \($0.reveal())" } ?? "no name"
        default:
            let text = try await ports[.prompts].prompt(
                Prompt(title: "What is the secret?", isSecret: true))
            return text.map { "a secret of \($0.count) bytes" } ?? "no secret"
        }
    }

    private static func confirm(_ severity: Severity, _ ports: SessionPorts) async throws -> String
    {
        let isConfirmed = try await ports[.confirmations].confirm(
            Confirmation(
                title: "Pull down the town?", message: "All houses will be gone.",
                confirmTitle: "Pull it down", severity: severity))
        return isConfirmed ? "yes, pull it down" : "no, leave it"
    }
}
