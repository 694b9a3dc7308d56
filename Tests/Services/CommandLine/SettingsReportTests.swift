import Foundation
import TenonCore
import Testing

@testable import TenonCommandLine  // Other modules see the application only.

@Suite struct SettingsReportTests {
    private let report = SettingsReport(
        settings: [
            Setting<String?>(
                "colour", placeholder: "NAME", help: "", environmentVariable: "COLOUR"
            ).declaration,
            Setting<Int?>(
                "delay", placeholder: "S", help: "", flavourDefaults: [.test: 0]
            ).declaration,
            Setting<String?>("file", placeholder: "PATH", help: "").declaration,
            Setting<Bool>("loud", help: "").declaration,
            Setting<Int>("port", placeholder: "PORT", help: "", defaultValue: 80).declaration,
            Setting<String?>("title", placeholder: "TEXT", help: "").declaration,
        ],
        configuration: Configuration(
            flags: ["flavour": "test", "title": "a\u{1B}[31m\nb"], environment: ["COLOUR": "red"],
            files: ["file": SourcedValue("/x", at: .init(path: "/etc/config.json", line: 3))]))

    @Test("a table names each setting, its value and where it comes from, harmless for a terminal")
    func text() {
        #expect(
            report.text == """
                SETTING  VALUE     FROM
                colour   red       environment: COLOUR
                delay    0         default of the kind of build: test
                file     /x        /etc/config.json:3
                loud     -         nothing sets it
                port     80        default
                title    a␛[31m b  command line
                """)
    }

    @Test("JSON has the same, with the version of its form")
    func json() throws {
        let object = try JSONSerialization.jsonObject(with: Data(try report.json().utf8))
        let document = try #require(object as? [String: Any])
        #expect(document["formatVersion"] as? Int == 1)
        let rows = try #require(document["settings"] as? [[String: Any]])
        #expect(
            rows.map { $0["origin"] as? String } == [
                "environment", "flavour", "file", "nothing", "default", "flag",
            ])
        #expect(rows[0]["variable"] as? String == "COLOUR")
        #expect(rows[1]["flavour"] as? String == "test")
        #expect(rows[2]["path"] as? String == "/etc/config.json")
        #expect(rows[2]["line"] as? Int == 3)
        #expect(rows[3]["value"] == nil)
        #expect(rows[5]["value"] as? String == "a\u{1B}[31m\nb")
    }

    @Test("a password that an address holds is in neither form")
    func password() throws {
        let report = SettingsReport(
            settings: [
                Setting<String?>("database", placeholder: "ADDRESS", help: "").declaration
            ],
            configuration: Configuration(flags: ["database": "postgresql://ada:s3cret@host/db"]))
        #expect(report.text.hasSuffix("postgresql://ada:…@host/db  command line"))
        let json = try report.json()
        #expect(json.contains("ada:…@host"))
        #expect(!json.contains("s3cret"))
    }
}
