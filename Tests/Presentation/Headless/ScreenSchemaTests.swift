import Foundation
import TestSupport
import Testing

/// The JSON Schema of what applications write.
enum ScreenSchema {
    private static let root = URL(filePath: #filePath).appending(path: "../../../..")
        .standardizedFileURL.path
    private static let path = "\(root)/Modules/Presentation/Headless/screens.schema.json"

    /// The schema as it is kept.
    static func kept() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    /// The schema as the articles have it.
    static func written() async throws -> Program.Result {
        try await Program(path: "\(root)/tools/screen-schema").run([])
    }

    /// What the schema does not allow of some lines, by a library that knows JSON Schemas.
    static func faults(in lines: [String]) async throws -> String {
        let script = """
            import json, jsonschema, sys
            with open(sys.argv[1]) as file:
                schema = json.load(file)
            jsonschema.Draft202012Validator.check_schema(schema)
            validator = jsonschema.Draft202012Validator(schema)
            for line in sys.stdin:
                for error in validator.iter_errors(json.loads(line)):
                    print(list(error.absolute_path), error.message[:200])
            """
        let result = try await Program(path: "/usr/bin/python3").run(
            ["-c", script, path], input: lines.map { "\($0)\n" }.joined())
        return result.output + result.errors
    }
}

@Suite("The JSON Schema of screens")
struct ScreenSchemaTests {
    @Test("is what the articles say")
    func isWritten() async throws {
        let written = try await ScreenSchema.written()
        #expect(written.status == 0, "\(written.errors)")
        #expect(written.output == (try ScreenSchema.kept()))
    }

    @Test(
        "refuses what no application writes, and passes over what is new",
        arguments: [
            (#"{"event":"ended"}"#, ""), (#"{"ok":true,"reply":1}"#, ""),
            (#"{"event":"ended","new":1}"#, ""), (#"{"event":"other"}"#, "'other' is not one of"),
            (#"{"event":"notice","notice":{"text":"a","tone":"loud"}}"#, "'loud' is not one of"),
            (#"{"event":"notice","notice":{"text":"a"}}"#, "'tone' is a required property"),
            (#"{"event":"undoClosed","id":1}"#, "1 is not of type 'string'"),
            (#"{"reply":1}"#, "is not valid under any of the given schemas"), ("[]", "'object'"),
        ])
    func refuses(_ line: String, _ said: String) async throws {
        let faults = try await ScreenSchema.faults(in: [line])
        #expect(said.isEmpty ? faults.isEmpty : faults.contains(said), "\(faults)")
    }
}
