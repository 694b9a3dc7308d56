import TenonCore
import TenonTesting
import TenonUI
import Testing

@Suite struct ConformanceTests {
    @Test("a front end that shows everything conforms", arguments: ConformanceSuite.checks)
    func conforms(_ check: ConformanceCheck) async throws {
        try await check.run(PilotDriver())
    }

    @Test("the names of the checks are different")
    func names() {
        let names = ConformanceSuite.checks.map(\.name)
        #expect(Set(names).count == names.count)
    }

    private static let defects: [(String, PilotDriver.Defect, String)] = [
        (
            "cuts lines",
            { $0.split(separator: "\n").map { $0.prefix(40) }.joined(separator: "\n") },
            "everything on the screen \"long\" is seen with little room"
        ),
        (
            "knows ASCII only", { String($0.filter(\.isASCII)) },
            "everything on the screen \"wide\" is seen"
        ),
        (
            "drops what is combined",
            {
                String(
                    String.UnicodeScalarView(
                        $0.unicodeScalars.filter { $0.value < 0x300 || $0.value > 0x36F }))
            },
            "everything on the screen \"combining\" is seen"
        ),
        (
            "mirrors",
            { $0.split(separator: "\n").map { String($0.reversed()) }.joined(separator: "\n") },
            "everything on the screen \"rightToLeft\" is seen"
        ),
        (
            "takes markup for markup", { $0.replacing(/<[^>\n]*>/, with: "") },
            "texts are never taken for commands"
        ),
        (
            "tells tones by colour alone",
            { text in
                Tone.allCases.reduce(text + "\n") { $0.replacing("\($1.rawValue)\n", with: "") }
            },
            "a tone is told by more than a colour"
        ),
        (
            "puts out what is concealed", { $0 + "pin-4711-0815" },
            "what is concealed is never put out"
        ),
        (
            "begins at the top", { $0.replacing("Page #121.", with: "Page #1.") },
            "a list that begins further down is shown from there, and is read from there"
        ),
        ("hides notices", { $0.replacing("The weather is fine.", with: "") }, "notices are seen"),
        (
            "hides reasons", { $0.replacing("The door is locked.", with: "") },
            "an action that is not available says why and does nothing"
        ),
    ]

    @Test("a front end with a defect does not conform", arguments: defects.indices)
    func defective(_ index: Int) async throws {
        let (defect, change, name) = Self.defects[index]
        let check = try #require(ConformanceSuite.checks.first { $0.name == name })
        let error = await #expect(throws: TestingError.self, "\(defect)") {
            try await check.run(PilotDriver(defect: change), patience: .milliseconds(100))
        }
        #expect(error?.message.description.contains("Expected: ") == true)
    }

    @Test("line breaks, spaces and marks of direction make no difference to what is seen")
    func normalized() {
        #expect(DriverText.contains("one\n  two", "one two"))
        #expect(DriverText.contains("日本\n語", "日本語"))
        #expect(DriverText.contains("\u{2068}שלום\u{2069}", "שלום"))
        #expect(!DriverText.contains("one-two", "one two"))
    }
}
