import TenonCore
import TenonMemory

/// A text in which references stand between two pairs of braces: `{{ wallet://github/password }}`.
///
///     place     = "{{" *( SP / HTAB ) reference *( SP / HTAB ) "}}"
///     reference = text that begins with "wallet://", on one line, without braces
///
/// All other braces stay as they are, since they are of another program. What begins a reference and is
/// not in such a place is a mistake, and no text like any other; so is `wallet:` behind two braces. A longer
/// scheme, such as `my-wallet://`, is another one.
struct SecretTemplate {
    /// Where a reference stands, and the number of its line.
    struct Place {
        let range: Range<Int>
        let reference: SecretReference
        let line: Int
    }

    private let contents: SecretText
    private let path: String
    /// The places in their order.
    let places: [Place]

    /// Reads a template.
    ///
    /// - Throws: ``WalletCommandError`` that names the line of the first reference which is not in its
    ///   place, or says that this is no text in UTF-8.
    init(_ contents: SecretText, path: String) throws {
        self.contents = contents
        self.path = path
        places = try contents.withBytes { bytes in
            guard bytes.isUTF8, !bytes.contains(0) else { throw WalletCommandError.noText(path) }
            var places: [Place] = []
            var index = 0
            var lines = LineCounter(bytes)
            if let mark = Self.unfinishedMark(in: bytes) {
                throw WalletCommandError.badTemplateLine(lines.line(at: mark), path)
            }
            while let start = SecretReference.firstIndex(in: bytes[index...]) {
                let line = lines.line(at: start)
                let before = bytes[index..<start].reversed().drop(while: Self.isBlank)
                let inside = bytes[start...].prefix { !"{}\r\n".utf8.contains($0) }
                let blanks = inside.reversed().prefix(while: Self.isBlank).count
                let text = UnsafeRawBufferPointer(rebasing: inside.dropLast(blanks))
                guard before.starts(with: "{{".utf8),
                    bytes[inside.endIndex...].starts(with: "}}".utf8),
                    let reference = SecretReference(SecretText(utf8: text))
                else { throw WalletCommandError.badTemplateLine(line, path) }
                let opening = before.startIndex.base - 2
                index = inside.endIndex + 2
                places.append(Place(range: opening..<index, reference: reference, line: line))
            }
            return places
        }
    }

    /// Where `wallet:` stands behind two braces without the slashes of a reference.
    private static func unfinishedMark(in bytes: UnsafeRawBufferPointer) -> Int? {
        var start = 0
        while let brace = bytes[start...].firstIndex(of: UInt8(ascii: "{")) {
            start = brace + 1
            guard bytes[brace...].starts(with: "{{".utf8) else { continue }
            let inside = bytes[(brace + 2)...].drop(while: isBlank)
            let word = inside.prefix("wallet:".utf8.count)
            guard zip(word, "wallet:".utf8).allSatisfy({ $0 | 0x20 == $1 | 0x20 }),
                word.count == "wallet:".utf8.count
            else { continue }
            if !bytes[word.endIndex...].starts(with: "//".utf8) { return word.startIndex }
        }
        return nil
    }

    private static func isBlank(_ byte: UInt8) -> Bool { " \t".utf8.contains(byte) }

    /// The text with secrets in the places of the references; all else stays as it is.
    ///
    /// - Throws: What looking up a reference throws.
    func filled(_ resolver: SecretResolver) async throws -> SecretText {
        var secrets: [SecretText] = []
        for place in places {
            secrets.append(
                try await resolver.secret(place.reference, line: place.line, of: path))
        }
        let text = SecretBuffer(capacity: contents.count)
        contents.withBytes { bytes in
            var start = 0
            for (place, secret) in zip(places.map(\.range), secrets) {
                text.append(UnsafeRawBufferPointer(rebasing: bytes[start..<place.lowerBound]))
                text.append(secret)
                start = place.upperBound
            }
            text.append(UnsafeRawBufferPointer(rebasing: bytes[start...]))
        }
        return text.text
    }
}
