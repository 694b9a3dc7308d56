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
        try home.play("echo OK")
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
        let group = try scripts.step("makeGroup", "Home") as? [String: Any]
        let groupID = try #require(group?["uuid"] as? String)
        #expect(
            try scripts.step("addTo", "https://home.test/", "eve", "x", "Home", groupID) as? String
                == "created")
        #expect(try await home.logins().contains { $0.userName == "eve" && $0.tags == ["Home"] })
        let groups = (try scripts.step("groups") as? [String: Any])?["groups"] as? [[String: Any]]
        let children = groups?.first?["children"] as? [[String: Any]] ?? []
        #expect(children.map { $0["name"] as? String } == ["Home"])

        _ = try scripts.step("lock")
        _ = try scripts.step("waitFor", "database-locked")
        #expect(try scripts.step("closed") as? Bool == true)
        #expect(try scripts.step("logins", page) as? [String] == [])
        try await home.unlock()
        _ = try scripts.step("waitFor", "database-unlocked")
        let again = try scripts.step("logins", page) as? [[String: Any]] ?? []
        #expect(again.map { $0["password"] as? String } == ["new"])
    }

    @Test(
        "The extension goes on while the person is asked, and is connected by the first click",
        .enabled(if: ExtensionScripts.areHere))
    func meanwhile() async throws {
        let home = try await ProviderHome([.example])
        // Time: the pause between two looks.
        try home.play("while ! [ -e \(home.folder.path)/gate ]; do sleep 0.05; done; echo OK")
        try await home.unlock()
        let scripts = try ExtensionScripts(home)
        #expect(try scripts.step("connect") as? Bool == true)
        #expect(try scripts.step("beginAssociating") as? Bool == true)
        #expect((try scripts.step("hash") as? String)?.count == 64)
        #expect(try scripts.step("test") as? Bool == false)
        try home.folder.write("", to: "gate")
        _ = try scripts.step("endAssociating")
        #expect(try scripts.step("test") as? Bool == true)
        #expect(try await home.logins().filter { $0.tags == ["browser"] }.count == 1)
    }

    @Test(
        "The popup of the extension says that pinentry has no window",
        .enabled(if: ExtensionScripts.areHere))
    func noWindow() async throws {
        let home = try await ProviderHome([.example])
        try home.play("echo OK", flavor: "curses")
        try await home.unlock()
        let scripts = try ExtensionScripts(home)
        #expect(try scripts.step("connect") as? Bool == true)
        let popup = try scripts.step("popup") as? [String: Any]
        #expect((popup?["error"] as? String)?.contains("needs a terminal") == true)
        // With both of these the popup shows the words as they are.
        #expect(popup?["isClosed"] as? Bool == true && popup?["isThere"] as? Bool == true)
    }
}
