public import Foundation
public import TenonCore
import TenonUI

/// An application that shows all there is to show, for the conformance of front ends.
///
/// In its own process, with the front end that the executable links:
///
/// ```swift
/// exit(await ConformanceApplication.run())
/// ```
///
/// In the process of a test: ``application(frontEnd:configuration:others:)``.
public enum ConformanceApplication {
    /// What it is called.
    public static let info = ApplicationInfo(
        name: "Conformance", executable: "conformance", version: "1.0.0", scheme: "sample")

    /// Its plugins: the scenes, and a clock, a clipboard and links that leave the system alone.
    ///
    /// TenonUI and the front end are not among them: they are found because they are linked.
    ///
    /// Sessions can be recorded and replayed, with the flags of `SessionTape`.
    public static let plugins: [any Plugin.Type] = [
        ConformancePlugin.self, MemorySystem.self, SessionTape.self,
    ]

    /// The application with one front end, whatever else is linked.
    public static func application(
        frontEnd: any Plugin.Type, configuration: Configuration = Configuration(),
        others: [any Plugin.Type] = []
    ) -> Application {
        Application(
            info, configuration: configuration,
            plugins: plugins + [UserInterface.self, frontEnd] + others, linked: false)
    }

    /// Runs the application with what is linked.
    ///
    /// - Parameters:
    ///   - arguments: The settings, each as `--name=value`, or `--name` for a switch.
    ///   - environment: The environment variables.
    /// - Returns: What the process exits with; problems are described on standard error.
    public static func run(
        arguments: [String] = Array(CommandLine.arguments.dropFirst()),
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) async -> Int32 {
        var flags: [String: String] = [:]
        for argument in arguments {
            guard argument.hasPrefix("--") else { return fail("unknown argument", .usage) }
            let parts = argument.dropFirst(2).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            flags[String(parts[0])] = parts.count > 1 ? String(parts[1]) : "1"
        }
        let application = Application(
            info, configuration: Configuration(flags: flags, environment: environment),
            plugins: plugins)
        do {
            return try await application.run().rawValue
        } catch let error as any ExplainedError {
            return fail("\(error)", error.code.status)
        } catch {
            return fail("\(error)", .failure)
        }
    }

    private static func fail(_ message: String, _ status: ExitStatus) -> Int32 {
        FileHandle.standardError.write(Data("conformance: \(message)\n".utf8))
        return status.rawValue
    }
}
