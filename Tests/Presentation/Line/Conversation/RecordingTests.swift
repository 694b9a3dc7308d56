import Foundation
import TenonTesting
import Testing

/// A session that is recorded on the line front end and replayed on the headless one.
@Suite struct RecordingTests {
    @Test("what is recorded here and replayed on the headless front end leads to the same states")
    func acrossFrontEnds() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (here, there) = (folder.appending(path: "here"), folder.appending(path: "there"))

        let line = try ChildProgram(
            "conformance-line",
            arguments: [
                "--open=conformance:questions", "--record=\(here.path)", "--record-screens",
            ])
        for input in [
            "Ask for text", "The Ark", "Ask for a secret", "hushhush", "Confirm severely",
            "Old Town", "Offer choices", "Try again", "b", "13 open", "1 Grace", "8 y",
            "Save the form", "b",
        ] {
            try line.type(input)
        }
        try line.endInput()
        #expect(await line.wait() == 0)

        let headless = try ChildProgram(
            "conformance-headless",
            arguments: [
                "--open=conformance:questions", "--replay=\(here.path)",
                "--record=\(there.path)", "--record-screens",
            ])
        try await headless.wait { $0.contains("which the recording does not hold") }
        try headless.type(
            #"{"do":"answer","question":"q1","answer":{"type":"text","text":"hushhush"}}"#)
        try await headless.wait { $0.contains("were replayed") || $0.contains("That did not work") }
        try headless.endInput()
        #expect(await headless.wait() == 0)

        let (recorded, replayed) = (
            try String(contentsOf: here, encoding: .utf8),
            try String(contentsOf: there, encoding: .utf8)
        )
        // Compared line by line, so that a failure can be read.
        // The first line has the time at which the sessions began.
        let pairs = zip(
            recorded.split(separator: "\n").dropFirst(), replayed.split(separator: "\n").dropFirst()
        )
        for (step, pair) in pairs.enumerated() { #expect(pair.0 == pair.1, "line \(step + 2)") }
        #expect(recorded.split(separator: "\n").count == replayed.split(separator: "\n").count)
        for state in [
            "The answer was: called The Ark.", "The answer was: a secret of 8 bytes.",
            "The answer was: yes, pull it down.", "The answer was: the choice again.",
            "\"granted\"",
        ] {
            #expect(recorded.contains(state))
        }
        #expect(!recorded.contains("hushhush"))
    }

    @Test(
        "a replay that differs says what does, line by line, and exits with a status of its own",
        arguments: ["conformance-line", "conformance-headless"])
    func differing(_ name: String) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        let line = try ChildProgram(
            "conformance-line",
            arguments: [
                "--open=conformance:questions", "--record=\(file.path)", "--record-screens",
            ])
        for input in ["Ask for text", "The Ark", "b"] { try line.type(input) }
        try line.endInput()
        #expect(await line.wait() == 0)
        let recorded = try String(contentsOf: file, encoding: .utf8)
        #expect(recorded.contains("\"time\":{\"milliseconds\":"))
        try recorded.replacing("called The Ark.", with: "called The Boat.")
            .write(to: file, atomically: true, encoding: .utf8)

        let program = try ChildProgram(
            name, arguments: ["--open=conformance:questions", "--replay=\(file.path)"])
        try await program.wait { $0.contains("The replay differs from the recording") }
        try program.endInput()
        #expect(await program.wait() == 76)
        let lines = program.errors.split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("-") && $0.contains("called The Boat.") })
        #expect(lines.contains { $0.hasPrefix("+") && $0.contains("called The Ark.") })
    }

    @Test("a recording that is not there is named before anything is shown")
    func missing() async throws {
        let program = try ChildProgram("conformance-line", arguments: ["--replay=/nowhere/tape"])
        #expect(await program.wait() == 65)
        #expect(program.errors.contains("The file /nowhere/tape cannot be read: "))
        #expect(program.output == "")
    }
}
