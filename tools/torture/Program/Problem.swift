/// Why nothing can be tried.
struct Problem: Error {
    let message: String
    /// The exit status: 64 for a wrong option, 70 for what the tool itself cannot do.
    var status: Int32 = 70
}
