import Glibc
import TenonCore
import WalletVault

/// What a maintainer has to know about a machine, in English, without what is private.
///
/// It tells nothing of what is in the vault, and no value of a setting; ``ReportRedaction`` leaves out
/// the person's folders and name.
struct BugReport {
    /// Packages of Debian whose version may explain a defect.
    private static let packages = [
        "libargon2-1", "libc6", "libexpat1", "libgcrypt20", "libgtk-4-1", "libpsl5", "libqrencode4",
        "libsodium23", "libsqlite3-0", "libsystemd0", "libzip4", "libzxcvbn0", "pinentry-gnome3",
        "pinentry-gtk2", "pinentry-qt", "wallet", "wallet-desktop", "wl-clipboard", "xclip",
        "zlib1g",
    ]
    private static let unknown = "unknown"

    private let doctor: Doctor
    private let programs: any ProgramRunning

    /// Makes the report of a machine.
    init(_ container: Container) {
        doctor = Doctor(container)
        programs = container[.programs]
    }

    /// Writes the whole report, to be put into a message.
    func text() async -> String {
        let facts = [
            ("Program", program), ("System", system), ("Kernel", kernel), ("Desktop", desktop),
            ("Packages", await installed()), ("Vault", vault),
        ]
        let lines =
            facts.map { "\($0): \($1)" }
            + (await doctor.findings()).map { finding in
                let remedy = finding.remedy.isEmpty ? "" : " (\(finding.remedy))"
                return "\(finding.status.rawValue) \(finding.name.rawValue): "
                    + "\(finding.detail)\(remedy)"
            }
        let redaction = ReportRedaction(for: doctor)
        return lines.map { HarmlessText.line(redaction.applied(to: $0)) + "\n" }.joined()
    }

    private var program: String {
        let application = doctor.application
        return "\(application.executable) \(application.version), "
            + doctor.configuration.flavour.rawValue
    }

    private var system: String {
        let lines = FileText.contents(of: "/etc/os-release")?.split(separator: "\n") ?? []
        let key = "PRETTY_NAME="
        return lines.first { $0.hasPrefix(key) }
            .map { String($0.dropFirst(key.count)).replacing("\"", with: "") } ?? Self.unknown
    }

    private var kernel: String {
        var names = utsname()
        guard uname(&names) == 0 else { return Self.unknown }
        func text(_ field: some Any) -> String {
            withUnsafeBytes(of: field) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
        }
        return "\(text(names.sysname)) \(text(names.release)) \(text(names.machine))"
    }

    private var desktop: String {
        let values = ["XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE"].compactMap(doctor.variable)
        return values.isEmpty ? "none" : values.joined(separator: ", ")
    }

    /// Lists the installed ones of ``packages``, as the package manager of Debian knows them.
    private func installed() async -> String {
        let mark = "installed "
        let outcome = await programs.run(
            "dpkg-query",
            arguments: [
                "--show", "--showformat", "${db:Status-Status} ${Package} ${Version}\\n",
            ] + Self.packages,
            input: SecretText(""), limit: 1 << 16, within: .seconds(10))
        let found = (outcome?.output.reveal() ?? "").split(separator: "\n")
            .filter { $0.hasPrefix(mark) }.map { $0.dropFirst(mark.count) }
        return found.isEmpty ? Self.unknown : Set(found).sorted().joined(separator: ", ")
    }

    /// Its size in powers of two, which tell little of how many items there are.
    private var vault: String {
        var status = stat()
        guard stat(doctor.maintenance.path, &status) == 0 else { return "none" }
        var kibibytes = 1
        while kibibytes << 10 < status.st_size { kibibytes *= 2 }
        return "up to \(kibibytes) KiB"
    }
}
