import ArgumentParser
import TenonCommandLine
import TenonCore
import WalletVault

/// Completes the names of items, and tags, while a person types a command.
///
/// A locked vault offers nothing, since completion cannot ask for a passphrase.
enum ItemCompletion {
    private static let limit = 200

    /// The completion of an argument that names an item: its title.
    static let kind = completion { vault, beginning in
        try await vault.list(ItemQuery(text: beginning, window: 0..<limit)).items.map(\.title)
    }

    /// The completion of an option that names a tag; the tags with the most items come first.
    static let tags = completion { vault, _ in try await vault.tagsByUse() }

    private static func completion(
        _ words: @escaping @Sendable (any Vault, String) async throws -> [String]
    ) -> CompletionKind {
        .custom { arguments, _, prefix in
            await Completions.candidates(for: arguments) { container in
                let vault = container[.vault]
                guard vault.status == .unlocked else { return [] }
                let beginning = Completions.typed(prefix)
                var seen: Set<String> = []
                return try await words(vault, beginning).filter { word in
                    // A shell takes only single lines that begin with what was typed.
                    word.lowercased().hasPrefix(beginning.lowercased()) && !word.contains("\n")
                        && HarmlessText.line(word) == word && seen.insert(word).inserted
                }
            }
        }
    }
}
