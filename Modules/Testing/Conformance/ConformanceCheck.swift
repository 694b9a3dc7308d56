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

/// A part of the way to a complete front end; the parts are built one after the other.
public enum ConformanceStage: Sendable, CaseIterable {
    /// Everything on a screen is seen, whatever the writing, and no phase is without its way out.
    case seeing
    /// Every action is done, and none by mistake.
    case acting
    /// Every destination is seen and reached, and the current one is marked.
    case going
    /// Every question is asked, answered and cancelled; every message arrives.
    case asking
    /// Secrets stay secret and are made in their fields, forms arrive whole, long lists cost what is
    /// seen and are read on where one was, several rows are chosen together, one finds back, and
    /// what is typed is not lost.
    case exchanging

    /// The checks of this stage alone.
    var checks: [ConformanceCheck] {
        switch self {
        case .seeing: ScreenChecks.all
        case .acting: ActionChecks.all
        case .going: DestinationChecks.all
        case .asking: QuestionChecks.all
        case .exchanging:
            ContentChecks.all + FieldChecks.all + PlaceChecks.all + RichTextChecks.all
                + SelectionChecks.all + DraftChecks.all + TypingChecks.all + SecretChecks.all
        }
    }
}

/// Everything that a front end must do.
public enum ConformanceSuite {
    /// All checks; each is independent of the others.
    public static let checks: [ConformanceCheck] = ConformanceStage.allCases.flatMap(\.checks)

    /// The checks to run once more in a language that is written from right to left, such as `ar`,
    /// where nothing on a screen may be lost or be cut off at the other side.
    public static let checksOfDirection = checks(ofSamples: ["rightToLeft", "facts"])

    private static func checks(ofSamples names: [String]) -> [ConformanceCheck] {
        ScreenChecks.all.filter { check in names.contains { check.name.contains("\"\($0)\"") } }
    }

    /// The checks of all stages up to one, for a front end that is still being built.
    public static func checks(through last: ConformanceStage) -> [ConformanceCheck] {
        var checks: [ConformanceCheck] = []
        for stage in ConformanceStage.allCases {
            checks += stage.checks
            if stage == last { break }
        }
        return checks
    }
}
