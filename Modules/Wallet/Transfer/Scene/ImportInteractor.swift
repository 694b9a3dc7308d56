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
            case importing(ImportPreview, ImportProgress?, isCancelling: Bool)
            case finished(ImportResult)
            /// It failed, at the source or at the preview; trying again may help.
            case failed(Explanation, Attempt)
        }

        /// What can be tried again.
        enum Attempt: Sendable, Equatable {
            case read(ImportSource)
            case apply(ImportPreview)
        }

        var stage = Stage.choosing
        /// The file that was chosen.
        var source: ImportSource?
        /// What was said of it.
        var description: ImportDescription?
        /// What is wrong with the file that was chosen last.
        var problem: Explanation?
    }

    enum Action: Sendable {
        case choose(FileValue?)
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
        case read(ImportSource, ImportDescription?)
        case look(ImportPreview)
        case apply(ImportPreview)
        case advance(ImportProgress)
        case cancel
        case finish(ImportResult)
        case choose(Explanation?)
        case fail(Explanation)
    }

    let importer: Importer
    /// Where what was said of columns is kept.
    let persister: any Persister
    let prompts: any PromptPresenting
    let progress: any ProgressPresenting
    let notices: any NoticePresenting
    let localizer: Localizer
    let navigator: Navigator
    /// The work that can be cancelled.
    let work = ImportWork()

    var initialState: State { State() }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch (action, state.stage) {
        case (.choose(let file), .choosing):
            guard let source = file.flatMap(ImportSource.init) else {
                return .just(.choose(Explanation(TransferError.noneChosen)))
            }
            return read(source, nil)
        case (.describe, .looking(let preview)):
            guard let source = state.source else { return .none }
            return describe(source, format: preview.format)
        case (.readColumns(let description), .describing):
            return .run("import", policy: .serial) { $0(.describe(description.readAgain())) }
        case (.look(let description), .describing):
            return read(description.source, description)
        case (.start, .looking(let preview)):
            return apply(preview)
        case (.retry, .failed(_, .read(let source))):
            return read(source, state.description)
        case (.retry, .failed(_, .apply(let preview))):
            return apply(preview)
        case (.cancel, .reading), (.cancel, .importing):
            work.cancel()
            return .just(.cancel)
        case (.cancel, .looking), (.cancel, .describing), (.cancel, .failed), (.another, .finished),
            (.another, .failed):
            return .just(.choose(nil))
        case (.done, .finished):
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
                description: description)
        case .read(let source, let description):
            state = State(
                stage: .reading(source, nil), source: source, description: description)
        case .look(let preview):
            state.stage = .looking(preview)
        case .apply(let preview):
            state.stage = .importing(preview, nil, isCancelling: false)
        case .advance(let progress):
            state.stage.advance(progress)
        case .cancel:
            if case .importing(let preview, let progress, _) = state.stage {
                state.stage = .importing(preview, progress, isCancelling: true)
            }
        case .finish(let result):
            state = State(stage: .finished(result))
        case .choose(let problem):
            state = State(stage: .choosing, problem: problem)
        case .fail(let problem):
            state.stage.fail(problem)
        }
    }

    // MARK: - Work

    private func describe(_ source: ImportSource, format: ImportFormat) -> Effect<Mutation> {
        .run("import", policy: .serial) { $0(.describe(ImportDescription(source, format: format))) }
    }

    private func read(
        _ source: ImportSource, _ description: ImportDescription?
    ) -> Effect<Mutation> {
        work.prepare()
        return .merge(
            .just(.read(source, description)),
            .run("import", policy: .serial) { emit in
                let reporter = reporter(
                    localizer(TransferText.reading, ["name": source.name]), emit)
                defer { reporter.finish() }
                let known = await KnownColumns.all(in: persister)
                var options = ImportOptions()
                options.known = known
                let said = description?.options(known: known) ?? options
                do {
                    let preview = try await work.run {
                        try await importer.preview(
                            source, options: said, askPassword: askPassword
                        ) { reporter.report($0) }
                    }
                    // What cannot be kept is asked for again, and that is all.
                    if let columns = said.columns {
                        try? await KnownColumns.keep(columns, in: persister)
                    }
                    emit(.look(preview))
                } catch is CancellationError {
                    emit(.choose(nil))
                } catch let error as TransferError where Self.isDoubt(error) {
                    emit(.describe(described(source, description, Explanation(error))))
                } catch let error as VaultError {
                    emit(.fail(Explanation(error)))
                } catch {
                    // What reads archives, XML and ciphers speaks of the file as well.
                    emit(.choose(Explanation(error)))
                }
            })
    }

    /// Whether an error says that nobody knows what the file is.
    private static func isDoubt(_ error: TransferError) -> Bool {
        [.transferFormat, .transferEncoding, .transferColumn].contains(error.code)
    }

    private func described(
        _ source: ImportSource, _ description: ImportDescription?, _ problem: Explanation
    ) -> ImportDescription {
        guard var description else { return ImportDescription(source, problem: problem) }
        description.problem = problem
        return description
    }

    private func apply(_ preview: ImportPreview) -> Effect<Mutation> {
        work.prepare()
        return .merge(
            .just(.apply(preview)),
            .run("import", policy: .serial) { emit in
                let reporter = reporter(localizer(TransferText.importing), emit)
                defer { reporter.finish() }
                do {
                    emit(
                        .finish(
                            try await work.run {
                                try await importer.apply(preview) { reporter.report($0) }
                            }))
                } catch let error as TransferError {
                    emit(.choose(Explanation(error)))
                } catch is CancellationError {
                    notices.notify(Notice(localizer(TransferText.cancelled)))
                    emit(.look(preview))
                } catch {
                    emit(.fail(Explanation(error)))
                }
            })
    }

    /// Asks for the password of a file that has one.
    private func askPassword(_ name: String, _ attempts: Int) async -> SecretText? {
        await prompts.prompt(
            Prompt(
                title: localizer(TransferText.passwordTitle, ["name": name]),
                message: attempts == 0 ? "" : localizer(TransferText.passwordWrong),
                isSecret: true))
    }

    private func reporter(
        _ title: String, _ emit: @escaping @Sendable (Mutation) -> Void
    ) -> ProgressReporter {
        ProgressReporter(id: "import", title: title, presenter: progress) { emit(.advance($0)) }
    }
}

/// What the scene comes to.
enum ImportOutcome: SceneOutcome, Equatable {
    /// The person has seen the result.
    case done
}

extension ImportInteractor.State.Stage {
    fileprivate mutating func advance(_ progress: ImportProgress) {
        switch self {
        case .reading(let source, _):
            self = .reading(source, progress)
        case .importing(let preview, _, let isCancelling):
            self = .importing(preview, progress, isCancelling: isCancelling)
        case .choosing, .describing, .looking, .finished, .failed:
            return
        }
    }

    fileprivate mutating func fail(_ problem: Explanation) {
        switch self {
        case .reading(let source, _): self = .failed(problem, .read(source))
        case .importing(let preview, _, _): self = .failed(problem, .apply(preview))
        case .choosing, .describing, .looking, .finished, .failed: return
        }
    }
}

extension ImportSource {
    /// The source that a chosen file is; `nil` when none was chosen.
    init?(_ file: FileValue) {
        switch file.content {
        case .path(let path):
            guard !path.isEmpty else { return nil }
            self = .file(path: path)
        case .bytes(let bytes):
            guard !bytes.isEmpty || !file.name.isEmpty else { return nil }
            self = .bytes(bytes, name: file.name)
        }
    }
}
