import Foundation
public import TenonCore

extension SessionPilot {
    /// Boots an application, uses a session in it, and stops it, whatever happens.
    ///
    /// It has a home folder of its own, which is removed at the end: what it stores is neither the
    /// person's nor that of another test.
    ///
    /// - Parameters:
    ///   - plugins: The plugins of the features, and of the services that they need. TenonUI is
    ///     added when it is not among them.
    ///   - info: What the application is called, and with it the folders of its files.
    ///   - settings: The values of settings, by their names.
    ///   - linked: Whether the plugins that are linked to the test take part.
    ///   - location: Where the session begins; where the application says unless given.
    ///   - providing: Registers further ports that the features need.
    ///   - isolation: Where the body runs: where the test does.
    ///   - body: Uses the session.
    /// - Returns: What the body returns.
    /// - Throws: `BootFailure`, `RoutingError`, what a factory throws, or what the body throws.
    public static func run<Result>(
        plugins: [any Plugin.Type] = [], application info: ApplicationInfo = SessionPilot.info,
        settings: [String: String] = [:], linked: Bool = false, at location: String? = nil,
        providing: @escaping @Sendable (inout Registrar) -> Void = { _ in },
        isolation: isolated (any Actor)? = #isolation,
        _ body: (SessionPilot) async throws -> Result
    ) async throws -> Result {
        let home = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(
            at: home, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: home) }
        let pilot = try await SessionPilot(
            plugins: plugins, application: info,
            configuration: Configuration(flags: settings, environment: ["HOME": home.path]),
            linked: linked, at: location, providing: providing)
        do {
            let result = try await body(pilot)
            await pilot.stop()
            return result
        } catch {
            await pilot.stop()
            throw error
        }
    }
}
