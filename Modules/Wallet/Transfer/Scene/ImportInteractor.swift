import TenonCore
import TenonUI
import WalletVault

/// The steps of an import: choose a file, look at what is in it, import, see what was done.
struct ImportInteractor: Interactor {
    struct State: Sendable, Equatable {
        /// Where the person is.
        enum Stage: Sendable, Equatable {
            case choosing
            /// The person says what the file is.
            case describing(ImportDescription)
            case reading(ImportSource, ImportProgress?)
            case looking(ImportPreview)
            case importing(ImportPreview, TaskProgress, isCancelling: Bool)
            case finished(ImportResult)
            /// It failed, at the source or at the preview; trying again may help.
            case failed(Explanation, Attempt)
        }

        /// What can be tried again.
        enum Attempt: Sendable, Equatable {
            case read(ImportSource)
            case apply(ImportPreview)
        }

        /// What is wrong with a field.
        struct Problem: Sendable, Equatable {
            let field: ImportField
            let explanation: Explanation
        }

        var stage = Stage.choosing
        /// The file that was chosen.
        var source: ImportSource?
        /// The key file that was chosen with it.
        var keyFile: ImportSource?
        /// What was said of it.
        var description: ImportDescription?
        /// What is wrong with what was chosen last.
        var problem: Problem?
    }

    enum Action: Sendable {
        case appear
        case disappear
        case choose(FileValue?, keyFile: FileValue?)
        /// Says what the file is that was chosen.
        case describe
        /// Looks at its columns again, which are written as the form says.
        case readColumns(ImportDescription)
        /// Looks at the file, which is what the form says.
        case look(ImportDescription)
        case start
        case cancel
        case retry
        case another
        case done
    }

    enum Mutation: Sendable {
        case describe(ImportDescription)
        case read(ImportSource, ImportDescription?, keyFile: ImportSource?)
        case look(ImportPreview)
        case advance(ImportProgress)
        /// What becomes of the import, which goes on without this scene.
        case follow(ImportTask.Phase)
        case choose(State.Problem?)
        case fail(Explanation)
    }

    let importer: Importer
    /// Where what was said of columns is kept.
    let persister: any Persister
    let prompts: any PromptPresenting
    let progress: any ProgressPresenting
    let task: ImportTask
    let localizer: Localizer
    let navigator: Navigator

    var initialState: State { State() }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch (action, state.stage) {
        case (.appear, _):
            return follow(task.follow())
        case (.disappear, _):
            return .cancel("follow")
        case (.choose(let file, let keyFile), .choosing):
            guard let source = file.flatMap(ImportSource.init) else {
                return .just(.choose(State.Problem(TransferError.noneChosen)))
            }
            return read(source, nil, keyFile: keyFile.flatMap(ImportSource.init))
        case (.describe, .looking(let preview)):
            guard let source = state.source else { return .none }
            return .run("import", policy: .serial) {
                $0(.describe(ImportDescription(source, format: preview.format)))
            }
        case (.readColumns(let description), .describing):
            return .run("import", policy: .serial) { $0(.describe(description.readAgain())) }
        case (.look(let description), .describing):
            return read(description.source, description, keyFile: state.keyFile)
        case (.start, .looking(let preview)):
            return apply(preview, state)
        case (.retry, .failed(_, .read(let source))):
            return read(source, state.description, keyFile: state.keyFile)
        case (.retry, .failed(_, .apply(let preview))):
            return apply(preview, state)
        case (.cancel, .reading):
            return .merge(.cancel("import"), .just(.choose(nil)))
        case (.cancel, .importing):
            task.cancel()
            return .none
        case (.cancel, .looking), (.cancel, .describing), (.cancel, .failed), (.another, .finished),
            (.another, .failed):
            task.forget()
            return .just(.choose(nil))
        case (.done, .finished):
            task.forget()
            navigator.finish(ImportOutcome.done)
            return .none
        case (.choose, _), (.describe, _), (.readColumns, _), (.look, _), (.start, _), (.retry, _),
            (.cancel, _), (.another, _), (.done, _):
            return .none
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .describe(let description):
            state = State(
                stage: .describing(description), source: description.source,
                keyFile: state.keyFile, description: description)
        case .read(let source, let description, let keyFile):
            state = State(
                stage: .reading(source, nil), source: source, keyFile: keyFile,
                description: description)
        case .look(let preview):
            state.stage = .looking(preview)
        case .advance(let progress):
            if case .reading(let source, _) = state.stage {
                state.stage = .reading(source, progress)
            }
        case .follow(let phase):
            follow(&state, phase)
        case .choose(let problem):
            state = State(stage: .choosing, problem: problem)
        case .fail(let problem):
            if case .reading(let source, _) = state.stage {
                state.stage = .failed(problem, .read(source))
            }
        }
    }

    /// Whether the file has to be chosen again before anything can be imported.
    private static func needsAnotherFile(_ problem: Explanation) -> Bool {
        [.transferChanged, .transferUnreadable].contains(problem.code)
    }

    /// Shows what becomes of the import, also when the person comes back to it.
    private func follow(_ state: inout State, _ phase: ImportTask.Phase) {
        switch phase {
        case .idle:
            if case .importing = state.stage { state = State() }
        case .running(let start, let progress, let isCancelling):
            guard let preview = start.preview else { return }
            state = start
            state.stage = .importing(preview, progress, isCancelling: isCancelling)
        case .finished(let result):
            state = State(stage: .finished(result))
        case .cancelled(let start):
            state = start
        case .failed(let start, let problem):
            guard let preview = start.preview else { return }
            state = start
            state.stage = .failed(problem, .apply(preview))
            if Self.needsAnotherFile(problem) {
                state = State(problem: State.Problem(field: .file, explanation: problem))
            }
        }
    }

    // MARK: - Work

    /// Imports, with or without this scene.
    private func apply(_ preview: ImportPreview, _ state: State) -> Effect<Mutation> {
        var start = state
        start.stage = .looking(preview)
        return follow(
            task.start(start, title: localizer(TransferText.importing)) { result in
                Notice(
                    result.map { localizer(TransferText.resultSummary, count: $0.counts.writes) }
                        ?? localizer(TransferText.cancelled),
                    tone: result == nil ? .neutral : .positive)
            } operation: { report in
                try await VaultError.cancellingWhenLocked {
                    try await importer.apply(preview) { report($0.completed, $0.total) }
                }
            })
    }

    private func follow(_ phases: AsyncStream<ImportTask.Phase>) -> Effect<Mutation> {
        .run("follow", policy: .latest) { emit in
            for await phase in phases {
                emit(.follow(phase))
                switch phase {
                case .cancelled: task.forget()
                case .failed(_, let problem) where Self.needsAnotherFile(problem): task.forget()
                case .idle, .running, .finished, .failed: continue
                }
            }
        }
    }
}

extension ImportInteractor.State {
    /// What the person is looking at.
    fileprivate var preview: ImportPreview? {
        if case .looking(let preview) = stage { preview } else { nil }
    }
}
