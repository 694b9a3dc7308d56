/// A reason why the rules could not be applied, as opposed to a broken rule.
package struct BoundaryError: Error, CustomStringConvertible {
    /// What happened and what to do about it.
    package let description: String

    /// Makes an error from a sentence for people.
    package init(_ description: String) {
        self.description = description
    }
}
