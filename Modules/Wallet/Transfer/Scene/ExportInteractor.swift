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
            case writing(ImportProgress?, isCancelling: Bool)
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

    enum Action: Sendable {
        case appear
        case start(Choice, Secrets)
        case cancel
        case another
        case done
    }

    enum Mutation: Sendable {
        case know([ExportFormat: ExportOmissions])
        case begin(Choice)
        case advance(ImportProgress)
        case cancel
        case finish(ExportResult)
        case refuse(State.Mistake?)
    }

    /// A file would not hold what the person has not been told of.
    private struct UnseenOmissions: Error {
        let format: ExportFormat
        let omissions: ExportOmissions
    }

    let exporter: Exporter
    let progress: any ProgressPresenting
    let notices: any NoticePresenting
    let localizer: Localizer
    let navigator: Navigator
    /// The work that can be cancelled.
    let work = ImportWork()

    var initialState: State { State() }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch (action, state.stage) {
        case (.appear, .filling):
            return .run("omissions") { emit in
                // Nothing is written before a person has seen it.
                guard let omissions = try? await exporter.omissions() else { return }
                emit(.know(omissions))
            }
        case (.start(let choice, let secrets), .filling):
            guard choice.format.isClear || secrets.password == secrets.repetition else {
                return .merge(
                    .just(.begin(choice)),
                    .just(.refuse(State.Mistake(place: .repetition, explanation: nil))))
            }
            return write(choice, secrets, seen: state.omissions ?? [:])
        case (.cancel, .writing):
            work.cancel()
            return .just(.cancel)
        case (.another, .finished):
            return .just(.refuse(nil))
        case (.done, .finished):
            navigator.finish(ImportOutcome.done)
            return .none
        case (.appear, _), (.start, _), (.cancel, _), (.another, _), (.done, _):
            return .none
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .know(let omissions): state.omissions = omissions
        case .begin(let choice):
            state = State(
                stage: .writing(nil, isCancelling: false), choice: choice,
                omissions: state.omissions)
        case .advance(let progress):
            guard case .writing(_, let isCancelling) = state.stage else { return }
            state.stage = .writing(progress, isCancelling: isCancelling)
        case .cancel:
            guard case .writing(let progress, _) = state.stage else { return }
            state.stage = .writing(progress, isCancelling: true)
        case .finish(let result):
            state.stage = .finished(result)
        case .refuse(let mistake):
            state.stage = .filling
            state.mistake = mistake
        }
    }

    private func write(
        _ choice: Choice, _ secrets: Secrets, seen: [ExportFormat: ExportOmissions]
    ) -> Effect<Mutation> {
        work.prepare()
        let request = ExportRequest(
            format: choice.format, path: choice.path, passphrase: secrets.passphrase,
            password: choice.format.isClear ? nil : secrets.password,
            isReplacing: choice.isReplacing)
        return .merge(
            .just(.begin(choice)),
            .run("export", policy: .serial) { emit in
                let reporter = ProgressReporter(
                    id: "export", title: localizer(TransferText.exportWorking),
                    presenter: progress
                ) { emit(.advance($0)) }
                defer { reporter.finish() }
                do {
                    emit(
                        .finish(
                            try await work.run {
                                try await exporter.export(request) { omissions in
                                    guard omissions == seen[choice.format] ?? ExportOmissions()
                                    else {
                                        throw UnseenOmissions(
                                            format: choice.format, omissions: omissions)
                                    }
                                } progress: {
                                    reporter.report($0)
                                }
                            }))
                } catch let unseen as UnseenOmissions {
                    emit(.know(seen.merging([unseen.format: unseen.omissions]) { $1 }))
                    emit(.refuse(State.Mistake(place: .format, explanation: nil)))
                } catch is CancellationError {
                    notices.notify(Notice(localizer(TransferText.exportCancelled)))
                    emit(.refuse(nil))
                } catch {
                    emit(
                        .refuse(
                            State.Mistake(
                                place: Self.place(of: error), explanation: Explanation(error))))
                }
            })
    }

    /// The field that an error speaks of.
    private static func place(of error: any Error) -> State.Place {
        switch (error as? any ExplainedError)?.code {
        case .transferNeedsPassword: .password
        case .transferNoneChosen, .transferExists, .transferCannotWrite: .path
        default: error is VaultError ? .passphrase : .path
        }
    }
}
