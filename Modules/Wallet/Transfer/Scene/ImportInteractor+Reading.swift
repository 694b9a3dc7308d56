import TenonCore
import TenonUI
import WalletVault

extension ImportInteractor {
    /// Looks at a file, and asks for its password if it has one.
    func read(
        _ source: ImportSource, _ description: ImportDescription?, keyFile: ImportSource?
    ) -> Effect<Mutation> {
        .merge(
            .just(.read(source, description, keyFile: keyFile)),
            .run("import", policy: .serial) { emit in
                let reporter = ProgressReporter(
                    id: "import", title: localizer(TransferText.reading, ["name": source.name]),
                    presenter: progress
                ) { emit(.advance($0)) }
                defer { reporter.finish() }
                let said: ImportOptions
                do {
                    said = try await options(description, keyFile: keyFile)
                } catch {
                    return emit(.choose(State.Problem(error, at: .keyFile)))
                }
                do {
                    let preview = try await importer.preview(
                        source, options: said, askPassword: askPassword
                    ) { reporter.report($0) }
                    // What cannot be kept is asked for again, and that is all.
                    if let columns = said.columns {
                        try? await KnownColumns.keep(columns, in: persister)
                    }
                    emit(.look(preview))
                } catch {
                    emit(failure(error, source, description))
                }
            })
    }

    /// What the importer is told.
    ///
    /// - Throws: ``TransferError`` when the key file cannot be read.
    private func options(
        _ description: ImportDescription?, keyFile: ImportSource?
    ) async throws -> ImportOptions {
        let known = await KnownColumns.all(in: persister)
        var options = description?.options(known: known) ?? ImportOptions(known: known)
        if let keyFile { try options.takeKeyFile(keyFile) }
        return options
    }

    /// What follows when a file cannot be looked at.
    private func failure(
        _ error: any Error, _ source: ImportSource, _ description: ImportDescription?
    ) -> Mutation {
        switch error {
        case let error as VaultError: return .fail(Explanation(error))
        case let error as TransferError where Self.isDoubt(error):
            var description = description ?? ImportDescription(source)
            description.problem = Explanation(error)
            return .describe(description)
        case let error as TransferError where error == .keyFileDamaged:
            return .choose(State.Problem(error, at: .keyFile))
        // What reads archives, XML and ciphers speaks of the file as well.
        default: return .choose(State.Problem(error))
        }
    }

    /// Whether an error says that nobody knows what the file is.
    private static func isDoubt(_ error: TransferError) -> Bool {
        [.transferFormat, .transferEncoding, .transferColumn].contains(error.code)
    }

    /// Asks for the password of a file that has one.
    private func askPassword(_ name: String, _ attempts: Int) async -> SecretText? {
        await prompts.prompt(
            Prompt(
                title: localizer(TransferText.passwordTitle, ["name": name]),
                message: attempts == 0 ? "" : localizer(TransferText.passwordWrong),
                isSecret: true))
    }
}

extension ImportInteractor.State.Problem {
    /// Says what an error means for a field.
    init(_ error: any Error, at field: ImportField = .file) {
        self.init(field: field, explanation: Explanation(error))
    }
}
