import Foundation
import TestSupport
import Testing

@Suite("wallet browser")
struct BrowserCommandTests {
    private static let manifest = "org.keepassxc.keepassxc_browser.json"
    private static let torFolder =
        "torbrowser/tbb/x86_64/tor-browser/Browser/TorBrowser/Data/Browser"
    private static let torBrowser = ".local/share/\(torFolder)"
    private static let torSandbox = ".var/app/org.torproject.torbrowser-launcher"

    private let fixture: CommandFixture
    private let program: String

    /// A home in which each kind of browser has left something, and the program that they are to
    /// start, in a folder with a name that no shell takes as it is.
    init() async throws {
        fixture = try CommandFixture()
        program = fixture.path("it's here/wallet-credential-browser")
        for path in [
            ".mozilla/profiles.ini", ".librewolf/profiles.ini", ".config/chromium/Preferences",
            ".var/app/org.mozilla.firefox/.mozilla/profiles.ini",
            ".var/app/com.brave.Browser/config/x", "snap/chromium/x", "snap/brave/x",
            "\(Self.torBrowser)/x",
            "\(Self.torSandbox)/data/\(Self.torFolder)/x",
        ] { try fixture.folder.write("", to: path) }
        try fixture.folder.write(
            "#!/bin/sh\necho \"$HOME $LD_LIBRARY_PATH $*\"\n",
            to: "it's here/wallet-credential-browser", permissions: 0o755)
    }

    private func run(_ words: String..., path: String? = nil) async throws -> Program.Result {
        try await fixture.bare(
            ["browser"] + words,
            environment: ["PATH": path ?? "\(fixture.path("it's here")):/usr/bin:/bin"])
    }

    private func files() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: fixture.folder.path)
            .filter { !$0.hasPrefix("home") }.sorted()
    }

    private func document(_ folder: String) throws -> [String: Any] {
        try json(fixture.folder.text(of: "\(folder)/\(Self.manifest)") ?? "{}")
    }

    @Test("Each browser that is there is told in its own way, and what was written goes again")
    func installAndRemove() async throws {
        let before = try files()
        let dry = try await run("install", "--dry-run")
        #expect(dry.status == 0 && dry.output.split(separator: "\n").count == 7, "\(dry.errors)")
        #expect(try files() == before)

        let installed = try await run("install")
        #expect(installed.status == 0 && installed.output == dry.output, "\(installed.errors)")
        for folder in [".mozilla", ".librewolf"] {
            let document = try document("\(folder)/native-messaging-hosts")
            #expect(document["path"] as? String == program)
            #expect(
                document["allowed_extensions"] as? [String] == ["keepassxc-browser@keepassxc.org"])
            #expect(document["allowed_origins"] == nil)
        }
        let chromium = try document(".config/chromium/NativeMessagingHosts")
        #expect(chromium["path"] as? String == program)
        #expect((chromium["allowed_origins"] as? [String])?.count == 2)
        #expect(chromium["allowed_extensions"] == nil)
        let brave = try document(
            ".var/app/com.brave.Browser/config/BraveSoftware/Brave-Browser/NativeMessagingHosts")
        #expect((brave["path"] as? String)?.contains("com.brave.Browser/wallet/") == true)
        #expect(
            installed.errors.contains(
                "flatpak override --user --talk-name=org.freedesktop.Flatpak org.mozilla.firefox"))
        let tor = try document(
            "\(Self.torSandbox)/data/\(Self.torFolder)/.mozilla/native-messaging-hosts")
        #expect((tor["path"] as? String)?.contains("\(Self.torSandbox)/wallet/") == true)
        #expect(tor["allowed_extensions"] as? [String] == ["keepassxc-browser@keepassxc.org"])
        #expect(
            installed.errors.contains(
                "=org.freedesktop.Flatpak org.torproject.torbrowser-launcher"))
        #expect(installed.errors.contains("Chromium as a snap: does not work"))
        #expect(installed.errors.contains("Brave as a snap: does not work"))
        #expect(!installed.errors.contains("Opera as a snap"))

        #expect(try await run("install").status == 0)
        let removed = try await run("remove")
        #expect(removed.status == 0 && removed.output == installed.output, "\(removed.errors)")
        #expect(try files() == before)
        #expect(try await run("remove").output == "")
    }

    @Test("What stands between a sandbox and Wallet hands on words, and the person's own home")
    func scripts() async throws {
        #expect(try await run("install").status == 0)
        try fixture.folder.write(
            "#!/bin/sh\nshift 2; exec \"$@\"\n", to: "tools/flatpak-spawn", permissions: 0o755)
        for (folder, expected) in [
            (".var/app/org.mozilla.firefox/wallet", "/other  a b  c"),
            ("\(Self.torSandbox)/wallet", "/other  a b  c"),
            (
                "\(Self.torBrowser)/.mozilla/native-messaging-hosts",
                "\(fixture.folder.path)  a b  c"
            ),
        ] {
            let result = try await Program(
                path: fixture.path("\(folder)/wallet-credential-browser"),
                environment: [
                    "PATH": "\(fixture.path("tools")):/usr/bin:/bin", "HOME": "/other",
                    "LD_LIBRARY_PATH": "/libraries",
                ], folder: fixture.folder.path
            ).run(["a", "b  c"])
            #expect(result.output == "\(expected)\n")
        }
    }

    @Test("A file of another program is not replaced, and nothing else is written then")
    func inTheWay() async throws {
        let path = ".config/chromium/NativeMessagingHosts/\(Self.manifest)"
        try fixture.folder.write("{\"path\": \"/usr/bin/keepassxc-proxy\"}", to: path)
        let before = try files()
        let refused = try await run("install")
        #expect(refused.status == 73)
        #expect(refused.errors.contains("\(path)\" is of another program"))
        #expect(try files() == before)
        #expect(try await run("remove").output == "")
        #expect(fixture.folder.text(of: path)?.contains("keepassxc-proxy") == true)
    }

    @Test("What leads to another installation stays while that is there; the doctor says when not")
    func anotherInstallation() async throws {
        #expect(try await run("install").status == 0)
        _ = try await fixture.shell("mkdir other && cp \"it's here\"/* other/")
        let path = "\(fixture.path("other")):/usr/bin:/bin"
        #expect(try await run("remove", path: path).output == "")
        func doctor() async throws -> String {
            try await fixture.bare(["doctor", "--plain"]).output
        }
        #expect(try await doctor().contains("ok\tbrowser\t") == false)
        _ = try await fixture.shell("rm -r \"it's here\"")
        let lost = try await doctor()
        #expect(lost.contains("problem\tbrowser\t") && lost.contains("Run: wallet browser install"))
        #expect(try await run("remove", path: path).output.split(separator: "\n").count == 7)
    }

    @Test("Without the program, or without browsers, it says so")
    func nothingThere() async throws {
        let missing = try await run("install", path: "/usr/bin:/bin")
        #expect(missing.status == 69)
        _ = try await fixture.shell("rm -r .mozilla .librewolf .config .var snap .local")
        let empty = try await run("install")
        #expect(empty.status == 0 && empty.output == "")
        #expect(empty.errors.contains("There is no browser here"))
    }
}
