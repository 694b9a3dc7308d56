/// One thing that every front end must do, proved by using it.
///
/// ```swift
/// @Test("conforms", arguments: ConformanceSuite.checks)
/// func conforms(_ check: ConformanceCheck) async throws {
///     try await check.run(MyDriver())
/// }
/// ```
public struct ConformanceCheck: Sendable, CustomStringConvertible {
    /// What is proved, as a sentence.
    public let name: String

    private let body: @Sendable (Conductor) async throws -> Void

    init(_ name: String, body: @escaping @Sendable (Conductor) async throws -> Void) {
        self.name = name
        self.body = body
    }

    /// The name.
    public var description: String { name }

    /// Runs the check: starts the front end, uses it, and ends it.
    ///
    /// - Parameters:
    ///   - driver: The front end.
    ///   - patience: How long to wait for the consequences of one input before the check fails.
    /// - Throws: ``TestingError`` with what was expected and what was seen, or what the driver
    ///   throws.
    public func run(
        _ driver: any FrontEndDriver, patience: Duration = .seconds(30)
    ) async throws {
        do {
            try await body(Conductor(driver: driver, patience: patience))
        } catch {
            try? await driver.finish()
            throw error
        }
        try await driver.finish()
    }
}

/// Everything that a front end must do.
public enum ConformanceSuite {
    /// All checks; each is independent of the others.
    public static let checks: [ConformanceCheck] =
        ScreenChecks.all + ActionChecks.all + QuestionChecks.all + ContentChecks.all
}
