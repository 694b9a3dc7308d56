import Foundation

/// The folder of one trial: the home of a person, and beside it what no fault may touch.
struct Place: Sendable {
    /// What one trial works with; the tool removes it after the trial.
    let folder: String

    /// The home and current folder of the programs, below which operations on files count.
    var root: String { "\(folder)/root" }
    /// The passphrases and the like that programs are given.
    var inputs: String { "\(folder)/in" }
    /// What the shim writes down.
    var board: String { "\(folder)/board" }
    var vault: String { "\(root)/home/vault.db" }
    var state: String { "\(root)/home/state" }

    /// Makes an empty home.
    static func make(_ folder: String) throws -> Place {
        let place = Place(folder: folder)
        for path in [folder, place.root, "home", "run", "tmp", place.inputs] {
            try FileManager.default.createDirectory(
                atPath: path.hasPrefix("/") ? path : "\(place.root)/\(path)",
                withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        return place
    }

    /// A copy of this place, without sockets; begun anew when the vault changes meanwhile.
    ///
    /// - Throws: When a file cannot be copied, or the vault does not come to rest within a minute.
    func copy(to folder: String) throws -> Place {
        let end = ContinuousClock.now + .seconds(60)
        while true {
            let before = vaultAndMemory
            let copying = Result { try copyOnce(to: folder) }
            if before == vaultAndMemory, case .success(let place) = copying { return place }
            guard ContinuousClock.now < end else {
                _ = try copying.get()
                throw Problem(message: "\(vault) changes all the time.")
            }
            try? FileManager.default.removeItem(atPath: folder)
            usleep(1000)
        }
    }

    private func copyOnce(to folder: String) throws -> Place {
        let files = FileManager.default
        try files.createDirectory(
            atPath: folder, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        for name in try files.subpathsOfDirectory(atPath: self.folder).sorted() {
            let (source, target) = ("\(self.folder)/\(name)", "\(folder)/\(name)")
            let attributes = try files.attributesOfItem(atPath: source)
            switch attributes[.type] as? FileAttributeType {
            case .typeSocket: continue
            case .typeDirectory:
                let rights = attributes[.posixPermissions] ?? 0o700
                try files.createDirectory(
                    atPath: target, withIntermediateDirectories: false,
                    attributes: [.posixPermissions: rights])
            case .typeSymbolicLink:
                // A note of a draft, which is in the copy as well.
                let old = try files.destinationOfSymbolicLink(atPath: source)
                let new =
                    old.hasPrefix("\(self.folder)/")
                    ? folder + old.dropFirst(self.folder.count) : old
                try files.createSymbolicLink(atPath: target, withDestinationPath: new)
            default: try files.copyItem(atPath: source, toPath: target)
            }
        }
        return Place(folder: folder)
    }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }

    /// The environment of every program.
    func environment(agent: Bool) -> [String: String] {
        let patience = ProcessInfo.processInfo.environment.filter { $0.key == "TENON_PATIENCE" }
        return [
            "PATH": "/usr/bin:/bin", "HOME": root, "WALLET_HOME": "\(root)/home",
            "XDG_RUNTIME_DIR": "\(root)/run", "TMPDIR": "\(root)/tmp", "LANG": "C.UTF-8",
            "TZ": "UTC", "WALLET_AGENT": agent ? "on" : "off",
            "SWIFT_BACKTRACE": "enable=no",
        ].merging(patience) { given, _ in given }
    }

    /// The vault with its log, and what this machine remembers of it: what opening it depends on.
    var vaultAndMemory: [Data?] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: state)) ?? []
        let paths = ["", "-wal"].map { vault + $0 } + names.sorted().map { "\(state)/\($0)" }
        return [Data("vault".utf8)] + paths.map { FileManager.default.contents(atPath: $0) }
    }

    /// The names of the files here whose paths are lines of a text, as ``fileNames()`` has them.
    func namesPrinted(in text: String) -> Set<String> {
        Set(
            text.split(separator: "\n").filter { $0.hasPrefix("\(root)/") }
                .map { Self.plain(String($0.dropFirst(root.count + 1))) })
    }

    /// The names of all files and folders, without what differs from run to run: ids, times, logs.
    func fileNames() -> Set<String> {
        let names = FileManager.default.enumerator(atPath: root)?.allObjects as? [String] ?? []
        let passing = ["home/vault.db-wal", "home/vault.db-shm", "home/state/agent.log"]
        return Set(
            names.filter { !$0.hasPrefix("run/") && !passing.contains($0) }.map(Self.plain))
    }

    /// A name with a star for each word of eight or more letters and digits that has a digit.
    static func plain(_ name: String) -> String {
        var result = ""
        var word = ""
        func end() {
            let isRandom = word.count >= 8 && word.contains(where: \.isNumber)
            result += isRandom ? "*" : word
            word = ""
        }
        for letter in name {
            if letter.isLetter || letter.isNumber {
                word.append(letter)
            } else {
                end()
                result.append(letter)
            }
        }
        end()
        return result
    }
}
