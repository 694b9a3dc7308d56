import Foundation
import TestSupport
import Testing

@Suite("tools/install")
struct InstallTests {
    /// Programs that answer as those of Wallet do.
    private func programs() throws -> CommandFolder {
        let programs = try CommandFolder()
        for name in ["wallet", "wallet-web", "wallet-desktop"] {
            try programs.add(name, #"printf '%s:%s\n' "$(basename "$0")" "$*""#)
        }
        for name in ["wallet-agent", "wallet-credential"] { try programs.add(name) }
        return programs
    }

    private func script(
        _ programs: CommandFolder, home: TemporaryFolder, path: String? = nil
    ) -> Program {
        var environment = ProcessInfo.processInfo.environment
        environment["TENON_PROGRAMS"] = programs.path
        environment["HOME"] = home.path
        environment["XDG_CONFIG_HOME"] = ""
        if let path { environment["PATH"] = path }
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
        try home.write("{}", to: ".config/chromium/Preferences")
        let before = try files(home)
        let script = script(programs, home: home)

        let dry = try await script.run("--browsers", "--dry-run")
        #expect(dry.status == 0)
        #expect(dry.errors.contains("would install \(home.path)/.local/bin/wallet\n"))
        #expect(try files(home) == before)

        let installed = try await script.run("--browsers")
        #expect(installed.status == 0, "\(installed.errors)")
        let present = Set(try files(home))
        for path in [
            ".local/bin/wallet", ".local/bin/wallet-agent", ".local/bin/git-credential-wallet",
            ".local/bin/docker-credential-wallet", ".local/bin/wallet-credential-browser",
            ".local/share/man/man1/wallet.1", ".local/share/man/man1/wallet-web.1",
            ".local/share/bash-completion/completions/wallet",
            ".local/share/zsh/site-functions/_wallet",
            ".local/share/fish/vendor_completions.d/wallet.fish",
            ".config/chromium/NativeMessagingHosts/org.keepassxc.keepassxc_browser.json",
            ".local/share/metainfo/org.tenon.Wallet.metainfo.xml",
            ".local/share/icons/hicolor/scalable/apps/org.tenon.Wallet.svg",
        ] {
            #expect(present.contains(path), "\(path)")
        }
        let entry = home.text(of: ".local/share/applications/org.tenon.Wallet.desktop") ?? ""
        #expect(entry.contains("\nExec=\"\(home.path)/.local/bin/wallet-desktop\"\n"))
        #expect(entry.contains("\nTryExec=\(home.path)/.local/bin/wallet-desktop\n"))
        #expect(!present.contains(".mozilla"))
        #expect(
            home.text(of: ".local/share/man/man1/wallet.1") == "wallet:--language en --manual\n")
        let manifest = try JSONSerialization.jsonObject(
            with: Data(
                (home.text(
                    of: ".config/chromium/NativeMessagingHosts/org.keepassxc.keepassxc_browser.json"
                )
                    ?? "").utf8))
        #expect(
            (manifest as? [String: Any])?["path"] as? String
                == "\(home.path)/.local/bin/wallet-credential-browser")
        #expect(try await script.run("--browsers").status == 0)

        let removed = try await script.run("--uninstall")
        #expect(removed.status == 0, "\(removed.errors)")
        #expect(try files(home) == before)
        #expect(try await script.run("--uninstall").status == 66)
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

    /// Writes into a home what shows that browsers of all kinds are there.
    private func addBrowsers(to home: TemporaryFolder) throws {
        for path in [
            ".mozilla/profiles.ini", ".librewolf/profiles.ini",
            ".var/app/org.mozilla.firefox/.mozilla/profiles.ini",
            ".var/app/com.brave.Browser/config/x", "snap/chromium/x",
            ".local/share/torbrowser/tbb/x86_64/tor-browser/Browser/TorBrowser/Data/Browser/x",
        ] { try home.write("", to: path) }
    }

    private func hostPath(_ folder: String, in home: TemporaryFolder) throws -> String? {
        let text = home.text(of: "\(folder)/org.keepassxc.keepassxc_browser.json") ?? "{}"
        let manifest = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        return manifest?["path"] as? String
    }

    @Test("Browsers in sandboxes, LibreWolf and Tor Browser are told, and all of it is removed")
    func browsers() async throws {
        let (programs, home) = (try programs(), try TemporaryFolder())
        try addBrowsers(to: home)
        let before = try files(home)
        let script = script(programs, home: home)
        let installed = try await script.run("--browsers")
        #expect(installed.status == 0, "\(installed.errors)")
        let program = "\(home.path)/.local/bin/wallet-credential-browser"
        for folder in [".mozilla", ".librewolf"] {
            #expect(try hostPath("\(folder)/native-messaging-hosts", in: home) == program)
        }
        let sandbox = "\(home.path)/.var/app/org.mozilla.firefox/wallet/wallet-credential-browser"
        #expect(
            try hostPath(
                ".var/app/org.mozilla.firefox/.mozilla/native-messaging-hosts", in: home) == sandbox
        )
        #expect(FileManager.default.isExecutableFile(atPath: sandbox))
        #expect(
            try hostPath(
                """
                .var/app/com.brave.Browser/config/BraveSoftware/Brave-Browser/\
                NativeMessagingHosts
                """, in: home)?.contains("com.brave.Browser/wallet/") == true)
        #expect(
            installed.errors.contains(
                """
                flatpak override --user --talk-name=org.freedesktop.Flatpak org.mozilla.firefox
                """))
        #expect(installed.errors.contains("Chromium as a snap: does not work"))
        #expect(try await script.run("--browsers").status == 0)
        #expect(try await script.run("--uninstall").status == 0)
        #expect(try files(home) == before)
    }

    @Test("What stands between a sandbox and Wallet hands on words, and the person's own home")
    func wrappers() async throws {
        let (programs, home) = (try programs(), try TemporaryFolder())
        try addBrowsers(to: home)
        #expect(try await script(programs, home: home).run("--browsers").status == 0)
        let tools = try CommandFolder()
        try tools.add("flatpak-spawn", #"shift 2; exec "$@""#)
        try home.write(
            "#!/bin/sh\necho \"$HOME $LD_LIBRARY_PATH $*\"\n",
            to: ".local/bin/wallet-credential", permissions: 0o755)
        let data = ".local/share/torbrowser/tbb/x86_64/tor-browser/Browser/TorBrowser/Data/Browser"
        for (folder, expected) in [
            (".var/app/org.mozilla.firefox/wallet", "/other /libraries a b  c"),
            ("\(data)/.mozilla/native-messaging-hosts", "\(home.path)  a b  c"),
        ] {
            let result = try await Program(
                path: "\(home.path)/\(folder)/wallet-credential-browser",
                environment: [
                    "PATH": "\(tools.path):/usr/bin:/bin", "HOME": "/other",
                    "LD_LIBRARY_PATH": "/libraries",
                ], folder: home.path
            ).run(["a", "b  c"])
            #expect(result.output == "\(expected)\n")
        }
    }

    @Test("A pinentry that ends with an error does not stop the installation")
    func brokenPinentry() async throws {
        let (programs, home) = (try programs(), try TemporaryFolder())
        try programs.add("pinentry", "exit 2")
        let path = "\(programs.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
        let result = try await script(programs, home: home, path: path).run("--browsers")
        #expect(result.status == 0)
        #expect(result.errors.contains("Wallet is installed in"))
    }

    @Test(
        "A pinentry that could not ask about a browser is told, and one that can is not",
        arguments: [("curses", true), ("gnome3", false), ("gtk2:curses", false)])
    func pinentry(flavor: String, isTold: Bool) async throws {
        let (programs, home) = (try programs(), try TemporaryFolder())
        try programs.add(
            "pinentry",
            #"echo OK; while read -r line; do [ "$line" = BYE ] || echo "D \#(flavor)"; echo OK; done"#
        )
        let path = "\(programs.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
        let result = try await script(programs, home: home, path: path).run("--browsers")
        #expect(result.status == 0)
        #expect(result.errors.contains("pinentry asks in a terminal only") == isTold)
    }
}
