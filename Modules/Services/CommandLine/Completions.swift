import ArgumentParser
public import TenonCore

/// Completes words on the command line with what the application knows.
///
/// ```swift
/// @Argument(completion: .custom { words, _, prefix in
///     await Completions.candidates(for: words) { container in … }
/// })
/// var order: String
/// ```
public enum Completions {
    /// Boots the application and asks it for words; none when anything goes wrong.
    ///
    /// A person waits for it at every press of the Tab key, and sees no message: it never asks, and
    /// says nothing.
    ///
    /// Words with spaces and the like are made fit for the shell that asks.
    ///
    /// - Parameters:
    ///   - words: The words on the command line, whose settings count.
    ///   - find: Gets the container of the application; `Environment.current` holds it as well.
    public static func candidates(
        for words: [String], _ find: (Container) async throws -> [String]
    ) async -> [String] {
        guard let context = CommandContext.current, context.problem == nil else { return [] }
        do {
            let arguments = Array(words.dropFirst())
            // A flag whose value is still missing does not prevent completions.
            let flags = (try? context.settings.extract(from: arguments).flags) ?? [:]
            let (configuration, problem) = await context.settings.configuration(
                of: context.application, flags: flags)
            if problem != nil { return [] }
            let running = try await context.commandApplication(configuration).boot()
            let found = try await running.use { try await find(running.container) }
            return CompletionShell.requesting == .bash ? found.map(escapedForBash) : found
        } catch {
            return []
        }
    }

    /// What a person means by the beginning of a word, as it stands on the command line.
    public static func typed(_ prefix: String) -> String {
        var text = ""
        var isEscaped = false
        for character in prefix {
            if isEscaped || !"\\\"'".contains(character) {
                text.append(character)
                isEscaped = false
            } else {
                isEscaped = character == "\\"
            }
        }
        return text
    }

    /// A word that means itself to `compgen -W`, with which ArgumentParser's script for bash offers it.
    ///
    /// It expands its words, substitution of commands included: an imported title must not be run. The
    /// scripts for the other shells expand nothing.
    private static func escapedForBash(_ word: String) -> String {
        var text = ""
        for character in word {
            let isPlain =
                character.isLetter || character.isNumber || "._-/:@%+=,".contains(character)
            text += isPlain ? "\(character)" : "\\\(character)"
        }
        return text
    }
}
