import ArgumentParser
import Foundation
import TenonCommandLine
import TenonCore

/// How a command writes its result.
struct OutputOptions: ParsableArguments {
    @Flag(help: .localized("Print JSON, in a stable and versioned form."))
    var json = false

    @Flag(help: .localized("Print one record a line, with tabs between the values."))
    var plain = false

    func validate() throws {
        if json && plain { throw ValidationError.localized("Choose one of --json and --plain.") }
    }

    /// Writes a result in the form that was chosen.
    ///
    /// - Parameters:
    ///   - document: The result as JSON.
    ///   - records: The values of each line for `--plain`.
    ///   - text: What people read.
    func write(
        json document: @autoclosure () -> some Encodable,
        plain records: @autoclosure () -> [[String]], text: @autoclosure () -> String
    ) throws {
        if json { return try Output.json(document()) }
        if plain { return try Output.plain(records()) }
        try StandardOutput.write(text())
    }
}

/// Writes results to standard output.
enum Output {
    /// The version of the JSON documents; raised when a value changes its meaning or goes.
    static let formatVersion = 1

    /// Writes a document as JSON with sorted keys, with its version beside it.
    static func json(_ document: some Encodable) throws {
        try StandardOutput.write(try JSONEncoder.readable(Versioned(document: document)) + "\n")
    }

    /// JSON moved to the depth of an array in a document.
    static func indented(_ json: String) -> String {
        "    " + json.replacing("\n", with: "\n    ")
    }

    /// Writes records, one a line; tabs and line breaks in values become spaces.
    static func plain(_ records: some Sequence<[String]>) throws {
        var text = ""
        for record in records {
            text += record.map(HarmlessText.line).joined(separator: "\t") + "\n"
            if text.utf8.count > 65_536 {
                try StandardOutput.write(text)
                text = ""
            }
        }
        try StandardOutput.write(text)
    }

    private struct Versioned<Document: Encodable>: Encodable {
        enum CodingKeys: String, CodingKey {
            case formatVersion
        }

        let document: Document

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(Output.formatVersion, forKey: .formatVersion)
            try document.encode(to: encoder)
        }
    }
}
