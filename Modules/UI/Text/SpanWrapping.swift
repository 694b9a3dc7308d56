import TenonCore

/// Breaks texts that follow each other without a gap into lines that fit, as if they were one.
package enum SpanWrapping {
    /// A part of a line that is of one text.
    package struct Piece: Equatable, Sendable {
        /// The text, harmless.
        package var text: String
        /// The index of the text that it is of.
        package var index: Int
    }

    /// The lines of some texts; their own line breaks are kept.
    ///
    /// - Parameters:
    ///   - texts: Text from anywhere.
    ///   - width: The most columns of a line, at least 2.
    package static func lines(of texts: [String], width: Int) -> [[Piece]] {
        let texts = texts.map { HarmlessText.lines($0) }
        // Of each character, the text that it is of: what is broken knows nothing of texts.
        var rest = texts.enumerated().flatMap { index, text in
            text.unicodeScalars.map { (scalar: $0, index: index) }
        }[...]
        return TextWrapping.lines(of: texts.joined(), width: width).map { line in
            var pieces: [Piece] = []
            for scalar in line.unicodeScalars {
                // A break stands for the spaces that were there.
                while let first = rest.first, first.scalar != scalar, isSpace(first.scalar) {
                    rest.removeFirst()
                }
                let index = rest.first?.index ?? pieces.last?.index ?? 0
                if rest.first?.scalar == scalar { rest.removeFirst() }
                if pieces.last?.index == index {
                    pieces[pieces.count - 1].text.unicodeScalars.append(scalar)
                } else {
                    pieces.append(Piece(text: String(scalar), index: index))
                }
            }
            return pieces
        }
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\n"
    }
}
