public import TenonCore

/// Output was lost.
public struct OutputError: ExplainedError, Equatable {
    /// `ui.output`.
    public let code = ErrorCode("ui.output", .inputOutput)
    /// What the system says.
    public let message: Sentence
    /// What to look at.
    public let remedy: Sentence = "Check that there is space where it is written to."

    /// Makes the error of a call of the system.
    ///
    /// - Parameter number: Its `errno`.
    init(_ number: Int32) {
        message = Sentence(
            "The output could not be written: \(Descriptor.text(ofFailure: number)).")
    }
}
