import Foundation
import TestSupport
import Testing

@Suite("wallet doctor")
struct DoctorTests {
    private func checks(_ result: Program.Result) throws -> [String: [String: Any]] {
        let document = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        let checks = (document as? [String: Any])?["checks"] as? [[String: Any]] ?? []
        return Dictionary(
            uniqueKeysWithValues: checks.compactMap { check in
                (check["name"] as? String).map { ($0, check) }
            })
    }

    @Test("It asks for nothing, names each thing once, and says what is still to be done")
    func healthy() async throws {
        let fixture = try await CommandFixture.make("wallet")
        let result = try await fixture.bare(["doctor", "--json"])
        #expect(result.status == 0)
        let checks = try checks(result)
        #expect(checks["vault"]?["status"] as? String == "ok")
        #expect(checks["data-folder"]?["status"] as? String == "ok")
        #expect(checks["dumps"]?["status"] as? String == "ok")
        #expect(checks["backup"]?["status"] as? String == "note")
        #expect(checks["runtime-folder"]?["remedy"] is String)
        #expect(checks["clipboard"]?["status"] as? String == "note")
        // It looks for the agent where it is without XDG_RUNTIME_DIR, too.
        let agent = checks["agent"]?["detail"] as? String ?? ""
        #expect(agent.hasSuffix("is not running; it starts when it is needed"), "\(agent)")
        let text = try await fixture.bare(["doctor"])
        #expect(text.output.contains("wallet vault backup"))
        let plain = try await fixture.bare(["doctor", "--plain"])
        for line in plain.output.split(separator: "\n") {
            #expect(line.split(separator: "\t", omittingEmptySubsequences: false).count == 4)
        }
    }

    @Test("What is open to others is a problem, with the command that closes it")
    func openToOthers() async throws {
        let fixture = try await CommandFixture.make()
        _ = try await fixture.run("list")
        _ = try await fixture.shell("chmod 644 home/vault.db && chmod 755 home/state")
        let result = try await fixture.bare(["doctor", "--json"])
        #expect(result.status == 1)
        let checks = try checks(result)
        #expect(checks["vault"]?["status"] as? String == "problem")
        #expect((checks["vault"]?["remedy"] as? String)?.contains("chmod 600") == true)
        #expect((checks["state-folder"]?["remedy"] as? String)?.contains("chmod 700") == true)
    }

    @Test("A damaged vault, a missing helper and a left-over socket are found")
    func broken() async throws {
        let fixture = try await CommandFixture.make()
        _ = try await fixture.shell(
            """
            sqlite3 home/vault.db 'UPDATE header SET created = created + 1'
            printf '[credential]\\n\\thelper = wallet\\n' > .gitconfig
            mkdir -m 700 run run/wallet bin
            printf '#!/bin/sh\\n' > bin/wallet-agent && chmod 755 bin/wallet-agent
            python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("run/wallet/agent.sock")'
            chmod 600 run/wallet/agent.sock
            """)
        let environment = [
            "XDG_RUNTIME_DIR": fixture.path("run"), "PATH": "\(fixture.path("bin")):/usr/bin:/bin",
        ]
        let result = try await fixture.bare(["doctor", "--json"], environment: environment)
        #expect(result.status == 1)
        let checks = try checks(result)
        #expect(checks["vault"]?["status"] as? String == "problem")
        #expect(checks["git"]?["status"] as? String == "problem")
        #expect(checks["agent"]?["status"] as? String == "note")
        #expect((checks["agent"]?["detail"] as? String)?.contains("left over") == true)
        #expect(checks["runtime-folder"]?["status"] as? String == "ok")
        _ = try await fixture.shell(
            "ln -s /usr/bin/env bin/git-credential-wallet")
        let linked = try self.checks(
            try await fixture.bare(["doctor", "--json"], environment: environment))
        #expect(linked["git"]?["status"] as? String == "ok")
        for helper in ["wallet --vault /some/vault.db", "\"wallet --vault /x\"", "walletry"] {
            try fixture.folder.write("[credential]\n\thelper = \(helper)\n", to: ".gitconfig")
            let check = try self.checks(
                try await fixture.bare(["doctor", "--json"], environment: environment))["git"]
            #expect(check?["status"] as? String == (helper == "walletry" ? "note" : "ok"))
        }
    }

    @Test(
        "It says whether a window can ask about a browser",
        arguments: [
            ("gnome3", "ok"), ("curses", "note"), ("tty", "note"), ("my-own", "ok"), ("", "note"),
        ])
    func pinentry(flavor: String, status: String) async throws {
        let fixture = try await CommandFixture.make()
        _ = try await fixture.shell("mkdir bin")
        if !flavor.isEmpty {
            _ = try await fixture.shell(
                """
                printf '#!/bin/sh\\n' > bin/pinentry-\(flavor) && chmod 755 bin/pinentry-\(flavor)
                ln -s pinentry-\(flavor) bin/pinentry-alternative
                ln -s pinentry-alternative bin/pinentry
                """)
        }
        let result = try await fixture.bare(
            ["doctor", "--json"], environment: ["PATH": fixture.path("bin")])
        let check = try #require(try checks(result)["pinentry"])
        #expect(check["status"] as? String == status)
        #expect(
            (check["remedy"] as? String)?.contains("pinentry-gnome3")
                == (status == "note" ? true : nil))
    }

    @Test("Browsers in sandboxes and LibreWolf are found; a closed sandbox is told")
    func browsers() async throws {
        let fixture = try await CommandFixture.make()
        let name = "org.keepassxc.keepassxc_browser.json"
        let fox = ".var/app/org.mozilla.firefox"
        _ = try await fixture.shell(
            """
            mkdir -p .librewolf/native-messaging-hosts \(fox)/.mozilla/native-messaging-hosts bin
            printf '#!/bin/sh\\n' > bin/wallet-host && chmod 755 bin/wallet-host
            printf '{"path":"%s/bin/wallet-host"}' "$PWD" > .librewolf/native-messaging-hosts/\(name)
            """)
        func browser() async throws -> [String: Any] {
            return try #require(
                try checks(
                    try await fixture.bare(["doctor", "--json"]))["browser"])
        }
        let found = try await browser()
        #expect(found["status"] as? String == "ok")
        #expect((found["detail"] as? String)?.contains(".librewolf") == true)
        _ = try await fixture.shell(
            "cp .librewolf/native-messaging-hosts/\(name) \(fox)/.mozilla/native-messaging-hosts/")
        let closed = try await browser()
        #expect(closed["status"] as? String == "note")
        #expect(
            (closed["remedy"] as? String)?.contains(
                "flatpak override --user --talk-name=org.freedesktop.Flatpak org.mozilla.firefox")
                == true)
        _ = try await fixture.shell(
            """
            mkdir -p .local/share/flatpak/overrides
            printf '[Session Bus Policy]\\norg.freedesktop.Flatpak=talk\\n' \\
                > .local/share/flatpak/overrides/org.mozilla.firefox
            """)
        #expect(try await browser()["status"] as? String == "ok")
        _ = try await fixture.shell("rm bin/wallet-host")
        #expect(try await browser()["status"] as? String == "problem")
    }
}
