import Glibc
import TenonCore

extension Doctor {
    /// The browsers of the person.
    var browsers: BrowserPlaces { BrowserPlaces(variable: variable) }

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

    /// What to know about ``pinentry``, and what to do; empty when it is as it should be.
    var pinentryAdvice: [Sentence] {
        let finding = pinentry
        return finding.status == .ok ? [] : [finding.detail, finding.remedy]
    }

    /// Whether the browsers that are there find the program that their extension talks to.
    var browser: DoctorFinding {
        let places = browsers.found
        var told: [String] = []
        var closed: [String] = []
        for place in places {
            guard let host = BrowserHost(manifest: place.manifest), host.path.contains("wallet")
            else { continue }
            let steps: [String] = [host.path, host.program]
            if let lost = steps.first(where: { access($0, X_OK) != 0 }) {
                return .wrong(
                    .browser, "\(place.manifest) names \(lost), which cannot be run",
                    "Run: wallet browser install")
            }
            if case .flatpak(let name) = place.barrier, !browsers.mayLeaveSandbox(name) {
                closed.append(name)
            } else {
                told.append(place.manifest)
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
        guard places.isEmpty, let snap = browsers.closedSnaps.first else {
            return .hint(
                .browser, "no browser is set up to ask Wallet",
                "Install the extension KeePassXC-Browser, and run: wallet browser install")
        }
        return .hint(
            .browser, "\(snap) as a snap starts no program outside of its sandbox",
            "Use another package of it, or another browser.")
    }
}
