/// A Swift file and the target that compiles it.
struct SwiftFile {
    /// The path, relative to the root of the repository.
    let path: String
    /// What is in it.
    let source: SwiftSource
    /// The name of the target that compiles it, or nothing if none does.
    let target: String?
}
