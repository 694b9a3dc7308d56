/// The kind of a build; kinds differ in the defaults of settings, and in no line of code.
public enum Flavour: String, Sendable, Codable, CaseIterable {
    /// For who writes the program.
    case debug
    /// For tests.
    case test
    /// For everybody else.
    case release

    /// The kind that this program was built as.
    public static var built: Flavour {
        // The one place where the code looks at how it is built.
        #if DEBUG
            .debug
        #else
            .release
        #endif
    }
}
