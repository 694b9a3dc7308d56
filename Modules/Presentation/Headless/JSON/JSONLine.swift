import Foundation
import TenonCore
import TenonUI

/// Writes values as lines of JSON, with the keys in alphabetical order.
package enum JSONLine {
    /// The JSON of a value on one line, with the line's end.
    package static func text(of value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        do {
            let json = String(decoding: try encoder.encode(value), as: UTF8.self)
            return HarmlessText.json(json) + "\n"
        } catch {
            // Every type of the schema can be encoded; this reports one that cannot.
            return #"{"event":"defect"}"# + "\n"
        }
    }
}

/// The first line.
struct HelloLine: Encodable {
    /// A direction of writing, as HTML names it.
    enum Direction: String, Encodable {
        case leftToRight = "ltr"
        case rightToLeft = "rtl"
    }

    let event = "hello"
    let schemaVersion = Screen.schemaVersion
    let application: ApplicationInfo
    /// What a product has of its own; without a key when it has nothing.
    let brand: BrandMembers?
    let language: String
    /// The direction in which the language is written.
    let direction: Direction
    /// The number of the session; there is one.
    let session = 1
}

/// What another program may show of a product, beside its name.
struct BrandMembers: Encodable {
    /// The address of the icon, which holds all of it (RFC 2397).
    let icon: String?
    /// What stands for the icon in text.
    let sign: String?

    /// Takes the icon and the sign; `nil` when there is neither.
    init?(_ brand: Brand) {
        guard brand.icon != nil || !brand.sign.isEmpty else { return nil }
        icon = brand.icon.map { "data:image/svg+xml;base64,\(Data($0.svg).base64EncodedString())" }
        sign = brand.sign.isEmpty ? nil : brand.sign
    }
}

/// The answer to a request.
struct ReplyLine: Encodable {
    private enum Key: String, CodingKey {
        case reply, ok, error
    }

    /// The id of the request; `nil` when it has none, or none that can be read.
    let id: RequestID?
    /// What is wrong with it; `nil` when it was taken.
    var problem: Problem?

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(id, forKey: .reply)
        if let problem {
            try container.encode(problem, forKey: .error)
        } else {
            try container.encode(true, forKey: .ok)
        }
    }
}

/// The id that the sender gives a request.
enum RequestID: Encodable, Equatable {
    case text(String)
    case number(Int)

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        }
    }
}
