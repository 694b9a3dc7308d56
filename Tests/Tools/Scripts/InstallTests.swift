import Foundation
import TestSupport
import Testing

@Suite("tools/install")
struct InstallTests {
    /// Programs that answer as those of Wallet do.
    private func programs() throws -> CommandFolder {
        let programs = try CommandFolder()
        for name in ["wallet", "wallet-web", "wallet-desktop"] {
            try programs.add(
                name,
                #"""
                if [[ $1 == browser ]]; then echo "$*" >>"$TENON_PROGRAMS/browser-calls"; fi
                printf '%s:%s\n' "$(basename "$0")" "$*"
                """#)
        }
        for name in ["wallet-agent", "wallet-credential"] { try programs.add(name) }
        return programs
    }

    private func script(
        _ programs: CommandFolder, home: TemporaryFolder, tools: CommandFolder? = nil
    ) -> Program {
        var environment = ProcessInfo.processInfo.environment
        if let tools, let path = environment["PATH"] {
            environment.merge(tools.environment(before: path)) { $1 }
        }
        environment["TENON_PROGRAMS"] = programs.path
        environment["HOME"] = home.path
        environment["XDG_CONFIG_HOME"] = ""
        return Checkout.script("install", environment: environment)
    }

    private func files(_ folder: TemporaryFolder) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    }

    @Test("Explains itself, and answers an unknown word with the status for wrong usage")
    func usage() async throws {
        let help = try await Checkout.script("install").run("--help")
        #expect(help.status == 0)
        #expect(help.output.hasPrefix("Usage: tools/install"))
        #expect(try await Checkout.script("install").run("--perfix", "x").status == 64)
        #expect(try await Checkout.script("install").run("--prefix").status == 64)
    }

    @Test("Installs programs, names, pages, completions and units, and removes exactly these")
    func installAndUninstall() async throws {
        let (programs, home) = (try programs(), try TemporaryFolder())
        try home.write("mine", to: ".local/bin/mine")
        let before = try files(home)
        let script = script(programs, home: home)

        let dry = try await script.run("--dry-run")
        #expect(dry.status == 0)
        #expect(dry.errors.contains("would install \(home.path)/.local/bin/wallet\n"))
        #expect(try files(home) == before)

        let installed = try await script.run()
        #expect(installed.status == 0, "\(installed.errors)")
        let present = Set(try files(home))
        for path in [
            ".local/bin/wallet", ".local/bin/wallet-agent", ".local/bin/git-credential-wallet",
            ".local/bin/docker-credential-wallet", ".local/bin/wallet-credential-browser",
            ".local/share/man/man1/wallet.1", ".local/share/man/man1/wallet-web.1",
            ".local/share/bash-completion/completions/wallet",
            ".local/share/zsh/site-functions/_wallet",
            ".local/share/fish/vendor_completions.d/wallet.fish",
            ".local/share/metainfo/org.tenon.Wallet.metainfo.xml",
            ".local/share/icons/hicolor/scalable/apps/org.tenon.Wallet.svg",
        ] {
            #expect(present.contains(path), "\(path)")
        }
        let entry = home.text(of: ".local/share/applications/org.tenon.Wallet.desktop") ?? ""
        #expect(entry.contains("\nExec=\"\(home.path)/.local/bin/wallet-desktop\"\n"))
        #expect(entry.contains("\nTryExec=\(home.path)/.local/bin/wallet-desktop\n"))
        #expect(
            home.text(of: ".local/share/man/man1/wallet.1") == "wallet:--language en --manual\n")
        #expect(try await script.run().status == 0)
        #expect(programs.notes("browser-calls") == nil)

        let removed = try await script.run("--uninstall")
        #expect(removed.status == 0, "\(removed.errors)")
        #expect(programs.notes("browser-calls") == "browser remove\n")
        #expect(try files(home) == before)
        #expect(try await script.run("--uninstall").status == 66)
    }

    @Test("Installs PhotoFeed beside Wallet, opens links with its window, and removes it alone")
    func photoFeed() async throws {
        let (programs, home, tools) = (
            try programs(), try TemporaryFolder(), try CommandFolder()
        )
        for name in ["photofeed", "photofeed-desktop"] {
            try programs.add(name, #"printf '%s:%s\n' "$(basename "$0")" "$*""#)
        }
        // It writes a file beside the entries, as the real one does.
        try tools.add(
            "update-desktop-database", #"cat "$1"/*.desktop >"$1/mimeinfo.cache" 2>&1 || true"#)
        let script = script(programs, home: home, tools: tools)
        let cache = ".local/share/applications/mimeinfo.cache"
        #expect(try await script.run().status == 0)
        #expect(home.text(of: cache)?.contains("x-scheme-handler") == false)
        let wallet = try files(home)

        #expect(try await script.run("photofeed", "--browsers").status == 64)
        let dry = try await script.run("photofeed", "--dry-run")
        #expect(
            dry.errors.hasSuffix(
                "would run update-desktop-database \(home.path)/.local/share/applications\n"))
        #expect(try files(home) == wallet)

        let installed = try await script.run("photofeed")
        #expect(installed.status == 0, "\(installed.errors)")
        #expect(installed.errors.hasPrefix("PhotoFeed is installed in \(home.path)/.local: 2"))
        #expect(!installed.errors.contains("git asks it"))
        let entry = home.text(of: ".local/share/applications/org.tenon.PhotoFeed.desktop") ?? ""
        #expect(
            entry.contains("\nExec=\"\(home.path)/.local/bin/photofeed-desktop\" open %u\n"))
        #expect(entry.contains("\nTryExec=\(home.path)/.local/bin/photofeed-desktop\n"))
        #expect(
            home.text(of: cache)?.contains("\nMimeType=x-scheme-handler/photofeed;\n") == true)
        #expect(
            Set(try files(home)).subtracting(wallet) == [
                ".local/bin/photofeed", ".local/bin/photofeed-desktop",
                ".local/share/applications/org.tenon.PhotoFeed.desktop",
                ".local/share/bash-completion/completions/photofeed",
                ".local/share/bash-completion/completions/photofeed-desktop",
                ".local/share/fish/vendor_completions.d/photofeed-desktop.fish",
                ".local/share/fish/vendor_completions.d/photofeed.fish",
                ".local/share/icons/hicolor/scalable/apps/org.tenon.PhotoFeed.svg",
                ".local/share/man/man1/photofeed-desktop.1", ".local/share/man/man1/photofeed.1",
                ".local/share/metainfo/org.tenon.PhotoFeed.metainfo.xml",
                ".local/share/photofeed", ".local/share/photofeed/installed",
                ".local/share/zsh/site-functions/_photofeed",
                ".local/share/zsh/site-functions/_photofeed-desktop",
            ])

        #expect(try await script.run("photofeed", "--uninstall").status == 0)
        #expect(try files(home) == wallet)
        #expect(home.text(of: cache)?.contains("x-scheme-handler") == false)
        #expect(programs.notes("browser-calls") == nil)
        #expect(try await script.run("--uninstall").status == 0)
        #expect(try files(home) == [])
    }

    @Test("What is in the way stays, and nothing is half installed")
    func inTheWay() async throws {
        let (programs, home) = (try programs(), try TemporaryFolder())
        try home.write("mine", to: ".local/share/man/man1/wallet.1")
        let before = try files(home)
        let refused = try await script(programs, home: home).run()
        #expect(refused.status == 73)
        #expect(refused.errors.contains("wallet.1 is in the way"))
        #expect(try files(home) == before)
    }

    @Test("What was changed after it was installed is not removed")
    func changedSince() async throws {
        let (programs, home) = (try programs(), try TemporaryFolder())
        let script = script(programs, home: home)
        let prefix = "\(home.path)/a folder"
        #expect(try await script.run("--prefix", prefix).status == 0)
        try home.write("mine now", to: "a folder/share/man/man1/wallet.1")
        let removed = try await script.run("--uninstall", "--prefix", prefix)
        #expect(removed.status == 0)
        #expect(removed.errors.contains("was changed since, and stays"))
        #expect(
            try files(home).filter { !$0.hasSuffix("share") && !$0.contains("man") }
                == ["a folder"])
        #expect(home.text(of: "a folder/share/man/man1/wallet.1") == "mine now")
    }

    @Test("A later installation takes away what it does not have any more")
    func upgrade() async throws {
        let (programs, home) = (try programs(), try TemporaryFolder())
        let script = script(programs, home: home)
        #expect(try await script.run().status == 0)
        try FileManager.default.removeItem(atPath: "\(programs.path)/wallet-web")
        #expect(try await script.run().status == 0)
        let present = try files(home)
        #expect(!present.contains(".local/bin/wallet-web"))
        #expect(!present.contains(".local/share/man/man1/wallet-web.1"))
        #expect(try await script.run("--uninstall").status == 0)
        #expect(try files(home) == [])
    }

    @Test("A list of many files is read whole, so that none of them is taken for another's")
    func longList() async throws {
        let (programs, home) = (try programs(), try TemporaryFolder())
        let script = script(programs, home: home)
        #expect(try await script.run().status == 0)
        let list = ".local/share/wallet/installed"
        let former = try #require(home.text(of: list))
        let more = (0..<1500).map { "link - \(home.path)/gone/\($0)\n" }.joined()
        try home.write(former + more, to: list)
        let again = try await script.run()
        #expect(again.status == 0, "\(again.errors)")
        #expect(home.text(of: list)?.contains("/gone/") == false)
    }

    @Test("The installed program tells the browsers, and its failure does not stop the script")
    func browsers() async throws {
        let (programs, home) = (try programs(), try TemporaryFolder())
        let script = script(programs, home: home)
        let dry = try await script.run("--browsers", "--dry-run")
        #expect(dry.errors.contains("would run \(home.path)/.local/bin/wallet browser install\n"))
        #expect(programs.notes("browser-calls") == nil)
        #expect(try await script.run("--browsers").status == 0)
        #expect(programs.notes("browser-calls") == "browser install\n")

        try programs.add("wallet", "if [[ $1 == browser ]]; then exit 70; fi")
        let broken = try await script.run("--browsers")
        #expect(broken.status == 0)
        #expect(broken.errors.contains("The browsers are as they were"))
        #expect(try await script.run("--uninstall").status == 0)
        #expect(try files(home) == [])
    }
}
