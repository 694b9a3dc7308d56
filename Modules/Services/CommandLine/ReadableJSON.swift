package import FoundationEssentials
import TenonCore

extension JSONEncoder {
    /// A value as JSON for people and programs: with line breaks, sorted keys, and no character that
    /// could do something to a terminal.
    ///
    /// - Throws: What the encoder throws.
    package static func readable(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return HarmlessText.json(String(decoding: try encoder.encode(value), as: UTF8.self))
    }
}
