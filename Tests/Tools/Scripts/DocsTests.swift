import Foundation
import TestSupport
import Testing

@Suite("tools/docs")
struct DocsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("Explains itself")
    func help() async throws {
        let result = try await Checkout.script("docs").run("--help")
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("Usage: tools/docs"))
        #expect(result.errors == "")
    }

    @Test("Refuses an unknown word before it builds anything")
    func unknownWord() async throws {
        let result = try await Checkout.script("docs").run("TenonCore")
        #expect(result.status == 64)
        #expect(result.errors.hasPrefix("tools/docs: 'TenonCore' is not known here"))
    }

    @Test("Never clears a folder that holds something else")
    func otherFolder() async throws {
        try folder.write("kept", to: "letter.txt")
        let result = try await Checkout.script("docs").run("--no-api", "--output", folder.path)
        #expect(result.status == 73)
        #expect(result.errors.contains("holds something else than such a site"))
        #expect(folder.text(of: "letter.txt") == "kept")
    }

    @Test("Makes pages of all texts and manual pages, with links that lead somewhere")
    func pages() async throws {
        let result = try await Checkout.script("docs").run(
            "--no-api", "--built", Program.products, "--output", "\(folder.path)/a/site")
        #expect(result.status == 0, "\(result.errors)")
        let start = try #require(folder.text(of: "a/site/index.html"))
        #expect(start.contains(#"<a href="wallet/FileFormat.html">"#))
        #expect(start.contains(#"<img src="files/tools/gallery.png" alt="A login in five"#))
        let format = try #require(folder.text(of: "a/site/wallet/FileFormat.html"))
        #expect(format.contains(#"<h3 id="head-of-an-overview">Head of an overview</h3>"#))
        #expect(format.contains("<td>seal of the details</td>"))
        #expect(format.contains(#"<span class="k">CREATE</span>"#))
        let feature = try #require(folder.text(of: "a/site/articles/WriteAFeature.html"))
        #expect(feature.contains(#"<span class="kd">struct</span>"#))
        let manual = try #require(folder.text(of: "a/site/manual/wallet.1.html"))
        #expect(manual.contains("wallet vault rekey"))
        #expect(!manual.contains("<script"))
        let index = try #require(folder.text(of: "a/site/contents.html"))
        #expect(index.contains(#"<a href="manual/wallet.1.html#wallet_vault_rekey">"#))
        #expect(index.contains(##"<a href="wallet/FileFormat.html#site-index">Site index</a>"##))

        // What a search on any page leads to, in a browser.
        let found = #"<p id="found" role="status">One entry.</p>"#
        var page = ""
        // The time in the page stands still while something loads.
        for _ in 1...3 where !page.contains(found) {
            page = try await Program(path: "/usr/bin/chromium").run(
                "--headless=new", "--no-sandbox", "--user-data-dir=\(folder.path)/browser",
                "--virtual-time-budget=10000", "--dump-dom",
                "file://\(folder.path)/a/site/contents.html?q=vault%20rekey"
            ).output
        }
        #expect(page.contains(found))
        #expect(page.contains(#"<li hidden=""><a href="manual/wallet.1.html">"#))
        #expect(page.contains(#"<li><a href="manual/wallet.1.html#wallet_vault_rekey">"#))
    }

    @Test(
        "Makes pages of what is public, whose comments have no mistake, and leads names to them",
        .enabled(if: TestRun.isWhole))
    func symbols() async throws {
        let result = try await Checkout.script("docs").run(
            "--built", Program.products, "--output", "\(folder.path)/site")
        #expect(result.status == 0, "\(result.errors)")
        let module = try #require(folder.text(of: "site/api/TenonCore/index.html"))
        let port = #"<li><a href="Port.html"><code>Port</code></a>"#
        #expect(module.contains("\(port): A port with exactly one provider.</li>"))
        let container = try #require(folder.text(of: "site/api/TenonCore/Container.html"))
        #expect(container.contains(#"<p class="kind">Structure</p>"#))
        #expect(container.contains(#"<span class="nc"><a href="Port.html">Port</a></span>"#))
        let article = try #require(folder.text(of: "site/articles/WriteAPlugin.html"))
        #expect(article.contains(#"<a href="../api/TenonCore/Plugin.html"><code>Plugin</code>"#))
        let index = try #require(folder.text(of: "site/contents.html"))
        #expect(index.contains(#"<a href="api/TenonUI/Screen.html">Screen</a>"#))
    }

    /// Runs the tool on a repository that has nothing but one text.
    private func make(_ text: String) async throws -> Program.Result {
        try folder.write(text, to: "README.md")
        try folder.write("# Start\n\n[Read](../../README.md)\n", to: "start.md")
        let result = try await Program(
            path: "/bin/bash", folder: folder.path, limit: Program.long
        ).run(
            "-c",
            """
            set -e
            mkdir -p tools Apps/wallet-desktop Apps/wallet-credential Modules
            cp -r '\(Checkout.folder)/tools/'{docs,setup,site} tools
            cp -r '\(Checkout.folder)/Apps/wallet-desktop/data' Apps/wallet-desktop
            cp -r '\(Checkout.folder)/Apps/wallet-credential/manual' Apps/wallet-credential
            mv start.md tools/site/start.md
            tools/docs --no-api
            """)
        return result
    }

    @Test("A text whose links are right is a site")
    func rightLinks() async throws {
        let result = try await make("# All\n\n[Below](#more)\n\n## More\n\nUse `<b>` & so on.\n")
        #expect(result.status == 0, "\(result.errors)")
        let page = try #require(folder.text(of: ".build/docs/wallet/readme.html"))
        #expect(page.contains(##"<a href="#more">Below</a>"##))
        #expect(page.contains("<code>&lt;b&gt;</code> &amp; so on."))
    }

    @Test(
        "A link that leads nowhere is named, and fails",
        arguments: [
            ("[Gone](docs/GONE.md)", "README.md: the link to 'docs/GONE.md' leads nowhere."),
            ("[Below](#more)", "wallet/readme.html: the link to '#more' leads nowhere."),
            ("<doc:Gone>", "README.md: there is no article 'Gone'."),
        ])
    func wrongLinks(text: String, said: String) async throws {
        let result = try await make("# All\n\n\(text)\n")
        #expect(result.status == 1)
        #expect(result.errors.contains("tools/docs: \(said)"), "\(result.errors)")
    }
}
