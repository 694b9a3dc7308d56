import Glibc
import TenonCore
import WalletVault

/// Leaves out of a text where the person keeps things, and the name of the person.
struct ReportRedaction {
    /// Folders that are alike on all machines, and so say nothing about a person.
    private static let common = [
        "/bin/", "/dev/", "/etc/", "/opt/", "/proc/", "/run/user/", "/sbin/", "/snap/", "/usr/",
        "/var/lib/",
    ]
    private static let omission = "…"

    /// Texts and what is written for them, the longest first.
    private let replacements: [(text: String, substitute: String)]
    private let userName: String?

    /// Makes a redaction for the person whom a doctor looks after.
    init(for doctor: Doctor) {
        let places = UserPlaces(of: doctor.application, in: doctor.configuration)
        let vault = doctor.maintenance.path
        var known = [(vault, "VAULT")]
        if let end = vault.lastIndex(of: "/") {
            known.append((String(vault[..<end]), "FOLDER"))
            // Backups have the name of the vault.
            let name = vault[end...].prefix { $0 != "." }
            known.append(("\(name)-", "/VAULT-"))
        }
        known += [
            (places.data ?? "", "DATA"), (places.state ?? "", "STATE"),
            (doctor.variable("HOME") ?? "", "~"),
        ]
        let variables = [
            "DOCKER_CONFIG", "WALLET_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME",
            "XDG_RUNTIME_DIR", "XDG_STATE_HOME",
        ]
        known += variables.compactMap { name in doctor.variable(name).map { ($0, name) } }
        known += (doctor.variable("PATH") ?? "").split(separator: ":").map(String.init)
            .filter { folder in !Self.isCommon(folder + "/") }
            .map { ($0, Self.omission) }
        replacements = known.filter { $0.0.count > 1 }.sorted { $0.0.count > $1.0.count }
        userName = getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) }
            .flatMap { $0 == "root" ? nil : $0 }
    }

    private static func isCommon(_ path: some StringProtocol) -> Bool {
        common.contains { path.hasPrefix($0) }
    }

    /// The text without what is private.
    func applied(to text: String) -> String {
        var text = text
        for (known, substitute) in replacements { text = text.replacing(known, with: substitute) }
        // What is left of absolute paths keeps its last part.
        text = text.replacing(/(^|[\s"'(=])(\/[^\s"',;)]*)/) { match in
            Self.isCommon(match.2)
                ? String(match.0)
                : "\(match.1)\(Self.omission)/\(match.2.split(separator: "/").last ?? "")"
        }
        guard let userName else { return text }
        return text.split(separator: /\b/, omittingEmptySubsequences: false)
            .map { $0 == userName ? Self.omission : String($0) }.joined()
    }
}
