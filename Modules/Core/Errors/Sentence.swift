/// A message in English, in a form that can be translated.
///
/// It is written as an interpolated string, and keeps its values apart from its words:
/// `"There is no file at \(path)."` has the ``pattern`` `There is no file at {0}.`, which is what
/// its translations are found by. A value that is itself a sentence is translated as well.
public struct Sentence: Sendable, Hashable {
    /// A value in a place of a pattern.
    public enum Value: Sendable, Hashable {
        /// A name, a path, a number: the same in every language.
        case text(String)
        /// Words.
        case sentence(Sentence)
    }

    /// The English words, with `{0}`, `{1}` … in the places of the values.
    public let pattern: String
    /// The values, in the order of their places.
    public let values: [Value]

    /// Whether it is empty.
    public var isEmpty: Bool { pattern.isEmpty }

    /// Makes a sentence from a pattern and the values for its places.
    public init(pattern: String, values: [Value]) {
        self.pattern = pattern
        self.values = values
    }

    /// Makes a sentence from text that is the same in every language, or was made elsewhere.
    public init(verbatim text: String) {
        pattern = text.isEmpty ? "" : "{0}"
        values = text.isEmpty ? [] : [.text(text)]
    }

    /// Joins several sentences; empty ones are left out.
    public init(joining sentences: [Sentence]) {
        let parts = sentences.filter { !$0.isEmpty }
        pattern = parts.indices.map { "{\($0)}" }.joined(separator: " ")
        values = parts.map { .sentence($0) }
    }

    /// The text of a pattern with its places filled; in English when it is the own ``pattern``.
    ///
    /// - Parameters:
    ///   - pattern: Words with the same places, in any order.
    ///   - translate: Translates the values that are sentences.
    public func filling(_ pattern: String, _ translate: (Sentence) -> String) -> String {
        guard !values.isEmpty else { return pattern }
        var result = ""
        var rest = Substring(pattern)
        while let open = rest.firstIndex(of: "{") {
            let place = rest[rest.index(after: open)...].prefix { $0 != "}" }
            result += rest[..<open]
            if let index = Int(place), values.indices.contains(index),
                place.endIndex < rest.endIndex
            {
                switch values[index] {
                case .text(let text): result += text
                case .sentence(let sentence): result += translate(sentence)
                }
                rest = rest[rest.index(after: place.endIndex)...]
            } else {
                result.append("{")
                rest = rest[rest.index(after: open)...]
            }
        }
        return result + rest
    }
}

extension Sentence: CustomStringConvertible {
    /// The text in English.
    public var description: String { filling(pattern) { $0.description } }
}

extension Sentence: ExpressibleByStringInterpolation {
    /// Gathers the words and the values of a literal.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var pattern = ""
        fileprivate var values: [Value] = []

        /// Begins with nothing.
        public init(literalCapacity: Int, interpolationCount: Int) {
            pattern.reserveCapacity(literalCapacity + 3 * interpolationCount)
            values.reserveCapacity(interpolationCount)
        }

        /// Adds words.
        public mutating func appendLiteral(_ literal: String) { pattern += literal }

        /// Adds a sentence, which is translated on its own.
        public mutating func appendInterpolation(_ sentence: Sentence) {
            append(.sentence(sentence))
        }

        /// Adds a value by its description.
        public mutating func appendInterpolation<T>(_ value: T) { append(.text("\(value)")) }

        private mutating func append(_ value: Value) {
            pattern += "{\(values.count)}"
            values.append(value)
        }
    }

    /// Says words without values.
    public init(stringLiteral words: String) {
        pattern = words
        values = []
    }

    /// Says words with values.
    public init(stringInterpolation: StringInterpolation) {
        pattern = stringInterpolation.pattern
        values = stringInterpolation.values
    }
}
