import TenonCore
import TenonUI
import WalletVault

/// The steps of an export: fill in a form, wait, see what was written.
struct ExportInteractor: Interactor {
    /// What the form says, without the secrets.
    struct Choice: Sendable, Equatable {
        var format = ExportFormat.keePass
        var path = ""
        var isReplacing = false
    }

    /// The secrets of the form; they are in no state.
    struct Secrets: Sendable {
        let passphrase: SecretText
        let password: SecretText
        let repetition: SecretText
    }

    struct State: Sendable, Equatable {
        /// Where the person is.
        enum Stage: Sendable, Equatable {
            case filling
            case writing(TaskProgress, isCancelling: Bool)
            case finished(ExportResult)
        }

        /// A field of the form that something is wrong with.
        enum Place: Sendable, Equatable {
            case format
            case path
            case passphrase
            case password
            case repetition
        }

        /// What is wrong with the form.
        struct Mistake: Sendable, Equatable {
            let place: Place
            /// What is wrong; `nil` when the two passwords differ, or the file holds less than was said.
            let explanation: Explanation?
        }

        var stage = Stage.filling
        var choice = Choice()
        var mistake: Mistake?
        /// What files in each format would not hold; `nil` before it is known.
        var omissions: [ExportFormat: ExportOmissions]?
    }

    /// What an export comes to.
    enum Outcome: Sendable, Equatable {
        case written(ExportResult)
        /// Nothing was written: the file would not hold what the person has not been told of.
        case unseen(Choice, ExportOmissions)
    }

    enum Action: Sendable {
        case appear
        case disappear
        case start(Choice, Secrets)
        case cancel
        case another
        case done
    }

    enum Mutation: Sendable {
        case know([ExportFormat: ExportOmissions])
        /// What becomes of the export, which goes on without this scene.
        case follow(ExportTask.Phase)
        case fill(Choice, State.Mistake?)
    }

    /// A file would not hold what the person has not been told of.
    private struct UnseenOmissions: Error {
        let omissions: ExportOmissions
    }

    let exporter: Exporter
    let task: ExportTask
    let localizer: Localizer
    let navigator: Navigator

    var initialState: State { State() }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch (action, state.stage) {
        case (.appear, _):
            return .merge(
                follow(task.follow()),
                .run("omissions", policy: .latest) { emit in
                    // Nothing is written before a person has seen it.
                    guard let omissions = try? await exporter.omissions() else { return }
                    emit(.know(omissions))
                })
        case (.disappear, _):
            return .cancel("follow")
        case (.start(let choice, let secrets), .filling):
            guard choice.format.isClear || secrets.password == secrets.repetition else {
                return .just(.fill(choice, State.Mistake(place: .repetition, explanation: nil)))
            }
            return write(choice, secrets, seen: state.omissions ?? [:])
        case (.cancel, .writing):
            task.cancel()
            return .none
        case (.another, .finished):
            task.forget()
            return .just(.fill(state.choice, nil))
        case (.done, .finished):
            task.forget()
            navigator.finish(ImportOutcome.done)
            return .none
        case (.start, _), (.cancel, _), (.another, _), (.done, _):
            return .none
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .know(let omissions): state.omissions = omissions
        case .fill(let choice, let mistake):
            (state.stage, state.choice, state.mistake) = (.filling, choice, mistake)
        case .follow(let phase): follow(&state, phase)
        }
    }

    /// Shows what becomes of the export, also when the person comes back to it.
    private func follow(_ state: inout State, _ phase: ExportTask.Phase) {
        switch phase {
        case .idle:
            if case .writing = state.stage { state.stage = .filling }
        case .running(let choice, let progress, let isCancelling):
            (state.stage, state.choice) = (.writing(progress, isCancelling: isCancelling), choice)
            state.mistake = nil
        case .finished(.written(let result)):
            state.stage = .finished(result)
        case .finished(.unseen(let choice, let omissions)):
            (state.stage, state.choice) = (.filling, choice)
            state.omissions = (state.omissions ?? [:]).merging([choice.format: omissions]) { $1 }
            state.mistake = State.Mistake(place: .format, explanation: nil)
        case .cancelled(let choice):
            (state.stage, state.choice) = (.filling, choice)
        case .failed(let choice, let problem):
            (state.stage, state.choice) = (.filling, choice)
            state.mistake = State.Mistake(place: Self.place(of: problem), explanation: problem)
        }
    }

    private func follow(_ phases: AsyncStream<ExportTask.Phase>) -> Effect<Mutation> {
        .run("follow", policy: .latest) { emit in
            for await phase in phases {
                emit(.follow(phase))
                switch phase {
                case .idle, .running, .finished(.written): continue
                // The form shows the rest.
                case .finished(.unseen), .cancelled, .failed: task.forget()
                }
            }
        }
    }

    /// Exports, with or without this scene.
    private func write(
        _ choice: Choice, _ secrets: Secrets, seen: [ExportFormat: ExportOmissions]
    ) -> Effect<Mutation> {
        let request = ExportRequest(
            format: choice.format, path: choice.path, passphrase: secrets.passphrase,
            password: choice.format.isClear ? nil : secrets.password,
            isReplacing: choice.isReplacing)
        let phases = task.start(choice, title: localizer(TransferText.exportWorking)) {
            notice(of: $0)
        } operation: { report in
            do {
                let result = try await VaultError.cancellingWhenLocked {
                    try await exporter.export(request) { omissions in
                        guard omissions == seen[choice.format] ?? ExportOmissions() else {
                            throw UnseenOmissions(omissions: omissions)
                        }
                    } progress: {
                        report($0.completed, $0.total)
                    }
                }
                return .written(result)
            } catch let unseen as UnseenOmissions {
                return .unseen(choice, unseen.omissions)
            }
        }
        return follow(phases)
    }

    private func notice(of outcome: Outcome?) -> Notice {
        switch outcome {
        case .written(let result):
            Notice(
                localizer(
                    TransferText.exportDoneSummary, count: result.count,
                    ["path": result.path ?? ""]), tone: .positive)
        case .unseen: Notice(localizer(TransferText.exportFormatProblem), tone: .caution)
        case nil: Notice(localizer(TransferText.exportCancelled))
        }
    }

    /// The field that a problem speaks of.
    private static func place(of problem: Explanation) -> State.Place {
        if problem.code == .transferNeedsPassword { return .password }
        // The vault refuses a passphrase for more than one reason.
        return problem.code.name.hasPrefix("vault.") ? .passphrase : .path
    }
}
