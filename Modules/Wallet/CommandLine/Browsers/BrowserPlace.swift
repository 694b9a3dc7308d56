/// A folder in which a browser looks for programs that its extensions may start.
struct BrowserPlace: Sendable {
    /// How a browser names the extensions that may start a program.
    enum Family: Sendable {
        case chromium
        case firefox
    }

    /// What stands between a browser and a program of the person, so that a script has to help.
    enum Barrier: Sendable, Equatable {
        /// A sandbox of Flatpak, with the name of the application.
        case flatpak(String)
        /// A browser that gives its programs another home folder and libraries of its own.
        case torBrowser
    }

    /// The name of the manifest, which the extension asks for.
    static let manifestName = "org.keepassxc.keepassxc_browser.json"

    let family: Family
    /// Folders one of which is there when the browser is.
    let signs: [String]
    /// The folder in which the browser looks.
    let manifests: String
    /// The folder for a script, when one is needed.
    let scripts: String
    let barrier: Barrier?

    /// Makes a place.
    ///
    /// - Parameters:
    ///   - signs: Folders one of which is there when the browser is.
    ///   - manifests: The folder in which the browser looks.
    ///   - scripts: The folder for a script; `nil` is the one for manifests.
    init(
        _ family: Family, signs: [String], manifests: String, scripts: String? = nil,
        barrier: Barrier? = nil
    ) {
        self.family = family
        self.signs = signs
        self.manifests = manifests
        self.scripts = scripts ?? manifests
        self.barrier = barrier
    }

    /// Where the browser reads of the program.
    var manifest: String { "\(manifests)/\(Self.manifestName)" }

    /// The script that a browser behind a barrier starts.
    var script: String? { barrier.map { _ in "\(scripts)/\(BrowserHost.name)" } }
}
