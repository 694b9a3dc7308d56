import Foundation
import TenonTesting
import TestSupport
import Testing

@Suite("Wallet in a real browser", .serialized)
struct WalletPageTests {
    /// Uses the page of a server.
    private func opened(
        _ server: WalletServer, hasScripts: Bool = true,
        _ use: @Sendable (Browser, WebFrontEndDriver) async throws -> Void
    ) async throws {
        let address = try await server.start()
        var options = Browser.Options()
        options.hasScripts = hasScripts
        try await Browser.run(options) { browser in
            let driver = WebFrontEndDriver(browser, hasScripts: hasScripts)
            try await driver.attach(to: address)
            try await use(browser, driver)
        }
    }

    /// Uses the page of a server whose vault has been unlocked there.
    private func unlocked(
        _ server: WalletServer, hasScripts: Bool = true,
        _ use: @Sendable (Browser, WebFrontEndDriver) async throws -> Void
    ) async throws {
        try await opened(server, hasScripts: hasScripts) { browser, driver in
            try await driver.fill("Passphrase", with: .secret(WalletServer.passphrase))
            try await driver.choose("Unlock", on: nil)
            try await driver.wait(for: "3 items")
            try await use(browser, driver)
        }
    }

    @Test(
        "Unlock, search, reveal, copy, change, delete and lock, by keyboard",
        arguments: [true, false])
    func day(hasScripts: Bool) async throws {
        let server = try await WalletServer.withLogins()
        try await opened(server, hasScripts: hasScripts) { browser, driver in
            try await driver.fill("Passphrase", with: .secret("wrong"))
            try await driver.choose("Unlock", on: nil)
            try await driver.wait(for: "The passphrase is wrong.")
            try await driver.fill("Passphrase", with: .secret(WalletServer.passphrase))
            try await driver.choose("Unlock", on: nil)
            try await driver.wait(for: "3 items")
            try await driver.search("bank")
            try await driver.wait(for: "1 item found")
            try await driver.choose("Open", on: "Bank")
            try await driver.wait(for: "Reveal")
            #expect(!(try await driver.everything()).contains("s3cret"))
            try await driver.choose("Reveal", on: "Password")
            try await driver.wait(for: "s3cret-bank")
            try await driver.choose("Conceal", on: "Password")
            try await driver.wait(for: "s3cret-bank", isThere: false)
            try await driver.choose("Copy", on: "Password")
            try await driver.wait(for: "The clipboard is cleared in 60 seconds.")
            try await driver.choose("Edit", on: nil)
            try await driver.wait(for: "Edit Bank")
            try await driver.fill("Title", with: .text("My bank"))
            try await driver.choose("Save", on: nil)
            try await driver.wait(for: "Edit Bank", isThere: false)
            try await driver.wait(for: "My bank")
            try await driver.choose("Delete", on: nil)
            try await driver.wait(for: "Moved to the trash.")
            try await driver.undo()
            try await driver.wait(for: "My bank")
            try await driver.choose("Lock now", on: nil)
            try await driver.wait(for: "Unlock Wallet")
            let harm: Bool = try await browser.evaluate("return 'owned' in window")
            #expect(!harm)
        }
        let shown = try await server.run("wallet", ["show", "My bank", "--field", "password"])
        #expect(shown.output == "s3cret-bank\n")
    }

    @Test("Nothing is said of the end of the session on a lock")
    func endOnLock() async throws {
        let server = try await WalletServer.withLogins()
        try await opened(server) { browser, driver in
            try await driver.wait(for: "Unlock Wallet")
            #expect(try await browser.evaluate(PageScript.endSoon) == false)
            try await driver.fill("Passphrase", with: .secret(WalletServer.passphrase))
            try await driver.choose("Unlock", on: nil)
            try await driver.wait(for: "3 items")
            #expect(try await browser.evaluate(PageScript.endSoon) == true)
        }
    }

    @Test("A passphrase that is typed after a wrong one is whole, however slowly it is typed")
    func secondPassphrase() async throws {
        let server = try await WalletServer.withLogins()
        try await opened(server) { browser, driver in
            try await driver.fill("Passphrase", with: .secret("wrong"))
            try await driver.choose("Unlock", on: nil)
            try await driver.wait(for: "The passphrase is wrong.")
            try await browser.run("document.querySelector('[data-secret]').focus()")
            try await browser.type("nine pelicans ")
            try await driver.wait(for: "The passphrase is wrong.", isThere: false)
            try await browser.type("juggle violet umbrellas\n")
            try await driver.wait(for: "3 items")
        }
    }

    @Test("Words stay whole, nothing is cut off and no key is there twice, on a telephone too")
    func wholeWords() async throws {
        let server = try await WalletServer.withLogins()
        let address = try await server.start()
        try await Browser.run(Browser.Options(width: 375)) { browser in
            let driver = WebFrontEndDriver(browser, hasScripts: true)
            try await driver.attach(to: address)
            #expect(try await browser.evaluate(PageScript.cutOff) == [String]())
            try await driver.fill("Passphrase", with: .secret(WalletServer.passphrase))
            try await driver.choose("Unlock", on: nil)
            try await driver.wait(for: "3 items")
            #expect(try await browser.evaluate(PageScript.cutOff) == [String]())
            let keys: [String] = try await browser.evaluate(
                "return [...document.querySelectorAll('[data-shortcut]')]"
                    + ".map((e) => e.dataset.shortcut)")
            #expect(keys.count > 5)
            #expect(Set(keys).count == keys.count, "\(keys)")
            try await driver.choose("Open", on: "Bank")
            try await driver.wait(for: "Reveal")
            #expect(try await browser.evaluate(PageScript.cutOff) == [String]())
        }
    }

    @Test("Without scripts, what was typed and sent after a lock is said to be gone")
    func typedBeforeTheLock() async throws {
        let server = try await WalletServer.withLogins()
        try await unlocked(server, hasScripts: false) { browser, driver in
            try await driver.choose("Add login", on: nil)
            try await driver.wait(for: "New login")
            try await driver.fill("Title", with: .text("Library"))
            #expect(try await server.run("wallet", ["lock"]).status == 0)
            try await until("the page to be locked") {
                try await browser.evaluate(
                    "return fetch(location.pathname.split('/').slice(0, 3).join('/') + '/')"
                        + ".then((answer) => answer.text())"
                        + ".then((text) => text.includes('Unlock Wallet'))")
            }
            try await driver.choose("Save", on: nil)
            try await driver.wait(for: "Unlock Wallet")
            try await driver.wait(for: "What you may have typed is gone")
        }
    }

    @Test("What is copied in the browser can be pasted elsewhere, and goes at a lock")
    func clipboard() async throws {
        let server = try await WalletServer.withLogins()
        try await unlocked(server) { browser, driver in
            try await driver.choose("Copy password", on: "Mail")
            try await driver.wait(for: "Password copied.")
        }
        #expect(try await server.paste() == "s3cret-mail")
        #expect(try await server.run("wallet", ["lock"]).status == 0)
        try await until("another text in the clipboard") {
            try await server.paste() != "s3cret-mail"
        }
    }

    @Test("What is found is copied by two keys, at once, and what a row or an item has by one")
    func keys() async throws {
        let server = try await WalletServer.withLogins()
        try await unlocked(server) { browser, driver in
            func expect(copy text: String) async throws {
                try await browser.wait(for: "“\(text)” in the clipboard") {
                    try await server.paste() == text
                }
            }
            try await browser.run("document.activeElement.blur()")
            try await browser.type("/mail")
            try await browser.press("c", holding: .alt)
            try await driver.wait(for: "Password copied.")
            try await expect(copy: "s3cret-mail")
            #expect(
                try await browser.evaluate("return document.activeElement.id") == "search-text")
            try await browser.press(.down)
            try await browser.type("u")
            try await expect(copy: "ada@example.org")
            try await driver.search("")
            try await driver.wait(for: "3 items")
            // What is copied of a note is no password, and has the same letter.
            try server.write("under the mat", to: "note")
            let add = ["add", "note", "--title", "Hints", "--notes-file", "note"]
            #expect(try await server.run("wallet", add).status == 0)
            try await driver.wait(for: "4 items")
            try await browser.run(
                "[...document.querySelectorAll('.row-main')]"
                    + ".find((row) => row.innerText.includes('Hints')).focus()")
            try await browser.type("c")
            try await expect(copy: "under the mat")
            try await driver.choose("Open", on: "Bank")
            try await driver.wait(for: "Reveal")
            try await browser.type("u")
            try await expect(copy: "ada")
            // The second while the first is under way.
            try await browser.type("uc")
            try await expect(copy: "s3cret-bank")
        }
    }

    @Test(
        "Letters typed into a form are text at once; after an error the caret is where it is wrong")
    func caret() async throws {
        let server = try await WalletServer.withLogins()
        try await opened(server) { browser, driver in
            let field = "document.activeElement.matches('.fields input')"
            try await driver.fill("Passphrase", with: .secret("wrong"))
            try await driver.choose("Unlock", on: nil)
            try await driver.wait(for: "The passphrase is wrong.")
            try await browser.wait("document.activeElement.matches('input[aria-invalid=true]')")
            try await driver.fill("Passphrase", with: .secret(WalletServer.passphrase))
            try await driver.choose("Unlock", on: nil)
            try await driver.wait(for: "3 items")
            try await browser.type("a")
            try await driver.wait(for: "Save")
            try await browser.wait(field)
            // Each of these letters is a command elsewhere: one opens the trash, one locks the vault.
            try await browser.type("kiosk test")
            try await browser.wait("document.activeElement.value === 'kiosk test'")
            try await driver.fill("Password", with: .secret("typed"))
            try await driver.fill("Secret for one-time codes", with: .secret("not base32 !!"))
            try await driver.choose("Save", on: nil)
            try await browser.wait("document.activeElement.matches('input[aria-invalid=true]')")
            // What is done with another field leaves the focus there.
            let peek = "document.querySelector('[data-peek=\"field.password\"]')"
            try await browser.run("\(peek).focus()")
            for isShown in [true, false, true] {
                try await browser.type(" ")
                try await browser.wait("\(peek).ariaPressed === '\(isShown)'")
                try await browser.wait("document.activeElement === \(peek)")
            }
            try await driver.wait(for: "typed")
        }
    }

    @Test("The same vault is read by the command line, the page and the machine interface")
    func threeFrontEnds() async throws {
        let server = try await WalletServer.withLogins()
        let list = try await server.run("wallet", ["list", "--plain"])
        #expect(list.output.split(separator: "\n").count == 3)
        let requests =
            #"{"id":1,"do":"act","action":"unlock","fields":{"secret":"\#(WalletServer.passphrase)"},"#
            + #""settle":true}"# + "\n"
        let machine = try await server.run("wallet-headless", [], input: requests)
        #expect(machine.status == 0)
        for title in ["Bank", "Mail", "<script>"] {
            #expect(list.output.contains(title))
            #expect(machine.output.contains(title))
        }
        #expect(!machine.output.contains("s3cret"))
        let address = try await server.start()
        try await Browser.run { browser in
            let driver = WebFrontEndDriver(browser, hasScripts: true)
            try await driver.attach(to: address)
            try await driver.fill("Passphrase", with: .secret(WalletServer.passphrase))
            try await driver.choose("Unlock", on: nil)
            for title in ["Bank", "Mail", "<script>owned=1</script>"] {
                try await driver.wait(for: title)
            }
        }
    }
}
