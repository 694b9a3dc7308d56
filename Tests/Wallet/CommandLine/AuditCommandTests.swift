import Foundation
import TestSupport
import Testing

@Suite("wallet audit")
struct AuditCommandTests {
    /// A home with three logins, two of which have the same weak password.
    private func fixture() async throws -> CommandFixture {
        let fixture = try await CommandFixture.make()
        let logins = [
            ("bank", "password"), ("mail", "password"), ("zoo tickets", "kT7#vw2Lq9!xZb4@"),
        ]
        for (title, password) in logins {
            try fixture.folder.write("\(password)\n", to: "new", permissions: 0o600)
            let added = try await fixture.run(
                "add", "--title", title, "--user-name", "ada", "--password-file",
                fixture.path("new"))
            #expect(added.status == 0, "\(added.errors)")
        }
        return fixture
    }

    @Test("What is found is said by problem, and the status is 1")
    func found() async throws {
        let fixture = try await fixture()
        let result = try await fixture.run("audit")
        #expect(result.status == 1)
        #expect(
            result.output.hasPrefix(
                "3 items were looked at. 2 items need a look. Reused: 2, Weak: 2.\n"))
        #expect(result.output.contains("in 2 logins"))
        #expect(!result.output.contains("zoo tickets") && !result.output.contains("password"))
    }

    @Test("A vault in order says so with status 0")
    func nothing() async throws {
        let fixture = try await CommandFixture.make()
        _ = try await fixture.run("add", "--title", "Router", "--generate", "24")
        let result = try await fixture.run("audit")
        #expect(result.status == 0)
        #expect(result.output == "1 item was looked at. There is nothing to fix.\n")
        let document = try json(try await fixture.run("audit", "--json").output)
        #expect((document["items"] as? [Any])?.isEmpty == true)
    }

    @Test("Plain output has one problem a line")
    func plain() async throws {
        let fixture = try await fixture()
        let result = try await fixture.run("audit", "--plain")
        let rows = result.output.split(separator: "\n").map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false)
        }
        #expect(rows.count == 4)
        #expect(rows.map { $0[0] } == ["reused", "reused", "weak", "weak"])
        #expect(rows.allSatisfy { $0.count == 5 && $0[1].hasPrefix("login:") })
        #expect(rows.first?.last == "2")
    }

    @Test("JSON has the counts and every item once, with all of its problems")
    func document() async throws {
        let fixture = try await fixture()
        try fixture.folder.write(
            "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8:52256179\r\n", to: "list.txt")
        let result = try await fixture.run(
            "audit", "--breaches", fixture.path("list.txt"), "--json")
        #expect(result.status == 1)
        let document = try json(result.output)
        #expect(document["formatVersion"] as? Int == 1)
        #expect(document["checked"] as? Int == 3)
        let counts = try #require(document["counts"] as? [String: Int])
        #expect(counts["breached"] == 2 && counts["reused"] == 2 && counts["expired"] == 0)
        let items = try #require(document["items"] as? [[String: Any]])
        let bank = try #require(items.first { $0["title"] as? String == "bank" })
        #expect(bank["breachCount"] as? Int == 52_256_179)
        #expect(bank["problems"] as? [String] == ["breached", "reused", "weak"])
        #expect(bank["password"] == nil)
    }

    @Test("A wrong age and a list that is none have their own status")
    func problems() async throws {
        let fixture = try await fixture()
        #expect(try await fixture.run("audit", "--older-than", "0").status == 64)
        let missing = try await fixture.run("audit", "--breaches", fixture.path("nothing"))
        #expect(missing.status == 66)
        try fixture.folder.write("not a list\n", to: "list.txt")
        let malformed = try await fixture.run("audit", "--breaches", fixture.path("list.txt"))
        #expect(malformed.status == 65)
        #expect(malformed.errors.contains("HASH:COUNT"))
        #expect(malformed.output.isEmpty)
    }
}
