/// A reason why the rules could not be applied at all, as opposed to a rule that is broken.
package struct BoundaryError: Error, CustomStringConvertible {
    /// What happened and what to do about it.
    package let description: String

    /// Makes an error from a sentence for people.
    package init(_ description: String) {
        self.description = description
    }
}
