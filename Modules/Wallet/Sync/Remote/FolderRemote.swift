import Glibc
import TenonCore
package import WalletVault

/// A folder that a file syncer or a stick carries from machine to machine.
///
/// `VAULT/DEVICE/NUMBER.commit`: each device writes to its own folder only, so that a syncer never
/// finds two versions of a file. `VAULT/blobs/NAME.blob`, a part of a file that an item has, is written
/// once. A file appears complete or not at all where the disk can rename. A further file marks the folder
/// of the vault: where it is missing, something else is in its place, such as the folder under a disk that
/// is not mounted.
package final class FolderRemote: RepairableRemote {
    private static let ending = ".commit"
    static let marker = "wallet-sync.txt"
    static let removalMark = "removed.seal"
    private static let markerText =
        "Wallet keeps changes of a vault here, sealed, for its devices. Leave the files as they are.\n"

    let folder: String
    /// What this process has left of the files.
    let marks = FileMarks()

    /// Uses the folder of a vault in a folder that exists.
    package init(path: String, vault: ItemID) { folder = "\(path)/\(vault)" }

    /// Makes the folder of the vault and marks it.
    ///
    /// Once, by whoever sets it up: others wait until the folder has come to them.
    ///
    /// - Throws: ``SyncError``: `syncRemote`; `syncAlready` when commits are there, such as when their removal
    ///   was interrupted. Then nothing has changed.
    package func prepare() throws {
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            throw SyncError.unusable(folder, errno)
        }
        guard try logs().values.allSatisfy({ $0 == 0 }) else {
            throw SyncError.inUse(by: FileName.folder(of: folder))
        }
        try remove("\(folder)/\(Self.removalMark)")
        if !hasMarker { try mark() }
    }

    private func mark() throws {
        try publish(Array(Self.markerText.utf8), at: "\(folder)/\(Self.marker)")
    }

    private var hasMarker: Bool { access("\(folder)/\(Self.marker)", F_OK) == 0 }

    package var isCarried: Bool { true }

    package func heads(after written: [DeviceID: UInt64] = [:]) throws -> [DeviceID: UInt64] {
        try restoreMarker(for: written.keys)
        return try logs(after: written)
    }

    /// The number of the last commit of each device, whether or not the folder is marked.
    private func logs(after written: [DeviceID: UInt64] = [:]) throws -> [DeviceID: UInt64] {
        var heads: [DeviceID: UInt64] = [:]
        guard let names = FolderNames.all(in: folder) else {
            throw SyncError.unusable(folder, errno)
        }
        for name in names {
            guard let device = DeviceID(name), device.description == name else { continue }
            // Unreadable folders are skipped here; reading a commit reports the error.
            guard let files = FolderNames.all(in: "\(folder)/\(name)") else { continue }
            let numbers = Set(files.compactMap(Self.number))
            guard var head = written[device] else {
                // A file that cannot be a commit is skipped, unless it has the name of the next one.
                var last = numbers.sorted(by: >).first { size(of: $0, of: device) != nil } ?? 0
                while numbers.contains(last + 1) { last += 1 }
                heads[device] = max(last, files.compactMap(Self.awaitedNumber).max() ?? 0)
                continue
            }
            // What is beyond a gap may be of somebody else.
            while numbers.contains(head + 1) { head += 1 }
            heads[device] = numbers.isEmpty ? 0 : head
        }
        return heads
    }

    package func next(after number: UInt64, of device: DeviceID) throws -> NumberedCommit? {
        // Without a look at all names, as a rule.
        if let commit = try sound(number + 1, of: device) {
            return NumberedCommit(number: number + 1, commit: commit)
        }
        let names = FolderNames.all(in: "\(folder)/\(device)") ?? []
        for next in names.compactMap(Self.number).filter({ $0 > number }).sorted() {
            if let commit = try sound(next, of: device) {
                return NumberedCommit(number: next, commit: commit)
            }
        }
        return nil
    }

    /// A commit; `nil` when it is not there, or when something is there that can be none.
    private func sound(_ number: UInt64, of device: DeviceID) throws -> [UInt8]? {
        size(of: number, of: device) == nil ? nil : try commit(number, of: device)
    }

    package func forget(_ numbers: ClosedRange<UInt64>, of device: DeviceID) throws {
        try requireMarker()
        for number in numbers { try remove(path(number, device)) }
    }

    package func commit(_ number: UInt64, of device: DeviceID) throws -> [UInt8]? {
        try contents(of: path(number, device), limit: CommitSealer.limit)
    }

    /// The bytes of a file; `nil` when it is not there.
    func contents(of path: String, limit: Int) throws -> [UInt8]? {
        // Without waiting for a writer, in case it is a pipe, and not where a link leads.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw SyncError.unreadable(path, errno)
        }
        defer { close(descriptor) }
        do {
            return try InputFile.contents(of: descriptor, limit: limit)
                .withBytes { Array($0) }
        } catch InputFile.Refusal.system(let code) {
            throw SyncError.unreadable(path, code)
        } catch InputFile.Refusal.tooLarge {
            throw SyncError.unreadable(path, EFBIG)
        }
    }

    package func append(
        _ commit: [UInt8], _ number: UInt64, of device: DeviceID
    ) throws -> Appended {
        try requireMarker()
        if let there = try sound(number, of: device) {
            return there == commit ? .there : .other
        }
        let path = path(number, device)
        let folder = FileName.folder(of: path)
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            throw SyncError.unusable(folder, errno)
        }
        return try publish(commit, at: path) ? .there : .other
    }

    /// Removes a log, which nobody reads any more; does nothing where there is none.
    func removeLog(of device: DeviceID, count: UInt64) throws {
        for number in stride(from: count, to: 0, by: -1) { try remove(path(number, device)) }
        // Others may keep something beside it.
        rmdir("\(folder)/\(device)")
    }

    /// Removes a file; does nothing when there is none.
    func remove(_ path: String) throws {
        let code = marks.remove(path)
        guard code == 0 else { throw SyncError.unusable(path, code) }
    }

    /// Marks the folder again when the marker was lost, and this is the right folder: what a device writes that
    /// asks is there, and nobody removes the vault.
    ///
    /// - Throws: ``SyncError`` (`syncRemote`) when it may be another folder.
    private func restoreMarker(for devices: some Sequence<DeviceID>) throws {
        guard !hasMarker else { return }
        guard try removal() == nil else {
            throw SyncError.strangeRemoval("\(folder)/\(Self.removalMark)")
        }
        let isOurs = devices.contains { device in
            FolderNames.all(in: "\(folder)/\(device)")?.contains { Self.number($0) != nil } == true
        }
        guard isOurs else { return try requireMarker() }
        try mark()
    }

    package func size(of number: UInt64, of device: DeviceID) -> Int? {
        Self.size(of: path(number, device)).flatMap { $0 <= CommitSealer.limit ? $0 : nil }
    }

    package func replace(_ commit: [UInt8], _ number: UInt64, of device: DeviceID) throws {
        try requireMarker()
        let path = path(number, device)
        // A folder of that name is put aside.
        if [EISDIR, EPERM].contains(marks.remove(path)) {
            guard rename(path, "\(path).aside") == 0 else { throw SyncError.unusable(path, errno) }
        }
        try publish(commit, at: path)
    }

    /// How many bytes a file has; `nil` when there is none.
    static func size(of path: String) -> Int? {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            ? Int(status.st_size) : nil
    }

    func requireMarker() throws {
        guard hasMarker else { throw SyncError.noMarker(folder) }
    }

    /// Writes a file that appears complete, durably; `false` when there is one of its name.
    @discardableResult
    func publish(_ bytes: [UInt8], at path: String) throws -> Bool {
        let draft = "\(path).new"
        let code = write(bytes, to: draft)
        guard code == 0 else {
            unlink(draft)
            throw SyncError.unusable(path, code)
        }
        let moved = marks.move(draft, to: path)
        guard moved == 0 else {
            unlink(draft)
            guard moved == EEXIST else { throw SyncError.unusable(path, moved) }
            return false
        }
        for name in [path, FileName.folder(of: path)] {
            let code = FileName.synchronizeFolder(of: name)
            guard code == 0 else { throw SyncError.unusable(name, code) }
        }
        return true
    }

    /// Writes a new file durably.
    ///
    /// - Returns: 0, or the code of the error.
    private func write(_ bytes: [UInt8], to path: String) -> CInt {
        unlink(path)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        let code = bytes.withUnsafeBytes { FileName.write($0, to: descriptor) }
        guard code == 0 else { return code }
        return fsync(descriptor) == 0 ? 0 : errno
    }

    private func path(_ number: UInt64, _ device: DeviceID) -> String {
        "\(folder)/\(device)/\(number)\(Self.ending)"
    }

    /// The number of a commit by the name of its file; `nil` for the name of anything else.
    static func number(_ name: String) -> UInt64? {
        guard name.hasSuffix(ending) else { return nil }
        let digits = name.dropLast(ending.count)
        return checkedNumber(digits)
    }

    /// The number that digits stand for, which have one spelling only; `nil` beyond what a log ever has.
    private static func checkedNumber(_ digits: Substring) -> UInt64? {
        Int64(digits).flatMap { $0 > 0 && String($0) == digits ? UInt64($0) : nil }
    }

    /// The number of a commit that a file syncer keeps under another name.
    ///
    /// It has not come here yet, or two machines have written it: `7.commit.nextcloud`, `.7.commit.icloud`,
    /// `7 (conflicted copy).commit`.
    private static func awaitedNumber(_ name: String) -> UInt64? {
        guard name.contains(ending), number(name) == nil, !name.hasSuffix(".new") else {
            return nil
        }
        let digits = name.drop { $0 == "." }.prefix { $0.isASCII && $0.isNumber }
        return checkedNumber(digits)
    }

    /// Whether a file has the name of a commit, of a draft of one, or of what a file syncer makes of one.
    static func isCommit(_ name: String) -> Bool {
        let name = name.drop { $0 == "." }
        let digits = name.prefix { $0.isASCII && $0.isNumber }
        guard checkedNumber(digits) != nil, let found = name.ranges(of: ending).last else {
            return false
        }
        let (middle, rest) = (name[digits.endIndex..<found.lowerBound], name[found.upperBound...])
        return (middle.isEmpty || middle.lowercased().contains("conflict"))
            && ["", ".new", ".aside", ".nextcloud", ".owncloud", ".icloud"].contains(rest)
    }
}
