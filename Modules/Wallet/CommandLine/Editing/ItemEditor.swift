import Glibc
import TenonCore
import TenonMemory
import TenonUI
import WalletFiles
import WalletVault

/// Lets a person change an item in the editor of `VISUAL` or `EDITOR`.
///
/// The text is in a file that is only in memory, and is overwritten at the end.
struct ItemEditor {
    /// The names under which vi is started.
    private static let namesOfVi: Set = [
        "editor", "vi", "view", "vim", "vim.basic", "vim.tiny", "nvim",
    ]

    let session: CommandSession

    private var localizer: Localizer { session.localizer }

    private var configuration: Configuration { session.container[.configuration] }

    /// Asks for changes until they can be saved, or the person gives up.
    ///
    /// - Parameter save: Saves the item; what it throws is shown, and the editor opens again.
    /// - Returns: The item; `nil` when nothing was changed.
    /// - Throws: ``WalletCommandError``; then nothing was saved.
    func edit(
        _ item: Item, isRevealed: Bool, save: (Item) async throws -> Void
    ) async throws -> Item? {
        let form = ItemText(item: item, isRevealed: isRevealed)
        let before = form.text(
            explanation: localizer(CommandText.editExplanation).split(separator: "\n")
                .map(String.init))
        return try await MemoryFolder.with(configuration) { folder in
            let path = try folder.makeFile(named: "\(item.kind.rawValue).txt", before)
            while true {
                try await open(path)
                let after = try SecretFile.contents(of: path, keepsEnd: true)
                guard after != before else { return nil }
                do {
                    let changed = try form.item(changedTo: after)
                    try await save(changed)
                    return changed
                } catch {
                    // What was typed must not be lost for one bad line.
                    session.say(Problem(error, localizer).message, tone: .critical)
                    guard await opensAgain() else { throw WalletCommandError.changesDropped }
                }
            }
        }
    }

    private func opensAgain() async -> Bool {
        await session.container[.confirmations].confirm(
            Confirmation(
                title: localizer(CommandText.editTitle),
                message: localizer(CommandText.editMessage),
                confirmTitle: localizer(CommandText.editConfirm), severity: .mild))
    }

    private func open(_ path: String) async throws {
        let editor =
            ["VISUAL", "EDITOR"].lazy.compactMap { configuration.environmentVariable($0) }
            .first { !$0.isEmpty } ?? "editor"
        let quoted = path.replacing("'", with: "'\\''")
        let status = system("\(editor)\(await optionsForVim(editor)) '\(quoted)'")
        guard status == 0 else { throw WalletCommandError.editorFailed(editor) }
    }

    /// What keeps Vim and Neovim from writing what was deleted or copied into files elsewhere.
    private func optionsForVim(_ editor: String) async -> String {
        let program = editor.prefix { $0 != " " }
        guard let name = program.split(separator: "/").last, Self.namesOfVi.contains(String(name)),
            let version = await session.container[.programs].run(
                "sh", arguments: ["-c", "exec \"$0\" --version", String(program)],
                input: SecretText(""), limit: 1 << 16,
                within: Duration.seconds(5) * Patience.factor),
            version.output.reveal().prefix(while: { !$0.isNewline }).contains("VIM")
        else { return "" }
        return " -i NONE -n --cmd 'set nobackup nowritebackup noundofile'"
    }
}
