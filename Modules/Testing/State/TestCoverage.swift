/// How much of what an interactor does a test must expect.
public enum TestCoverage: Sendable {
    /// Every change of state, every effect and every request to go elsewhere; nothing may be left
    /// running.
    case everything
    /// Only what the steps name: what their closures set, the work they say, and what they receive.
    /// Everything else passes, but for errors that are not received.
    case named
}
