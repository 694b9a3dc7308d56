import Foundation
import TestSupport
import Testing

@Suite("Commands for identities, bank accounts, networks, licences and keys")
struct RecordCommandTests {
    /// A vault with a network, whose password came from a file.
    private func fixture() async throws -> (CommandFixture, location: String) {
        let fixture = try await CommandFixture.make()
        try fixture.folder.write("pass;word\n", to: "password", permissions: 0o600)
        let added = try await fixture.run(
            "add", "wifi", "--network-name", "Home", "--password-file", fixture.path("password"),
            "--security", "WPA", "--hidden-network")
        #expect(added.status == 0, "\(added.errors)")
        return (fixture, added.output.trimmingCharacters(in: .newlines))
    }

    @Test("A network is added, named by its name, and its password shown when asked for")
    func network() async throws {
        let (fixture, location) = try await fixture()
        #expect(location.hasPrefix("wifi:"))
        #expect(try await fixture.run("list", "--kind", "wifi").output == "Home\n")
        #expect(try await fixture.run("list", "--kind", "identity").status == 1)
        let shown = try await fixture.run("show", "home").output
        #expect(shown.contains("Network name (SSID)  Home\n") && shown.contains("WPA"))
        #expect(!shown.contains("pass;word"))
        #expect(try await fixture.run("show", "home", "--reveal").output.contains("pass;word"))
        #expect(
            try await fixture.run("show", location, "--field", "password").output == "pass;word\n")
        let missing = try await fixture.run("show", location, "--field", "iban")
        #expect(missing.status == 1 && missing.errors.contains("This item has no \"IBAN\"."))
    }

    @Test("The JSON has all parts by their names, and secrets only when they are asked for")
    func json() async throws {
        let (fixture, location) = try await fixture()
        func parts(_ arguments: String...) async throws -> [String: Any] {
            let output = try await fixture.bare(
                ["show", location, "--json"] + arguments
                    + ["--passphrase-file", fixture.path("passphrase")]
            ).output
            let document = try JSONSerialization.jsonObject(with: Data(output.utf8))
            return try #require((document as? [String: Any])?["parts"] as? [String: Any])
        }
        let concealed = try await parts()
        #expect(concealed["network-name"] as? String == "Home")
        #expect(concealed["hidden-network"] as? String == "yes")
        #expect(concealed["password"] is NSNull)
        #expect(try await parts("--reveal")["password"] as? String == "pass;word")
    }

    @Test("What an edit replaces is in the history, under the name of the part")
    func edit() async throws {
        let (fixture, location) = try await fixture()
        let edited = try await fixture.run(
            "edit", location, "--generate", "20", "--network-name", "Attic",
            "--no-hidden-network")
        #expect(edited.status == 0, "\(edited.errors)")
        let history = try await fixture.run("history", location, "--plain", "--reveal").output
        for line in ["network-name\tHome", "password\tpass;word", "hidden-network\tyes"] {
            #expect(history.contains(line), "\(line)")
        }
        #expect(
            try await fixture.run("show", location, "--field", "password").output.count == 21)
        #expect(try await fixture.run("show", location, "--field", "hidden-network").status == 1)
    }

    @Test("A private key goes in from its file and comes out as it was")
    func key() async throws {
        let fixture = try await CommandFixture.make()
        let key = try await PrivateKeySample.made(in: fixture.folder, type: "ed25519")
        try fixture.folder.write(key, to: "id", permissions: 0o600)
        try fixture.folder.write("ssh-ed25519 AAAA ada\n", to: "id.pub")
        let added = try await fixture.run(
            "add", "ssh-key", "--title", "Server", "--private-key-file", fixture.path("id"),
            "--public-key-file", fixture.path("id.pub"))
        #expect(added.output.hasPrefix("ssh-key:"))
        #expect(
            try await fixture.run("show", "Server", "--field", "private-key").output == key)
        #expect(
            try await fixture.run("show", "Server", "--field", "public-key").output
                == "ssh-ed25519 AAAA ada\n")
        #expect(try await !fixture.run("show", "Server").output.contains("b3Blbn"))
    }

    @Test("Each kind has its own options, and gets a title from them")
    func kinds() async throws {
        let (fixture, _) = try await fixture()
        let all = [
            [
                "identity", "--first-name", "Ada", "--last-name", "Lovelace", "--date-of-birth",
                "1815-12-10",
            ],
            [
                "bank-account", "--bank", "Savings", "--holder", "Ada", "--iban-file",
                fixture.path("password"), "--pin-file", fixture.path("password"),
            ],
            [
                "software-licence", "--product", "Editor", "--licence-key-file",
                fixture.path("password"), "--valid-until", "2031-02-28",
            ],
        ]
        for arguments in all {
            let added = try await fixture.bare(
                ["add"] + arguments + ["--passphrase-file", fixture.path("passphrase")])
            #expect(added.output.hasPrefix("\(arguments[0]):"), "\(added.errors)")
        }
        let list = try await fixture.run("list").output
        for title in ["Ada Lovelace", "Savings", "Editor", "Home"] {
            #expect(list.contains(title), "\(title)")
        }
        #expect(
            try await fixture.run("show", "Savings", "--field", "pin").output == "pass;word\n")
        #expect(
            try await fixture.run("show", "Savings", "--field", "iban").output == "pass;word\n")
        #expect(
            try await fixture.run("show", "Editor", "--field", "licence-key").output
                == "pass;word\n")
    }

    @Test(
        "Options of another kind, days that do not exist, and titles that are missing are refused")
    func refusals() async throws {
        let (fixture, location) = try await fixture()
        let foreign = try await fixture.run("add", "identity", "--title", "x", "--bank", "y")
        #expect(foreign.status == 64)
        #expect(foreign.errors.contains("--bank does not apply to items of the kind identity."))
        #expect(try await fixture.run("edit", location, "--user-name", "ada").status == 64)
        #expect(
            try await fixture.run(
                "add", "identity", "--title", "x", "--date-of-birth", "1999-02-29"
            )
            .status == 64)
        let untitled = try await fixture.run("add", "bank-account", "--bic", "y")
        #expect(untitled.status == 64 && untitled.errors.contains("Give --title or --bank."))
        #expect(try await fixture.run("add", "ssh-key").errors.contains("Give --title."))
        let asked = try await fixture.run("add", "software-licence", "--product", "x")
        #expect(asked.status == 64 && asked.errors.contains("--licence-key-file"))
        let open = try await fixture.run(
            "add", "wifi", "--network-name", "Cafe", "--security", "none")
        #expect(open.status == 0)
    }
}
