import Foundation
import TenonCore
import TestSupport
import Testing
import WalletTestSupport
import WalletVault

/// Native messaging with the built provider, the agent behind it, and a person who is played.
@Suite struct BrowserEndToEndTests {
    @Test("A browser is connected by the person, gets logins and saves them")
    func conversation() async throws {
        let home = try await ProviderHome([.example])
        try home.play("echo OK")
        try await home.unlock()
        // The agent runs already, without a desktop: what it has to know comes with the browser.
        let host = try NativeHost(
            home,
            adding: [
                "WAYLAND_DISPLAY": "wayland-7", "XAUTHORITY": "/x", "DBUS_SESSION_BUS_ADDRESS": "b",
            ])
        try host.exchangeKeys()
        #expect(try host.ask("get-databasehash")["hash"] is String)
        let association = try host.associate()
        #expect(association["id"] is String)
        let log = try #require(home.folder.text(of: "pinentry.log"))
        #expect(log.contains("ARGUMENTS --display :77\n"))
        #expect(log.contains("PLACE wayland-7 /x b\n"))
        #expect(log.contains("SETDESC The extension of a browser wants"))
        let answer = try host.ask(
            "get-logins", ["url": "https://www.example.com/login", "keys": [association]])
        let entries = answer["entries"] as? [[String: Any]] ?? []
        #expect(entries.map { $0["login"] as? String } == ["alice"])
        #expect(entries.map { $0["password"] as? String } == ["for-git"])
        _ = try host.ask(
            "set-login", ["url": "https://new.test/", "login": "bob", "password": "made"])
        #expect(try await home.logins().contains { $0.sites == ["https://new.test"] })
        #expect(try host.end() == 0)
    }

    @Test("A browser gets its answers while the person is asked, and so does another one")
    func meanwhile() async throws {
        let home = try await ProviderHome([.example])
        let gate = "\(home.folder.path)/gate"
        // Time: the pause between two looks.
        try home.play("while ! [ -e \(gate) ]; do sleep 0.05; done; echo OK")
        try await home.unlock()
        let (host, other) = (try NativeHost(home), try NativeHost(home))
        for host in [host, other] { try host.exchangeKeys() }
        let question = try host.tell("associate", try host.association())
        #expect(try host.ask("get-databasehash")["hash"] is String)
        #expect(try host.ask("generate-password")["password"] is String)
        #expect(try other.ask("get-databasehash")["hash"] is String)
        let second = try host.tell("associate", try host.association())
        #expect(try host.ask("get-databasehash")["hash"] is String)
        try home.folder.write("", to: "gate")
        // The answers to questions come in their order.
        #expect(try host.hear("associate", question)["id"] is String)
        #expect(try host.hear("associate", second)["errorCode"] as? String == "6")
        #expect(try await home.logins().filter { $0.tags == ["browser"] }.count == 1)
    }

    @Test("A browser that leaves while the person is asked is not connected, and the question goes")
    func gone() async throws {
        let home = try await ProviderHome([.example])
        let (gate, asking) = ("\(home.folder.path)/gate", "\(home.folder.path)/asking")
        // Time: the pause between two looks.
        try home.play("echo $$ > \(asking); while ! [ -e \(gate) ]; do sleep 0.05; done; echo OK")
        try await home.unlock()
        let host = try NativeHost(home)
        try host.exchangeKeys()
        _ = try host.tell("associate", try host.association())
        #expect(try host.ask("get-databasehash")["hash"] is String)
        var pinentry: pid_t = 0
        try await until {
            pinentry = home.folder.text(of: "asking").flatMap { pid_t($0.dropLast()) } ?? 0
            return pinentry > 0
        }
        #expect(try host.end() == 0)
        try await until { kill(pinentry, 0) != 0 }
        let other = try NativeHost(home)
        try other.exchangeKeys()
        try home.folder.write("", to: "gate")
        let next = try other.associate()
        #expect(next["id"] is String)
        #expect(try await home.logins().filter { $0.tags == ["browser"] }.count == 1)
    }

    @Test(
        "Where pinentry cannot ask, the browser and the log say why",
        arguments: [("curses", "needs a terminal"), ("", "not installed")])
    func noWindow(flavor: String, reason: String) async throws {
        let home = try await ProviderHome([.example])
        try home.play("echo OK", flavor: flavor)
        if flavor.isEmpty { try home.withoutPinentry() }
        try await home.unlock()
        let host = try NativeHost(home)
        try host.exchangeKeys()
        let answer = try host.associate()
        #expect(answer["errorCode"] as? String == "6")
        #expect((answer["error"] as? String)?.contains(reason) == true, "\(answer)")
        let log = try #require(home.folder.text(of: ".local/state/wallet/agent.log"))
        #expect(log.contains(reason))
        #expect(try await home.logins().count == 1)
    }

    @Test("Where the person refuses, nobody is connected")
    func refusal() async throws {
        let home = try await ProviderHome([.example])
        try home.play("echo 'ERR 83886179 Operation cancelled <Pinentry>'")
        try await home.unlock()
        let host = try NativeHost(home)
        try host.exchangeKeys()
        #expect(try host.associate()["errorCode"] as? String == "6")
        #expect(try await home.logins().count == 1)
    }

    @Test("The passphrase is asked for when the extension wants it, and the browser hears of it")
    func unlock() async throws {
        let home = try await ProviderHome([.example])
        // Percent signs and the like travel encoded.
        let passphrase = TemporaryVault.passphrase.replacingOccurrences(of: "c", with: "%63")
        try home.play("echo 'D \(passphrase)'; echo OK")
        let host = try NativeHost(home)
        try host.exchangeKeys()
        #expect(try host.ask("get-databasehash")["errorCode"] as? String == "1")
        let answer = try host.ask("get-databasehash", adding: ["triggerUnlock": "true"])
        #expect(answer["errorCode"] as? String == "1")
        try host.wait(for: "database-unlocked")
        #expect(try host.ask("get-databasehash")["hash"] is String)
        #expect(try host.ask("lock-database")["errorCode"] as? String == "1")
        try host.wait(for: "database-locked")
    }

    @Test("Garbage and endless messages end the provider and nothing else")
    func garbage() async throws {
        let home = try await ProviderHome([.example])
        try await home.unlock()
        let result = try await home.provider(
            "wallet-credential-browser", input: "\u{7f}\u{7f}\u{7f}\u{7f}garbage")
        #expect(result.status == 0 && result.output.isEmpty)
        let host = try NativeHost(home)
        try host.send(["nonsense": true])
        #expect(try host.receive()["errorCode"] as? String == "13")
        try host.exchangeKeys()
        #expect(try host.ask("get-databasehash")["hash"] is String)
    }
}
