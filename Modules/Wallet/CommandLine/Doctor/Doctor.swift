import Glibc
import TenonCore
import WalletVault

/// Looks at everything that Wallet needs on a machine, without a passphrase, and changes nothing.
struct Doctor {
    let application: ApplicationInfo
    let configuration: Configuration
    let maintenance: VaultMaintenance
    let now: Timestamp
    /// What commands copy with.
    let writer: any ClipboardWriting

    init(_ container: Container) {
        application = container[.application]
        configuration = container[.configuration]
        maintenance = container[.vaultMaintenance]
        now = container[.clock].now()
        writer = container[.clipboard]
    }

    /// One finding for each thing, always in the same order.
    func findings() async -> [DoctorFinding] {
        [program, libraries, memoryLock, dumps, swap, language] + places + [vault, backup]
            + [
                await clipboard(), opener, gpg, runtimeFolder, agent, git, docker, pinentry,
                browser,
            ]
    }

    /// The value of an environment variable; `nil` when it is unset or empty.
    func variable(_ name: String) -> String? {
        configuration.environmentVariable(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The first program of a name, beside this one or in the folders of `PATH`.
    func program(named name: String) -> String? {
        let own = (try? FileText.target(of: "/proc/self/exe"))
            .flatMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } }
        let folders = (variable("PATH") ?? "").split(separator: ":").map(String.init)
        return ([own].compactMap { $0 } + folders).lazy.map { "\($0)/\(name)" }
            .first { access($0, X_OK) == 0 }
    }

    /// A program of a name in the folders of `PATH`, where other programs look for it.
    func program(inPath name: String) -> String? {
        (variable("PATH") ?? "").split(separator: ":").lazy.map { "\($0)/\(name)" }
            .first { access($0, X_OK) == 0 }
    }
}
