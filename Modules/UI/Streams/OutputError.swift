import Glibc
public import TenonCore

/// What was to be written has got lost.
public struct OutputError: ExplainedError, Equatable {
    public let code = ErrorCode("ui.output", .inputOutput)
    public let message: String
    public let remedy = "Check that there is space where it is written to."

    /// Makes the error of a call of the system.
    ///
    /// - Parameter number: Its `errno`.
    init(_ number: Int32) {
        message = "The output could not be written: \(String(cString: strerror(number)))."
    }
}
