import Foundation
import TenonCore
import TestSupport
import Testing
import WalletTestSupport
import WalletVault

/// Native messaging with the built provider, the agent behind it, and a person who is played.
@Suite struct BrowserEndToEndTests {
    /// A `pinentry` that writes down what it is told and answers what it is to answer.
    private func play(_ answer: String, in home: ProviderHome) throws {
        let log = "\(home.folder.path)/pinentry.log"
        try home.folder.write(
            """
            #!/bin/sh
            echo "ARGUMENTS $*" >> \(log)
            echo "OK Pleased to meet you"
            while read -r line; do
                echo "$line" >> \(log)
                case "$line" in
                GETPIN | CONFIRM) \(answer) ;;
                *) echo OK ;;
                esac
            done
            """, to: "bin/pinentry", permissions: 0o700)
    }

    @Test("A browser is connected by the person, gets logins and saves them")
    func conversation() async throws {
        let home = try await ProviderHome([.example])
        try play("echo OK", in: home)
        try await home.unlock()
        let host = try NativeHost(home)
        try host.exchangeKeys()
        #expect(try host.ask("get-databasehash")["hash"] is String)
        let association = try host.associate()
        #expect(association["id"] is String)
        let log = try #require(home.folder.text(of: "pinentry.log"))
        #expect(log.contains("ARGUMENTS --display :77\n"))
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

    @Test("Where there is no pinentry, or the person refuses, nobody is connected")
    func refusal() async throws {
        let home = try await ProviderHome([.example])
        try play("echo 'ERR 83886179 Operation cancelled <Pinentry>'", in: home)
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
        try play("echo 'D \(passphrase)'; echo OK", in: home)
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
