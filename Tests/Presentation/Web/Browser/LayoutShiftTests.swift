import Testing

@Suite("Nothing on a page moves by itself", .serialized)
struct LayoutShiftTests {
    /// Notes all that has moved on the page without the person, and what moves from now on.
    private static let watch = """
        window.moved = [];
        const name = (node) => node?.className || node?.nodeName || "what is gone";
        const note = (entries) => window.moved.push(...entries.filter((e) => !e.hadRecentInput)
          .map((e) => `${e.value}: ${e.sources.map(({ node }) => name(node)).join(", ")}`));
        const observer = new PerformanceObserver((list) => note(list.getEntries()));
        observer.observe({ type: "layout-shift", buffered: true });
        window.noteRest = () => note(observer.takeRecords());
        """

    /// What has moved, once what was changed last is drawn.
    private static let moved = """
        return (async () => {
          const frame = () => new Promise((done) => requestAnimationFrame(done));
          await frame();
          await frame();
          window.noteRest();
          return window.moved;
        })();
        """

    /// Brings each row into sight, from the first to the last, and waits for its pictures.
    ///
    /// - Returns: How many rows there are.
    private func read(_ browser: Browser) async throws -> Int {
        let rows: Int = try await browser.evaluate(
            "return document.querySelectorAll('.row').length")
        for number in 0..<rows {
            let row = "document.querySelectorAll('.row')[\(number)]"
            try await browser.run("\(row).scrollIntoView({ block: 'end', behavior: 'instant' })")
            try await browser.wait("[...\(row).querySelectorAll('img')].every((e) => e.complete)")
        }
        try await browser.run("scrollTo(0, document.documentElement.scrollHeight)")
        return rows
    }

    @Test("the feed of PhotoFeed, while its pictures come and while one reads to the end of it")
    func feed() async throws {
        let demo = try PhotoFeedDemo()
        let address = try await demo.start()
        try await Browser.run { browser in
            try await browser.open(address)
            try await browser.wait("document.querySelector('.row .picture')")
            // From now on the page has the list from its beginning, and no picture.
            try await browser.protocolCommand("Network.clearBrowserCache", [:])
            try await browser.reload()
            try await browser.wait(
                "document.readyState === 'complete' && document.querySelector('.row .picture')")
            try await browser.run(Self.watch)
            #expect(try await read(browser) > 10)
            let missing: Int = try await browser.evaluate(
                "return [...document.querySelectorAll('.row .picture')]"
                    + ".filter((e) => e.naturalWidth === 0).length")
            #expect(missing == 0)
            try await browser.run("scrollTo(0, 0)")
            let moved: [String] = try await browser.evaluate(Self.moved)
            #expect(moved.isEmpty, "\(moved)")
            // What does move is noted.
            try await browser.run(
                """
                const room = document.createElement("p");
                room.style.height = "5rem";
                document.getElementById("content").prepend(room);
                """)
            let noted: [String] = try await browser.evaluate(Self.moved)
            #expect(!noted.isEmpty)
        }
        try await demo.stop()
    }
}
