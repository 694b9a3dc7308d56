import TenonTesting
import TestSupport
import Testing

@Suite("Pages have no barriers that axe-core finds", .serialized)
struct AxeTests {
    @Test("All samples")
    func samples() async throws {
        let rules = try await AxeRules()
        try await Browser.run(at: "home") { browser, _ in
            let names: [String] = try await browser.evaluate(
                "return [...document.querySelectorAll('.row-main')]"
                    + ".map((e) => e.href.split(':').pop())")
            #expect(names.count > 15)
            for name in names {
                try await browser.go(to: "conformance:\(name)")
                try await rules.expectNothing(in: browser, "\(name)")
            }
            try await browser.go(to: "conformance:actions")
            try await browser.run("document.getElementById('act.moderate').click()")
            try await browser.wait("document.getElementById('question')?.open")
            try await rules.expectNothing(in: browser, "a question")
        }
    }

    @Test("All places of Wallet, an item, its form and its history, before and after unlocking")
    func wallet() async throws {
        let rules = try await AxeRules()
        let server = try await WalletServer.withLogins()
        let address = try await server.start()
        try await Browser.run { browser in
            try await browser.open(address)
            try await browser.wait("document.querySelector('[data-secret]')")
            try await rules.expectNothing(in: browser, "locked")
            try await WebFrontEndDriver(browser, hasScripts: true)
                .fill("Passphrase", with: .secret(WalletServer.passphrase))
            try await browser.press(.enter)
            try await browser.wait("document.querySelector('.row-main')")
            let item: String = try await browser.evaluate(
                "return document.querySelector('.row-main').href.split(':').pop()")
            let places: [String] = try await browser.evaluate(
                "return [...new Set([...document.querySelectorAll('#places a')]"
                    + ".map((a) => a.getAttribute('href').split('/').pop()))]")
            #expect(places.count > 10)
            for location in places + ["login:\(item)", "login:\(item):edit"] {
                try await browser.go(to: location)
                try await rules.expectNothing(in: browser, "\(location)")
            }
        }
    }

    @Test("The demonstration of PhotoFeed: all its places, a post, a person and writing")
    func photoFeed() async throws {
        let rules = try await AxeRules()
        let demo = try PhotoFeedDemo()
        let address = try await demo.start()
        #expect(demo.remains.count == 1)
        try await Browser.run { browser in
            try await browser.open(address)
            try await browser.wait("document.querySelector('.row-main')")
            let post: String = try await browser.evaluate(
                "return document.querySelector('.row-main').getAttribute('href').split('/').pop()")
            #expect(post.hasPrefix("post:"))
            let places: [String] = try await browser.evaluate(
                "return [...new Set([...document.querySelectorAll('#places a')]"
                    + ".map((a) => a.getAttribute('href').split('/').pop()))]")
            #expect(places.count > 4)
            for location in places + [post, "user:self", "followers:self", "write"] {
                try await browser.go(to: location)
                try await rules.expectNothing(in: browser, "\(location)")
            }
        }
        try await demo.stop()
    }
}

extension Browser {
    /// Loads the page of a location, and waits until nothing in it is still to come.
    fileprivate func go(to location: String) async throws {
        try await run("location.assign(document.body.dataset.now + arguments[0])", location)
        try await wait(
            "document.readyState === 'complete'"
                + " && document.body.dataset.location === '\(location)'")
    }
}
