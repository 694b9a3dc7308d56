public import TenonCore

/// What a test expected and did not find, with what there was instead.
public typealias TestingError = ModuleError<TestingErrors>

/// Tells ``TestingError`` apart from the errors of other modules.
public enum TestingErrors {}

extension TestingError {
    /// Something cannot be done, because it is not there or is disabled.
    ///
    /// - Parameters:
    ///   - what: What was tried, such as `choose "Save"`.
    ///   - seen: What there was instead.
    ///   - place: The step of the test.
    public static func cannot(
        _ what: String, seen: String, at place: TestPlace? = nil
    ) -> TestingError {
        TestingError(.testingCannot, "Cannot \(what). There is:\n\(seen)", cause: place)
    }

    /// An expectation does not hold.
    ///
    /// - Parameters:
    ///   - expectation: What was expected, as a sentence.
    ///   - seen: What there was instead.
    ///   - place: The step of the test.
    public static func unmet(
        _ expectation: String, seen: String, at place: TestPlace? = nil
    ) -> TestingError {
        TestingError(
            .testingUnmet, "Expected: \(expectation)\nSeen:\n\(seen)", cause: place)
    }
}

extension ErrorCode {
    /// A test tried what cannot be done.
    public static let testingCannot = ErrorCode("testing.cannot", .failure)
    /// An expectation of a test does not hold.
    public static let testingUnmet = ErrorCode("testing.unmet", .failure)
}
