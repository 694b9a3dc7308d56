public import TenonCore

/// Completes words on the command line with what the application knows.
///
/// ```swift
/// @Argument(completion: .custom { words, _, prefix in
///     await Completions.candidates(for: words) { container in … }
/// })
/// var login: String
/// ```
public enum Completions {
    /// Boots the application and asks it for words; none when anything goes wrong.
    ///
    /// A person waits for it at every press of the Tab key, and sees no message: it never asks, and
    /// says nothing.
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
            // A flag whose value is still missing is no reason to offer nothing.
            let flags = (try? context.settings.extract(from: arguments).flags) ?? [:]
            let draft = Application(
                context.info,
                configuration: Configuration(environment: context.configuration.environment))
            let (configuration, problem) = await context.settings.configuration(
                of: draft, flags: flags)
            if problem != nil { return [] }
            let running = try await context.commandApplication(configuration).boot()
            return try await running.use { try await find(running.container) }
        } catch {
            return []
        }
    }
}
