/// The numbers of the three streams that every program is started with.
public enum StandardStream {
    /// Where the program reads.
    public static let input: Int32 = 0
    /// Where the program says what it was asked for.
    public static let output: Int32 = 1
    /// Where the program says everything else.
    public static let errors: Int32 = 2
}
