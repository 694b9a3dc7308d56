import TestSupport
import Testing

@Suite("A code for a camera, on a page in a real browser", .serialized)
struct CodePageTests {
    @Test("is read in light and in dark, with much room and with little, and has a name")
    func read() async throws {
        try await Browser.run { browser in
            for scheme in ["light", "dark"] {
                try await browser.prefer("prefers-color-scheme", scheme)
                for width in [1280, 375] {
                    let driver = WebFrontEndDriver(browser, hasScripts: true)
                    try await driver.start(at: "conformance:qrCode", isNarrow: false)
                    try await browser.resize(width: width, height: 760)
                    try await driver.waitToRead(["https://bees.example.com/?hive=12"])
                    let name: String = try await browser.evaluate(
                        """
                        const picture = document.querySelector("svg[role=img]");
                        return document.getElementById(picture.getAttribute("aria-labelledby"))
                          .textContent;
                        """)
                    #expect(name == "Where the bees live.")
                    try await driver.finish()
                }
            }
        }
    }
}
