import Foundation
import TestSupport
import Testing

@Suite("Further fields of one name")
struct FieldReferenceTests {
    /// A home with a login that has two concealed PINs, one of three marks that look like numbers, and others.
    private func fixture(
        _ executable: String = "wallet-headless",
        fields: String = """
        {"name": "PIN", "value": "1111", "type": 1}, {"name": "Plan", "value": "free", "type": 0},
        {"name": "PIN", "value": "2222", "type": 1}, {"name": "C#7", "value": "sharp", "type": 0},
        {"name": "Key", "value": "k3y", "type": 1}
        """
    ) async throws -> CommandFixture {
        let fixture = try await CommandFixture.make(executable)
        try fixture.folder.write(
            """
            {"encrypted": false, "folders": [], "items": [{"type": 1, "name": "Bank", "login":
            {"username": "ada", "password": "pw"}, "fields": [\(fields)]}]}
            """, to: "bitwarden.json", permissions: 0o600)
        let imported = try await fixture.run("import", fixture.path("bitwarden.json"), "--yes")
        #expect(imported.status == 0, "\(imported.errors)")
        try fixture.folder.write("3333\n", to: "secret", permissions: 0o600)
        return fixture
    }

    /// The labels and values of the fields; those that are concealed are between brackets.
    private func fields(_ fixture: CommandFixture) async throws -> [String] {
        let shown = try await fixture.run("show", "Bank", "--json", "--reveal")
        let fields = try #require(try json(shown.output)["fields"] as? [[String: Any]])
        return fields.filter { !(($0["label"] as? String) ?? "").hasPrefix(".") }.map { field in
            let text = "\(field["label"] ?? "")=\(field["value"] ?? "")"
            return field["concealed"] as? Bool == true ? "[\(text)]" : text
        }
    }

    private static let imported = [
        "[PIN=1111]", "Plan=free", "[PIN=2222]", "C#7=sharp", "[Key=k3y]",
    ]

    /// A label in a reference, and the value; `nil` for none, "" for several.
    private static let references: [(label: String, value: String?)] = [
        ("PIN", ""), ("PIN#1", "1111"), ("PIN%232", "2222"), ("PIN#2", "2222"), ("PIN#3", nil),
        ("PIN#0", nil), ("PIN#-1", nil), ("PIN#\(Int.min)", nil), ("PIN#\(Int.max)", nil),
        ("PIN#", nil), ("Plan", "free"), ("Plan#1", "free"),
        ("Plan#2", nil), ("C#7", "sharp"), ("C", nil), ("C%237%231", "sharp"), ("pin", nil),
        ("Key", "k3y"),
    ]

    @Test("Are told apart by numbers, and none is taken for another one")
    func references() async throws {
        let fixture = try await fixture()
        #expect(try await fields(fixture) == Self.imported)
        for (label, value) in Self.references {
            let result = try await fixture.run(
                "inject", "-", input: "{{ wallet://Bank/\(label) }}")
            #expect(result.output == value ?? "", "\(label)")
            #expect(result.status == (value == nil ? 1 : value == "" ? 3 : 0), "\(label)")
            if value == "" { #expect(result.errors.contains("PIN#1, PIN#2"), "\(result.errors)") }
        }
    }

    /// Options of "edit", and the fields afterwards; the words of the refusal otherwise.
    private static let changes: [(options: [String], fields: [String]?, words: String)] = [
        (["--remove-field", "PIN"], nil, "has 2 fields \"PIN\""),
        (["--remove-field", "PIN#3"], nil, "no field \"PIN#3\""),
        (["--set-secret-field", "PIN=SECRET"], nil, "Name one of them: PIN#1, PIN#2."),
        (["--set-field", "PIN#1=5"], nil, "\"PIN#1\" is concealed, and would be shown"),
        (["--set-field", "Key=5"], nil, "\"Key\" is concealed, and would be shown"),
        (["--set-field", "PIN#3=5"], nil, "no field \"PIN#3\""),
        (
            ["--set-secret-field", "PIN#2=SECRET"],
            ["[PIN=1111]", "Plan=free", "[PIN=3333]", "C#7=sharp", "[Key=k3y]"], ""
        ),
        (
            ["--remove-field", "PIN#1", "--set-secret-field", "PIN#2=SECRET"],
            ["Plan=free", "[PIN=3333]", "C#7=sharp", "[Key=k3y]"], ""
        ),
        (
            ["--remove-field", "PIN#1", "--remove-field", "PIN#2"],
            ["Plan=free", "C#7=sharp", "[Key=k3y]"], ""
        ),
        (
            ["--remove-field", "Key", "--set-field", "Key=5"],
            ["[PIN=1111]", "Plan=free", "[PIN=2222]", "C#7=sharp", "Key=5"], ""
        ),
        (
            [
                "--set-secret-field", "Plan=SECRET", "--set-field", "C#7=flat", "--set-field",
                "D#1=x",
            ],
            ["[PIN=1111]", "[Plan=3333]", "[PIN=2222]", "C#7=flat", "[Key=k3y]", "D#1=x"], ""
        ),
        (["--set-field", "New=1", "--set-field", "New=2"], nil, "\"New\" is given twice"),
        (["--set-secret-field", "New=SECRET", "--set-field", "New=2"], nil, "given twice"),
        (["--set-secret-field", "N=SECRET", "--set-secret-field", "N=SECRET"], nil, "given twice"),
        (["--set-field", "Plan=1", "--set-field", "Plan#1=2"], nil, "\"Plan#1\" is given twice"),
        (["--set-field", "Plan=1", "--set-secret-field", "Plan=SECRET"], nil, "given twice"),
    ]

    @Test("Are changed and removed one by one, and none becomes readable by accident")
    func changes() async throws {
        let fixture = try await fixture()
        #expect(try await fixture.shell("cp -a home first").status == 0)
        for (options, fields, words) in Self.changes {
            #expect(try await fixture.shell("rm -r home && cp -a first home").status == 0)
            let options = options.map { $0.replacing("SECRET", with: fixture.path("secret")) }
            let result = try await fixture.bare(
                ["edit", "Bank"] + options + ["--passphrase-file", fixture.path("passphrase")])
            #expect((result.status == 0) == (fields != nil), "\(options): \(result.errors)")
            #expect(words.isEmpty || result.errors.contains(words), "\(options): \(result.errors)")
            #expect(try await self.fields(fixture) == fields ?? Self.imported, "\(options)")
        }
    }

    @Test("Keep their values in an editor when one of them goes")
    func editor() async throws {
        let fixture = try await fixture("wallet")
        try fixture.folder.write(
            "#!/bin/sh\nsed -i -e '/^secret-field PIN#1:/d' -e 's/^field Plan:.*/& one/' \"$1\"\n",
            to: "editor", permissions: 0o700)
        let result = try await fixture.terminal(
            "EDITOR=\(fixture.path("editor")) XDG_RUNTIME_DIR=/dev/shm "
                + "wallet edit Bank --passphrase-file passphrase")
        #expect(result.status == 0, "\(result.output)")
        #expect(
            try await fields(fixture) == ["Plan=free one", "[PIN=2222]", "C#7=sharp", "[Key=k3y]"])
    }

    @Test("One that cannot be named, since another is called like that, stays as it is")
    func collision() async throws {
        let fixture = try await fixture(
            "wallet",
            fields: ["X", "X", "X#1"].enumerated().map {
                "{\"name\": \"\($1)\", \"value\": \"v\($0)\", \"type\": 0}"
            }.joined(separator: ","))
        try fixture.folder.write(
            "#!/bin/sh\ncp $1 \(fixture.path("seen"))\nsed -i 's/^field X.*/& more/' \"$1\"\n",
            to: "editor", permissions: 0o700)
        let result = try await fixture.terminal(
            "EDITOR=\(fixture.path("editor")) XDG_RUNTIME_DIR=/dev/shm "
                + "wallet edit Bank --passphrase-file passphrase")
        #expect(result.status == 0, "\(result.output)")
        let seen = fixture.folder.text(of: "seen") ?? ""
        let lines = seen.split(separator: "\n").filter { $0.hasPrefix("field") }
        #expect(lines == ["field X#2: v1", "field X#1: v2"])
        #expect(try await fields(fixture) == ["X=v0", "X=v1 more", "X#1=v2 more"])
    }
}
