import TenonCore
import TestSupport
import Testing
import WalletVault

/// The code of the published extension itself at the other end.
@Suite struct ExtensionTests {
    @Test(
        "The extension connects, gets, saves, and hears of locking",
        .enabled(if: ExtensionScripts.areHere))
    func conversation() async throws {
        var example = Login.example
        example.oneTimePassword = SecretText("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
        let home = try await ProviderHome([example])
        try home.folder.write(
            """
            #!/bin/sh
            echo OK
            while read -r line; do echo OK; done
            """, to: "bin/pinentry", permissions: 0o700)
        try await home.unlock()
        let scripts = try ExtensionScripts(home)
        #expect(try scripts.step("connect") as? Bool == true)
        #expect((try scripts.step("hash") as? String)?.count == 64)
        #expect(try scripts.step("test") as? Bool == false)
        _ = try scripts.step("associate")
        #expect(try scripts.step("test") as? Bool == true)
        #expect(try await home.logins().contains { $0.tags == ["browser"] })

        let page = "https://www.example.com/login"
        let entries = try scripts.step("logins", page) as? [[String: Any]] ?? []
        #expect(entries.map { $0["login"] as? String } == ["alice"])
        #expect(entries.map { $0["password"] as? String } == ["for-git"])
        let id = try #require(entries.first?["uuid"] as? String)
        #expect((try scripts.step("totp", id) as? String)?.count == 6)
        #expect(try scripts.step("logins", "https://example.org/") as? [String] == [])

        #expect(try scripts.step("update", id, page, "alice", "new") as? String == "updated")
        #expect(try scripts.step("add", "https://shop.test/", "bob", "pä") as? String == "created")
        let logins = try await home.logins()
        #expect(logins.contains { $0.title == "Example" && $0.password == SecretText("new") })
        #expect(logins.contains { $0.userName == "bob" && $0.password == SecretText("pä") })
        #expect((try scripts.step("generate") as? String)?.count == 20)
        #expect((try scripts.step("groups") as? [String: Any])?["groups"] is [Any])

        _ = try scripts.step("lock")
        _ = try scripts.step("waitFor", "database-locked")
        #expect(try scripts.step("closed") as? Bool == true)
        #expect(try scripts.step("logins", page) as? [String] == [])
        try await home.unlock()
        _ = try scripts.step("waitFor", "database-unlocked")
        let again = try scripts.step("logins", page) as? [[String: Any]] ?? []
        #expect(again.map { $0["password"] as? String } == ["new"])
    }
}
