import TenonCore
import TenonMemory

/// A text in which references stand between two pairs of braces: `{{ wallet://github/password }}`.
struct SecretTemplate {
    private let contents: SecretText

    init(_ contents: SecretText) { self.contents = contents }

    /// The text with secrets in the places of the references; other braces stay as they are.
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

    /// Where references stand, in their order.
    var places: [(range: Range<Int>, reference: SecretReference)] {
        contents.withBytes { bytes in
            var places: [(Range<Int>, SecretReference)] = []
            var index = 0
            while let start = bytes[index...].firstIndex(of: UInt8(ascii: "{")) {
                index = start + 1
                guard bytes[index...].first == UInt8(ascii: "{") else { continue }
                let inside = bytes[(start + 2)...].prefix { !"{}\n".utf8.contains($0) }
                guard bytes[inside.endIndex...].starts(with: "}}".utf8) else { continue }
                let words = String(decoding: inside, as: UTF8.self).split(separator: " ")
                guard words.count == 1, let reference = SecretReference(String(words[0])) else {
                    continue
                }
                index = inside.endIndex + 2
                places.append((start..<index, reference))
            }
            return places
        }
    }
}
