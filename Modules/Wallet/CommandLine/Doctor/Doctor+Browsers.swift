import Foundation
import Glibc
import TenonCore

extension Doctor {
    /// A folder in which a browser looks for programs that its extensions may start.
    private struct BrowserPlace {
        /// The folder that is there when the browser is.
        let home: String
        /// Where the manifest belongs.
        let manifests: String
        /// The application's name for Flatpak.
        var sandbox: String?
    }

    /// The parts of a manifest that matter here.
    private struct Host: Decodable {
        let path: String
    }

    /// Whether a window can ask if a browser may connect.
    var pinentry: DoctorFinding {
        guard let path = program(inPath: "pinentry") else {
            return .hint(
                .pinentry, "pinentry is not installed, and without it no browser can be connected",
                "Run: apt install pinentry-gnome3")
        }
        let target = realpath(path, nil)
        defer { free(target) }
        let program = target.map { String(cString: $0) } ?? path
        guard program.hasSuffix("/pinentry-curses") || program.hasSuffix("/pinentry-tty") else {
            return .fine(.pinentry, Sentence(verbatim: program))
        }
        return .hint(
            .pinentry,
            "\(program) asks in a terminal only, and without windows no browser can be connected",
            "Run: apt install pinentry-gnome3")
    }

    /// Whether the browsers that are there find the program that their extension talks to.
    var browser: DoctorFinding {
        let places = browserPlaces.filter { FileText.access(of: $0.home) != nil }
        var told: [String] = []
        var closed: [String] = []
        for place in places {
            let manifest = "\(place.manifests)/org.keepassxc.keepassxc_browser.json"
            guard let host = host(manifest), host.contains("wallet") else { continue }
            guard access(host, X_OK) == 0 else {
                return .wrong(
                    .browser, "\(manifest) names \(host), which cannot be run",
                    "Run tools/install --browsers again.")
            }
            if let sandbox = place.sandbox, !mayLeaveSandbox(sandbox) {
                closed.append(sandbox)
            } else {
                told.append(manifest)
            }
        }
        if let first = closed.first {
            return .hint(
                .browser, "the sandbox of \(closed.joined(separator: ", ")) starts no program",
                """
                Run: flatpak override --user --talk-name=org.freedesktop.Flatpak \(first) \
                (it may then start any program of yours)
                """)
        }
        guard told.isEmpty else {
            return .fine(.browser, Sentence(verbatim: told.joined(separator: ", ")))
        }
        let isOnlySnap = places.isEmpty && FileText.access(of: "\(home)/snap/chromium") != nil
        return isOnlySnap
            ? .hint(
                .browser, "Chromium as a snap starts no program outside of its sandbox",
                "Use another package of it, or another browser.")
            : .hint(
                .browser, "no browser is set up to ask Wallet",
                "Install the extension KeePassXC-Browser, and run: tools/install --browsers")
    }

    private var home: String { variable("HOME") ?? "" }

    /// The places that `tools/install` knows.
    private var browserPlaces: [BrowserPlace] {
        let settings = variable("XDG_CONFIG_HOME") ?? "\(home)/.config"
        let data = variable("XDG_DATA_HOME") ?? "\(home)/.local/share"
        let descendants = [
            "chromium", "google-chrome", "vivaldi", "BraveSoftware/Brave-Browser",
            "microsoft-edge",
        ].map { name in
            BrowserPlace(
                home: "\(settings)/\(name)",
                manifests: "\(settings)/\(name)/NativeMessagingHosts")
        }
        let foxes =
            ["\(home)/.mozilla", "\(home)/.librewolf"]
            + matches(
                "\(data)/torbrowser/tbb/*/tor-browser*/Browser/TorBrowser/Data/Browser/.mozilla")
            + matches("\(home)/tor-browser*/Browser/TorBrowser/Data/Browser/.mozilla")
        let sandboxes = [
            ("org.mozilla.firefox", ".mozilla/native-messaging-hosts"),
            ("io.gitlab.librewolf-community", ".librewolf/native-messaging-hosts"),
            ("org.chromium.Chromium", "config/chromium/NativeMessagingHosts"),
            (
                "io.github.ungoogled_software.ungoogled_chromium",
                "config/chromium/NativeMessagingHosts"
            ),
            ("com.google.Chrome", "config/google-chrome/NativeMessagingHosts"),
            ("com.brave.Browser", "config/BraveSoftware/Brave-Browser/NativeMessagingHosts"),
            ("com.vivaldi.Vivaldi", "config/vivaldi/NativeMessagingHosts"),
            ("com.microsoft.Edge", "config/microsoft-edge/NativeMessagingHosts"),
        ].map { (name: String, folder: String) in
            BrowserPlace(
                home: "\(home)/.var/app/\(name)", manifests: "\(home)/.var/app/\(name)/\(folder)",
                sandbox: name)
        }
        return foxes.map { BrowserPlace(home: $0, manifests: "\($0)/native-messaging-hosts") }
            + descendants + sandboxes
    }

    /// The program that a manifest names; `nil` when there is no such file.
    private func host(_ manifest: String) -> String? {
        FileText.contents(of: manifest).flatMap {
            try? JSONDecoder().decode(Host.self, from: Data($0.utf8)).path
        }
    }

    /// Whether the person lets an application of Flatpak start programs outside of its sandbox.
    private func mayLeaveSandbox(_ application: String) -> Bool {
        let data = variable("XDG_DATA_HOME") ?? "\(home)/.local/share"
        return ["\(data)/flatpak", "/var/lib/flatpak"].contains { folder in
            ["global", application].contains { name in
                FileText.contents(of: "\(folder)/overrides/\(name)")?.split(separator: "\n")
                    .contains("org.freedesktop.Flatpak=talk") == true
            }
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
