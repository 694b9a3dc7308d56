public import TenonCore

/// What a test expected and did not find, with what there was instead.
public struct TestingError: ExplainedError, Equatable {
    /// The stable code.
    public let code: ErrorCode
    /// What happened, with what was seen.
    public let message: Sentence
    /// The remedy; usually the message suffices.
    public let remedy: Sentence

    init(_ code: ErrorCode, _ message: Sentence, _ remedy: Sentence = "") {
        self.code = code
        self.message = message
        self.remedy = remedy
    }

    /// Something cannot be done, because it is not there or is disabled.
    ///
    /// - Parameters:
    ///   - what: What was tried, such as `choose "Save"`.
    ///   - seen: What there was instead.
    public static func cannot(_ what: String, seen: String) -> TestingError {
        TestingError(.testingCannot, "Cannot \(what). There is:\n\(seen)")
    }

    /// An expectation does not hold.
    ///
    /// - Parameters:
    ///   - expectation: What was expected, as a sentence.
    ///   - seen: What there was instead.
    public static func unmet(_ expectation: String, seen: String) -> TestingError {
        TestingError(.testingUnmet, "Expected: \(expectation)\nSeen:\n\(seen)")
    }
}

extension ErrorCode {
    /// A test tried what cannot be done.
    public static let testingCannot = ErrorCode("testing.cannot", .failure)
    /// An expectation of a test does not hold.
    public static let testingUnmet = ErrorCode("testing.unmet", .failure)
}
