import Foundation
import TestSupport
import Testing

@Suite("wallet history, favourites and further fields")
struct HistoryCommandTests {
    /// A home with a login "GitHub", whose password was "first", then "second", then "third".
    private func fixture() async throws -> CommandFixture {
        let fixture = try await CommandFixture.make(
            csv: """
                name,url,username,password
                GitHub,https://github.com,ada,first
                """)
        for password in ["second", "third"] {
            try fixture.folder.write("\(password)\n", to: password, permissions: 0o600)
            let edited = try await fixture.run(
                "edit", "GitHub", "--password-file", fixture.path(password))
            #expect(edited.status == 0, "\(edited.errors)")
        }
        return fixture
    }

    @Test("Former values are listed, the newest first; secrets only when they are asked for")
    func list() async throws {
        let fixture = try await fixture()
        let text = try await fixture.run("history", "GitHub")
        #expect(text.status == 0)
        #expect(text.output.hasPrefix("GitHub\n\n1  until "))
        #expect(text.output.contains("\n2  until "))
        #expect(!text.output.contains("second") && !text.output.contains("first"))

        let plain = try await fixture.run("history", "GitHub", "--plain", "--reveal")
        let rows = plain.output.split(separator: "\n").map { $0.split(separator: "\t") }
        #expect(rows.map { $0[0] } == ["1", "1", "2", "2"])
        #expect(
            rows.map { $0[2...].joined(separator: "=") } == [
                "user-name=ada", "password=second", "user-name=ada", "password=first",
            ])

        let document = try json(try await fixture.run("history", "GitHub", "--json").output)
        let versions = try #require(document["versions"] as? [[String: Any]])
        #expect(versions.map { $0["number"] as? Int } == [1, 2])
        for version in versions {
            let values = try #require(version["values"] as? [String: Any])
            #expect(values["password"] is NSNull)
            #expect(values["user-name"] as? String == "ada")
        }
    }

    @Test("What is too long for the history is replaced or removed only when one says so")
    func tooLong() async throws {
        let fixture = try await CommandFixture.make()
        let long = String(repeating: "x", count: 70_000)
        let added = try await fixture.run(
            "add", "note", "--title", "N", "--set-field", "BIG=\(long)", "--set-field", "small=1")
        #expect(added.status == 0, "\(added.errors)")
        for change in [
            ["--set-field", "BIG=1"], ["--remove-field", "BIG"],
            ["--set-field", "small=2", "--set-field", "BIG=1"],
        ] {
            let refused = try await fixture.bare(
                ["edit", "N"] + change + ["--passphrase-file", fixture.path("passphrase")])
            #expect(refused.status == 1, "\(refused.errors)")
            #expect(refused.errors.contains("--yes"), "\(refused.errors)")
            #expect(try await fixture.run("show", "N", "--reveal").output.contains(long))
        }
        // What it does not touch is asked about by nothing.
        #expect(try await fixture.run("edit", "N", "--set-field", "small=3").status == 0)
        #expect(try await fixture.run("edit", "N", "--set-field", "BIG=1", "--yes").status == 0)
        let history = try await fixture.run("history", "N", "--plain", "--reveal")
        #expect(history.output.contains("small=1") || history.output.contains("small\t1"))
    }

    @Test("A version comes back, and what it replaces goes to the history")
    func restore() async throws {
        let fixture = try await fixture()
        #expect(try await fixture.run("history", "GitHub", "--restore", "2").status == 0)
        let password = try await fixture.run("show", "GitHub", "--field", "password")
        #expect(password.output == "first\n")
        let history = try await fixture.run("history", "GitHub", "--plain", "--reveal")
        for former in ["first", "second", "third"] { #expect(history.output.contains(former)) }
    }

    @Test("Further fields that were replaced or removed are listed, and come back")
    func formerFields() async throws {
        let fixture = try await fixture()
        try fixture.folder.write("pin-1234\n", to: "pin", permissions: 0o600)
        for options in [
            [
                "--set-field", "Seat=by the aisle", "--set-secret-field",
                "PIN=\(fixture.path("pin"))",
            ],
            ["--set-field", "Seat=by the window", "--remove-field", "PIN"],
        ] {
            let edited = try await fixture.run(
                "edit", "GitHub", options[0], options[1], options[2], options[3])
            #expect(edited.status == 0, "\(edited.errors)")
        }
        let text = try await fixture.run("history", "GitHub")
        #expect(text.output.contains("by the aisle") && !text.output.contains("pin-1234"))
        let plain = try await fixture.run("history", "GitHub", "--plain", "--reveal")
        let rows = plain.output.split(separator: "\n").map { $0.split(separator: "\t") }
        #expect(
            rows.prefix(2).map { $0[2...].joined(separator: "=") } == [
                "PIN=pin-1234", "Seat=by the aisle",
            ])
        let document = try json(try await fixture.run("history", "GitHub", "--json").output)
        let version = try #require((document["versions"] as? [[String: Any]])?.first)
        let fields = try #require(version["fields"] as? [[String: Any]])
        #expect(fields.map { $0["label"] as? String } == ["PIN", "Seat"])
        #expect(fields.map { $0["value"] as? String } == [nil, "by the aisle"])

        #expect(try await fixture.run("history", "GitHub", "--restore", "1").status == 0)
        let shown = try await fixture.run("show", "GitHub", "--reveal")
        #expect(shown.output.contains("pin-1234") && shown.output.contains("by the aisle"))
        #expect(!shown.output.contains("by the window"))
    }

    @Test("A version that is not there is an error, and nothing changes")
    func noSuchVersion() async throws {
        let fixture = try await fixture()
        for number in ["0", "3"] {
            let result = try await fixture.run("history", "GitHub", "--restore", number)
            #expect(result.status == 1)
            #expect(result.errors.contains("no version \(number); the oldest is 2"))
        }
        let both = try await fixture.run("history", "GitHub", "--restore", "1", "--reveal")
        #expect(both.status == 64)
        let password = try await fixture.run("show", "GitHub", "--field", "password")
        #expect(password.output == "third\n")

        _ = try await fixture.run("add", "--title", "New", "--generate", "20")
        let none = try await fixture.run("history", "New")
        #expect(none.output == "This item has no former versions.\n")
        #expect(try await fixture.run("history", "New", "--restore", "1").status == 1)
    }

    @Test("Favourites and further fields are set and taken away; secrets come from files")
    func fields() async throws {
        let fixture = try await fixture()
        try fixture.folder.write("hidden value\n", to: "secret", permissions: 0o600)
        let set = try await fixture.run(
            "edit", "GitHub", "--favorite", "--set-field", "Plan=a=b", "--set-secret-field",
            "Recovery=\(fixture.path("secret"))")
        #expect(set.status == 0, "\(set.errors)")
        #expect(try await fixture.run("list", "--favorites", "--plain").output.contains("GitHub"))
        let shown = try await fixture.run("show", "GitHub", "--plain")
        #expect(shown.output.contains("Plan\ta=b\n"))
        #expect(!shown.output.contains("hidden value"))
        let revealed = try await fixture.run("show", "GitHub", "--plain", "--reveal")
        #expect(revealed.output.contains("Recovery\thidden value\n"))

        // A field that is there gets the new value, and stays one field.
        let changed = try await fixture.run(
            "edit", "GitHub", "--no-favorite", "--set-field", "Plan=c", "--remove-field", "Recovery"
        )
        #expect(changed.status == 0, "\(changed.errors)")
        let document = try json(try await fixture.run("show", "GitHub", "--json").output)
        #expect(document["favorite"] as? Bool == false)
        let fields = try #require(document["fields"] as? [[String: Any]])
        #expect(fields.map { $0["label"] as? String } == ["Plan"])
        #expect(fields.map { $0["value"] as? String } == ["c"])
    }

    @Test(
        "Fields that cannot be are refused, and nothing changes",
        arguments: [
            (["--set-field", "Plan"], 64, "needs a label"),
            (["--set-field", "=x"], 64, "needs a label"),
            (["--set-field", ".hidden=x"], 64, "cannot begin with a dot"),
            (["--set-secret-field", "Key=/nowhere/at/all"], 66, "/nowhere/at/all"),
            (["--remove-field", "Plan", "--title", "Other"], 1, "no field \"Plan\""),
        ])
    func refused(options: [String], status: Int32, message: String) async throws {
        let fixture = try await fixture()
        let result = try await fixture.bare(
            ["edit", "GitHub"] + options + ["--passphrase-file", fixture.path("passphrase")])
        #expect(result.status == status)
        #expect(result.errors.contains(message), "\(result.errors)")
        let document = try json(try await fixture.run("show", "GitHub", "--json").output)
        #expect((document["fields"] as? [Any])?.isEmpty == true)
    }
}
