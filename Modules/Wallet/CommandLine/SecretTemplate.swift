import TenonCore
import TenonMemory

/// A text in which references stand between two pairs of braces: `{{ wallet://github/password }}`.
///
///     place     = "{{" *( SP / HTAB ) reference *( SP / HTAB ) "}}"
///     reference = text that begins with "wallet://", on one line, without braces
///
/// All other braces stay as they are, since they are of another program. What begins a reference and is
/// not in such a place is a mistake, and no text like any other.
struct SecretTemplate {
    private let contents: SecretText
    /// Where references stand, in their order.
    let places: [(range: Range<Int>, reference: SecretReference)]

    /// Reads a template.
    ///
    /// - Throws: ``WalletCommandError`` that names the line of the first reference which is not in its
    ///   place, or says that this is no text in UTF-8.
    init(_ contents: SecretText, path: String) throws {
        self.contents = contents
        places = try contents.withBytes { bytes in
            guard bytes.isUTF8, !bytes.contains(0) else { throw WalletCommandError.noText(path) }
            var places: [(Range<Int>, SecretReference)] = []
            var index = 0
            while let start = SecretReference.firstIndex(in: bytes[index...]) {
                let before = bytes[index..<start].reversed().drop(while: Self.isBlank)
                let inside = bytes[start...].prefix { !"{}\r\n".utf8.contains($0) }
                let blanks = inside.reversed().prefix(while: Self.isBlank).count
                let text = UnsafeRawBufferPointer(rebasing: inside.dropLast(blanks))
                guard before.starts(with: "{{".utf8),
                    bytes[inside.endIndex...].starts(with: "}}".utf8),
                    let reference = SecretReference(SecretText(utf8: text))
                else {
                    let line = bytes[..<start].count { $0 == UInt8(ascii: "\n") } + 1
                    throw WalletCommandError.badTemplateLine(line, path)
                }
                let opening = before.startIndex.base - 2
                index = inside.endIndex + 2
                places.append((opening..<index, reference))
            }
            return places
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { " \t".utf8.contains(byte) }

    /// The text with secrets in the places of the references; all else stays as it is.
    ///
    /// - Throws: What looking up a reference throws.
    func filled(_ resolver: SecretResolver) async throws -> SecretText {
        var secrets: [SecretText] = []
        for place in places { secrets.append(try await resolver.secret(place.reference)) }
        let text = SecretBuffer(capacity: contents.count)
        contents.withBytes { bytes in
            var start = 0
            for (place, secret) in zip(places, secrets) {
                text.append(UnsafeRawBufferPointer(rebasing: bytes[start..<place.range.lowerBound]))
                text.append(secret)
                start = place.range.upperBound
            }
            text.append(UnsafeRawBufferPointer(rebasing: bytes[start...]))
        }
        return text.text
    }
}
