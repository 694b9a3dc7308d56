import Foundation
import TenonCommandLine

/// What the manifest of a browser leads to.
struct BrowserHost {
    /// The name of the program that browsers start, and of scripts that start it for them.
    static let name = "wallet-credential-browser"

    /// The parts of a manifest that matter here.
    private struct Manifest: Decodable {
        let path: String
    }

    private static let programLine = "program="

    /// What the manifest names.
    let path: String
    /// What is started in the end: the program that a script of ours names, or the same.
    let program: String

    /// Reads a manifest; `nil` when there is none that can be understood.
    init?(manifest: String) {
        guard let text = FileText.contents(of: manifest),
            let read = try? JSONDecoder().decode(Manifest.self, from: Data(text.utf8))
        else { return nil }
        path = read.path
        program = Self.program(of: path) ?? path
    }

    /// Whether Wallet has written the manifest.
    var isOurs: Bool { path.hasSuffix("/\(Self.name)") }

    /// The manifest for the browser of a place.
    static func manifest(for family: BrowserPlace.Family, naming program: String) throws -> String {
        struct Document: Encodable {
            enum CodingKeys: String, CodingKey {
                case name, description, path, type
                case extensions = "allowed_extensions"
                case origins = "allowed_origins"
            }

            let name = "org.keepassxc.keepassxc_browser"
            let description = "Wallet"
            let path: String
            let type = "stdio"
            var extensions: [String]?
            var origins: [String]?
        }
        var document = Document(path: program)
        switch family {
        case .firefox: document.extensions = ["keepassxc-browser@keepassxc.org"]
        case .chromium:
            document.origins = [
                "chrome-extension://pdffhmdngciaglkoonimfcmckehcpafo/",
                "chrome-extension://oboonakemofpalcgghocfoadofidjkkk/",
            ]
        }
        return try JSONEncoder.readable(document) + "\n"
    }

    /// The script for a browser behind a barrier.
    static func script(
        for barrier: BrowserPlace.Barrier, starting program: String, home: String
    ) -> String {
        let head = "#!/bin/sh\n\(programLine)\(word(program))\n"
        return switch barrier {
        // Tor Browser has libraries of its own in a sandbox, too.
        case .flatpak:
            head + "unset LD_LIBRARY_PATH\n"
                + "exec flatpak-spawn --host --watch-bus \"$program\" \"$@\"\n"
        case .torBrowser:
            head + "unset LD_LIBRARY_PATH\nHOME=\(word(home)) exec \"$program\" \"$@\"\n"
        }
    }

    /// The program that a script of ours starts; `nil` for anything else.
    static func program(of script: String) -> String? {
        guard
            let line = FileText.contents(of: script, limit: 65_536)?.split(separator: "\n")
                .dropFirst().first,
            line.hasPrefix("\(programLine)'"), line.hasSuffix("'")
        else { return nil }
        return String(line.dropFirst(programLine.count + 1).dropLast())
            .replacing("'\\''", with: "'")
    }

    /// A text as one word of a shell.
    private static func word(_ text: String) -> String {
        "'\(text.replacing("'", with: "'\\''"))'"
    }
}
