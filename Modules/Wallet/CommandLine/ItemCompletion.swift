import ArgumentParser
import TenonCommandLine
import TenonCore
import WalletVault

/// Completes the names of items while a person types a command; offers only titles.
enum ItemCompletion {
    private static let limit = 200

    /// The completion of an argument that names an item.
    ///
    /// A locked vault offers nothing, since completion cannot ask for a passphrase.
    static let kind = CompletionKind.custom { words, _, prefix in
        await Completions.candidates(for: words) { container in
            let vault = container[.vault]
            guard vault.status == .unlocked else { return [] }
            let beginning = Completions.typed(prefix)
            let page = try await vault.list(ItemQuery(text: beginning, window: 0..<limit))
            var seen: Set<String> = []
            return page.items.map(\.title).filter { title in
                // A shell takes only single lines that begin with what was typed.
                title.lowercased().hasPrefix(beginning.lowercased()) && !title.contains("\n")
                    && HarmlessText.line(title) == title && seen.insert(title).inserted
            }
        }
    }
}
