import Foundation
import TenonTesting
import TestSupport
import Testing

@Suite("A conversation", .serialized)
struct ScriptTests {
    private func run(
        _ script: [String], at location: String, environment: [String: String] = [:]
    ) async throws -> String {
        let program = try ChildProgram(
            "conformance-line", arguments: ["--open=\(location)"], environment: environment)
        try program.type(bytes: Array(script.map { $0 + "\n" }.joined().utf8))
        try program.endInput()
        #expect(await program.wait() == 0)
        return program.output
    }

    @Test("is the same each time, though everything was typed ahead")
    func deterministic() async throws {
        let script = [
            "later", "mild", "n", "Confirm severely", "New Town", "Old Town", "prompt", "Bo",
            "secret",
            "xyz", "notice", "go conformance:list", "2 r", "Fig", "3", "2 m", "y", "b",
        ]
        let first = try await run(script, at: "conformance:questions")
        for text in [
            "it came by itself", "no, leave it", "That is not “Old Town”.", "yes, pull it down",
            "called Bo", "a secret of 3 bytes", "Done: The weather is fine.", "Banana was renamed",
            "Cherry was chosen", "was removed",
        ] {
            #expect(first.contains(text), "\(text) is missing")
        }
        #expect(!first.contains("> ") && !first.contains("\u{1B}"))
        for _ in 1...3 {
            #expect(try await run(script, at: "conformance:questions") == first)
        }
    }

    @Test("begins with the sign and the name of the product")
    func brand() async throws {
        let output = try await run(["q"], at: "conformance:text")
        #expect(output.hasPrefix("\(ConformanceBrand.sign) Conformance\n\n"))
    }

    @Test("prints a notice once, and no screen that says the same")
    func once() async throws {
        let output = try await run(["notice", "notice"], at: "conformance:questions")
        #expect(output.components(separatedBy: "The weather is fine.").count == 3)
        #expect(output.components(separatedBy: "The answer was").count == 2)
    }

    @Test("fills in a form field by field, and asks again for what is wrong")
    func form() async throws {
        let output = try await run(
            [
                "", "-", "", "s3cr3t", "7.5", "2024-13-01", "2024-12-01", "13/28", "04/28",
                "fragile, of glass", "y", "2", "1 3", "", "", "Ada", "", "",
            ], at: "conformance:form")
        #expect(output.contains("Type a day as year-month-day"))
        #expect(output.contains("Type a month as month/year") && output.contains("<2028-04>"))
        #expect(output.contains("✗ Error: Your name: A name is needed."))
        #expect(output.contains("<7.5>") && output.contains("<green>") && output.contains("<l+s>"))
        #expect(output.contains("<fragile+of glass>"))
        #expect(output.contains("6 bytes"))
        #expect(!output.contains("s3cr3t"))
    }

    @Test("asks again for the secret that is wrong, and keeps the others")
    func oneWrongSecret() async throws {
        let output = try await run(
            [
                "3", "s3al-Wq9", "4", "f0rged", "Send the letter", "st4mp-Vx2", "Send the letter",
            ], at: "conformance:draft")
        #expect(output.contains("Stamp: It is forged."))
        #expect(output.contains("It arrived: <Dear all>, with a seal of 8 bytes."))
    }

    @Test("does not ask again for a secret that is right by now, after one stays")
    func rightByNow() async throws {
        let output = try await run(
            [
                "3", "s3al-Wq9", "4", "f0rged", "Send the letter", "st4mp-Vx2", "Never mind", "n",
                "Send the letter",
            ], at: "conformance:draft")
        #expect(output.contains("It arrived: <Dear all>, with a seal of 8 bytes."))
    }

    @Test("asks on for a secret that was revealed instead of typed")
    func revealedSecret() async throws {
        let output = try await run(
            [
                "3", "s3al-Wq9", "4", "f0rged", "Send the letter", "r", "st4mp-Vx2",
                "Send the letter",
            ], at: "conformance:draft")
        #expect(output.contains("Stamp: f0rged"))
        #expect(output.contains("It arrived: <Dear all>, with a seal of 8 bytes."))
    }

    @Test("says that a secret is kept, and drops it when that is typed")
    func droppedSecret() async throws {
        let output = try await run(
            ["3", "s3al-Wq9", "1", "b", "3 c", "Send the letter"], at: "conformance:draft")
        #expect(output.contains("•••••••• (set)"))
        #expect(output.contains("It arrived: <Dear all>, with a seal of 0 bytes."))
    }

    @Test("asks before it drops what was typed")
    func discard() async throws {
        let output = try await run(
            ["4 12", "b", "", "go conformance:text", "n", "b", "y"], at: "conformance:form")
        #expect(output.components(separatedBy: "Discard what you typed?").count == 4)
        #expect(output.contains("All samples"))
        #expect(!output.contains("The upper heading"))
    }

    @Test("knows the lines of a note before the last one is typed")
    func halfNote() async throws {
        let program = try ChildProgram("conformance-line", arguments: ["--open=conformance:form"])
        try program.type(bytes: Array("2\nfirst\nsecond\n".utf8))
        try program.endInput()
        #expect(await program.wait() != 0)
        #expect((program.output + program.errors).contains("What you typed was not saved."))
    }

    @Test("reaches every row of a long list by its number")
    func farRow() async throws {
        let output = try await run(["54321", "n", "p", "p"], at: "conformance:many")
        #expect(output.contains("Row 54321 was opened."))
        #expect(output.contains("54,341–54,360 of 100,000"))
        #expect(output.components(separatedBy: "\n54321. Item #54321.").count == 3)
    }

    @Test("says what means nothing, and goes on")
    func nonsense() async throws {
        let output = try await run(
            [
                "xyz\u{1B}[2J", "77", "/x", "n", "1 zz", "go ::", "\u{202E}", "alert", "", "q",
                "notice",
            ],
            at: "conformance:questions")
        #expect(output.contains("Unknown input."))
        #expect(!output.contains("xyz"))
        #expect(output.contains("There is no number 77 here."))
        #expect(output.contains("There is nothing to search here."))
        #expect(output.contains("There are no more rows"))
        #expect(output.contains("The answer was: dismissed."))
        #expect(!output.contains("The weather"), "It went on after q.")
    }

    @Test("skips lines that are too long or not UTF-8")
    func badLines() async throws {
        let program = try ChildProgram(
            "conformance-line", arguments: ["--open=conformance:questions"])
        try program.type(bytes: [UInt8](repeating: UInt8(ascii: "x"), count: 2 << 20) + [10])
        try program.type(bytes: [0xFF, 0x0A])
        try program.type("notice")
        try program.endInput()
        #expect(await program.wait() == 0)
        #expect(program.output.contains("too long") && program.output.contains("not UTF-8"))
        #expect(program.output.contains("The weather is fine."))
    }

    @Test("is coloured when that is demanded, and not when it is forbidden")
    func colors() async throws {
        let demanded = ["FORCE_COLOR": "1"]
        #expect(
            try await run([], at: "conformance:text", environment: demanded).contains("\u{1B}["))
        let both = ["FORCE_COLOR": "1", "NO_COLOR": "1"]
        #expect(try await !run([], at: "conformance:text", environment: both).contains("\u{1B}"))
    }

    @Test("ends well when nobody reads any more, and says so when its output gets lost")
    func unheard() async throws {
        let line = "'\(Program.products)/conformance-line' --open=conformance:questions"
        // Who would read has ended before anything is written.
        let closed = try await Program(path: "/bin/bash").run(
            "-c", "exec 4> >(true); wait $!; echo notice | \(line) >&4; echo ${PIPESTATUS[1]}")
        #expect(closed.output == "0\n")
        #expect(closed.errors == "")
        let full = try await Program(path: "/bin/bash").run(
            "-c", "echo notice | \(line) > /dev/full")
        #expect(full.status == 74)
        #expect(full.errors.contains("The output could not be written: No space left on device."))
    }
}
