/// What is wrong with a text that should be JSON, and where.
package struct JSONError: Error, Equatable {
    /// The reason when there are more values than are read.
    package static let tooManyValues: Sentence = "There are too many values."

    /// What is wrong; it holds nothing of the text.
    package let reason: Sentence
    /// The byte at which it was noticed, from 1.
    package let position: Int
    /// The line of that byte, from 1.
    package let line: Int
}
