import ArgumentParser
import TenonCommandLine
import TenonCore

/// The source of a new passphrase.
struct NewPassphraseOptions: ParsableArguments {
    @Option(
        help: .localized("Read the new passphrase from this file, which has one line."),
        completion: .file())
    var newPassphraseFile: String?

    @Flag(help: .localized("Accept a weak passphrase without asking."))
    var yes = false

    /// The passphrase: from the file, or asked for twice.
    ///
    /// - Throws: ``WalletCommandError`` when the person cannot be asked, the two differ, or a weak
    ///   one is not confirmed.
    func ask(_ session: CommandSession) async throws -> SecretText {
        try await session.newPassphrase(
            from: newPassphraseFile, orFailWith: .noNewPassphrase, allowWeak: yes)
    }
}
