import Foundation
import Testing

@testable import TenonCommandLine  // Other modules see the application only.

@Suite struct ManualPageTests {
    /// Gives a page to a program that reads manual pages.
    private func read(_ page: String, with arguments: [String]) throws -> (
        text: String, status: Int32
    ) {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "manual-\(UUID().uuidString).1")
        try page.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments + [file.path]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (String(decoding: bytes, as: UTF8.self), process.terminationStatus)
    }

    @Test("the page of an executable has all commands, settings and sections, and no mistake in it")
    func wholePage() async throws {
        let run = try await Run(
            "command-fixture", ["--manual"], environment: ["SOURCE_DATE_EPOCH": "86400"])
        #expect(run.status == 0)
        #expect(run.output.contains(".Dd January 2, 1970\n"))
        let lint = try read(run.output, with: ["mandoc", "-Tlint", "-Wall"])
        #expect(lint.text == "")
        #expect(lint.status == 0)
        let text = try read(run.output, with: ["mandoc", "-Tascii", "-Owidth=70"]).text
            .replacing(/.\u{08}/, with: "")
        for part in [
            "NAME", "SYNOPSIS", "OPTIONS", "COMMANDS", "command-fixture greet", "SETTINGS",
            "--greeting WORD", "ENVIRONMENT", "FIXTURE_GREETING", "EXIT STATUS",
            "The command line was wrong.", "command-fixture box open", "Fixture: shows what",
        ] {
            #expect(text.contains(part), "\(part)")
        }
        #expect(!text.contains("generate-completion"))
    }

    @Test("text that means something to the formatter is shown as it is")
    func escaping() throws {
        var page = ManualText()
        page.macro(".Dd January 2, 1970")
        page.macro(".Dt TEST 1")
        page.macro(".Os")
        page.section("NAME")
        page.macro(".Nm test")
        page.macro(".Nd tests")
        page.section("DESCRIPTION")
        page.text(
            """
            .Sh of a line, 'quoted' and \\fBbold\\fR.
            Ends with “–”. Then goes on.

              .dot --flag \\n ~/x `y` "z"
              'tick

            Last.
            """)
        page.terms([
            ("Fl \(ManualText.argument("Op")) Ar \(ManualText.argument("a \"b\" Pa"))", "T.")
        ])
        #expect(try read(page.text, with: ["mandoc", "-Tlint", "-Wwarning"]).text == "")
        let text = try read(page.text, with: ["mandoc", "-Tutf8"]).text
            .replacing(/.\u{08}/, with: "")
        for part in [
            ".Sh of a line, 'quoted' and \\fBbold\\fR.", "Ends with “–”.",
            ".dot --flag \\n ~/x `y` \"z\"", "'tick", "Last.", "-Op a \"b\" Pa",
        ] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
    }
}
