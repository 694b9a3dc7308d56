import Glibc
import TenonCore
import WalletVault

extension Doctor {
    /// The folders of the person.
    var places: [DoctorFinding] {
        let places = UserPlaces(of: application, in: configuration)
        let folder = maintenance.path.lastIndex(of: "/").map { String(maintenance.path[..<$0]) }
        return [
            folderFinding(.dataFolder, folder ?? places.data),
            folderFinding(.stateFolder, places.state), configurationFile(places),
        ]
    }

    private func folderFinding(_ name: DoctorFinding.Subject, _ path: String?) -> DoctorFinding {
        guard let path, !path.isEmpty else {
            return .wrong(name, "there is no home folder", "Set HOME, or WALLET_HOME.")
        }
        guard let access = FileText.access(of: path) else {
            return .fine(name, "\(path) is created when it is first needed")
        }
        guard access.owner == geteuid() else {
            return .wrong(
                name, "\(path) belongs to somebody else",
                "Take ownership of it, or name another place.")
        }
        guard access.mode & 0o077 == 0 else {
            return .wrong(
                name, "\(path) is open to others (mode \(String(access.mode, radix: 8)))",
                "Run: chmod 700 \(path)")
        }
        return .fine(name, "\(path) is yours alone")
    }

    /// The settings files; errors in them are reported before any command runs.
    private func configurationFile(_ places: UserPlaces) -> DoctorFinding {
        let files = places.configuration.map { "\($0.path)/config.json" }
            .filter { FileText.access(of: $0) != nil }
        return files.isEmpty
            ? .fine(.configuration, "no file; all settings have their defaults")
            : .fine(.configuration, Sentence(verbatim: files.joined(separator: ", ")))
    }

    /// The vault, as far as it can be seen without a passphrase.
    var vault: DoctorFinding {
        let path = maintenance.path
        guard let access = FileText.access(of: path) else {
            return .hint(.vault, "there is no vault at \(path)", "Make one with \"wallet init\".")
        }
        guard access.owner == geteuid(), access.mode & 0o077 == 0 else {
            return .wrong(
                .vault, "\(path) is open to others, or not yours",
                "Make it yours, and run: chmod 600 \(path)")
        }
        do {
            let known = try maintenance.inspect()
            return .fine(.vault, "\(path), format \(known.format), key slots: \(known.slotCount)")
        } catch let error as any ExplainedError {
            return .wrong(.vault, error.message, error.remedy)
        } catch {
            return .wrong(.vault, "\(path) cannot be read", "Check the disk.")
        }
    }

    /// How old the newest of the rotating backups is.
    var backup: DoctorFinding {
        let backups = maintenance.backups
        guard maintenance.exists else { return .fine(.backup, "there is nothing to back up") }
        guard let newest = backups.files.first else {
            return .hint(
                .backup, "there is no backup in \(backups.path)",
                "Make one with \"wallet vault backup\", best on another disk.")
        }
        var information = stat()
        stat(newest, &information)
        let days = Int(now.milliseconds / 1000 - Int64(information.st_mtim.tv_sec)) / 86_400
        guard days > 30 else { return .fine(.backup, Sentence(verbatim: newest)) }
        return .hint(
            .backup, "the newest backup is \(days) days old",
            "Make one with \"wallet vault backup\", best on another disk.")
    }
}
