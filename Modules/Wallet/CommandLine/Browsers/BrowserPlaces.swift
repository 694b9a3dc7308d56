import Glibc

/// Finds the browsers of a person by the folders that they keep.
struct BrowserPlaces {
    private static let chromiums = [
        "chromium", "google-chrome", "vivaldi", "BraveSoftware/Brave-Browser", "microsoft-edge",
    ]

    /// Applications of Flatpak, and where in their folder they look.
    private static let sandboxes: [(name: String, family: BrowserPlace.Family, folder: String)] = [
        ("org.mozilla.firefox", .firefox, ".mozilla/native-messaging-hosts"),
        ("io.gitlab.librewolf-community", .firefox, ".librewolf/native-messaging-hosts"),
        ("org.chromium.Chromium", .chromium, "config/chromium/NativeMessagingHosts"),
        (
            "io.github.ungoogled_software.ungoogled_chromium", .chromium,
            "config/chromium/NativeMessagingHosts"
        ),
        ("com.google.Chrome", .chromium, "config/google-chrome/NativeMessagingHosts"),
        (
            "com.brave.Browser", .chromium,
            "config/BraveSoftware/Brave-Browser/NativeMessagingHosts"
        ),
        ("com.vivaldi.Vivaldi", .chromium, "config/vivaldi/NativeMessagingHosts"),
        ("com.microsoft.Edge", .chromium, "config/microsoft-edge/NativeMessagingHosts"),
    ]

    /// The application of Flatpak that brings Tor Browser.
    static let torSandbox = "org.torproject.torbrowser-launcher"

    /// Browsers that are Chromium inside, by the name of their snap.
    private static let snaps = [
        ("chromium", "Chromium"), ("brave", "Brave"), ("opera", "Opera"), ("vivaldi", "Vivaldi"),
    ]

    /// The home folder of the person.
    let home: String
    private let settings: String
    private let data: String

    /// Makes a search with what environment variables name; each is `nil` when unset or empty.
    init(variable: (String) -> String?) {
        home = variable("HOME") ?? ""
        settings = variable("XDG_CONFIG_HOME") ?? "\(home)/.config"
        data = variable("XDG_DATA_HOME") ?? "\(home)/.local/share"
    }

    /// The places of the browsers that are there.
    var found: [BrowserPlace] {
        all.filter { $0.signs.contains { FileText.access(of: $0) != nil } }
    }

    /// The browsers like Chromium that are there as snaps, which start no program outside of their sandbox.
    var closedSnaps: [String] {
        Self.snaps.filter { FileText.access(of: "\(home)/snap/\($0.0)") != nil }.map(\.1)
    }

    /// Whether there is Firefox as a snap, whose programs the portal of the desktop starts.
    var hasFirefoxSnap: Bool { FileText.access(of: "\(home)/snap/firefox") != nil }

    /// Whether the person lets an application of Flatpak start programs outside of its sandbox.
    func mayLeaveSandbox(_ application: String) -> Bool {
        ["\(data)/flatpak", "/var/lib/flatpak"].contains { folder in
            ["global", application].contains { name in
                FileText.contents(of: "\(folder)/overrides/\(name)")?.split(separator: "\n")
                    .contains("org.freedesktop.Flatpak=talk") == true
            }
        }
    }

    private var all: [BrowserPlace] {
        // For Firefox as a snap the portal looks where the plain one does.
        let foxes = [
            ("\(home)/.mozilla", ["\(home)/.mozilla", "\(home)/snap/firefox"]),
            ("\(home)/.librewolf", ["\(home)/.librewolf"]),
        ].map { folder, signs in
            BrowserPlace(.firefox, signs: signs, manifests: "\(folder)/native-messaging-hosts")
        }
        let torBrowsers = self.torBrowsers(
            below: ["\(data)/torbrowser/tbb/*/tor-browser*", "\(home)/tor-browser*"], .torBrowser)
        let torSandbox = "\(home)/.var/app/\(Self.torSandbox)"
        let closedTorBrowsers = self.torBrowsers(
            below: ["\(torSandbox)/data/torbrowser/tbb/*/tor-browser*"], .flatpak(Self.torSandbox),
            scripts: "\(torSandbox)/wallet")
        let chromiums = Self.chromiums.map { "\(settings)/\($0)" }.map { folder in
            BrowserPlace(.chromium, signs: [folder], manifests: "\(folder)/NativeMessagingHosts")
        }
        let sandboxes = Self.sandboxes.map { sandbox in
            // The sandbox sees this folder, but no program outside of it.
            let folder = "\(home)/.var/app/\(sandbox.name)"
            return BrowserPlace(
                sandbox.family, signs: [folder], manifests: "\(folder)/\(sandbox.folder)",
                scripts: "\(folder)/wallet", barrier: .flatpak(sandbox.name))
        }
        return foxes + torBrowsers + chromiums + sandboxes + closedTorBrowsers
    }

    private func torBrowsers(
        below patterns: [String], _ barrier: BrowserPlace.Barrier, scripts: String? = nil
    ) -> [BrowserPlace] {
        patterns.flatMap { matches("\($0)/Browser/TorBrowser/Data/Browser") }.map { folder in
            BrowserPlace(
                .firefox, signs: [folder], manifests: "\(folder)/.mozilla/native-messaging-hosts",
                scripts: scripts, barrier: barrier)
        }
    }

    /// The paths that a pattern of the shell stands for.
    private func matches(_ pattern: String) -> [String] {
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(pattern, 0, nil, &found) == 0 else { return [] }
        return (0..<Int(found.gl_pathc)).compactMap { index in
            found.gl_pathv[index].map { String(cString: $0) }
        }
    }
}
