import ArgumentParser
import TenonCommandLine
import TenonCore
import WalletTransfer
import WalletVault

/// `wallet inject`.
struct InjectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inject",
        abstract: Help.localized("Fill secrets into a template."),
        discussion: Help.localized(
            """
            Each {{ wallet://ITEM/PART }} becomes the secret that it names, as in "wallet run"; all \
            else stays as it is. "wallet://" anywhere else is named with its line, and nothing is written; a longer scheme, such as \
            my-wallet://, is another one. "{" and "}" \
            in a name are escaped as %7B and %7D. A file can be read by you alone, and is written whole or not at all.

            Examples:
              wallet inject config.template --output config.yml
              echo 'password: {{ wallet://github }}' | wallet inject -
            """))

    @Argument(help: .localized("The template; \"-\" is standard input."), completion: .file())
    var template: String

    @Option(
        name: .shortAndLong, help: .localized("Write to FILE instead of standard output."),
        completion: .file())
    var output: String?

    @Flag(name: .shortAndLong, help: .localized("Replace a file that is there."))
    var force = false

    func run() async throws {
        let session = try CommandSession.current
        let target = try output.map {
            try ExportTarget(
                FilePath.absolute($0), isReplacing: force, notes: session.maintenance.draftNotes)
        }
        let contents = try SecretFile.contents(of: template, keepsEnd: true)
        let text = try await SecretTemplate(contents, path: template)
            .filled(SecretResolver(session))
        if let target {
            try text.withBytes { try target.write($0) }
        } else {
            try StandardOutput.write(text)
        }
    }
}
