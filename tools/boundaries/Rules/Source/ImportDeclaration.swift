/// One `import` of a Swift file.
struct ImportDeclaration: Hashable {
    /// The module that is imported, also where only one of its declarations is.
    let module: String
    /// The line of the word `import`, counted from 1.
    let line: Int
    /// The names of its attributes, such as `testable`.
    let attributes: Set<String>

    /// Whether importers of this file's module get the imported one as well.
    var isReexport: Bool { attributes.contains("_exported") }
}
