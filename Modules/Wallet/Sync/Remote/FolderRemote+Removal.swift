import Glibc
import TenonCore
import WalletVault

extension FolderRemote {
    package func removal() throws -> [UInt8]? {
        let path = "\(folder)/\(Self.removalMark)"
        guard let size = Self.size(of: path) else { return nil }
        return try size <= RemovalMark.limit ? contents(of: path, limit: RemovalMark.limit) : []
    }

    package func announceRemoval(_ mark: [UInt8]) throws {
        guard Self.isFolder(folder) else { throw SyncError.notKept(in: folder) }
        let path = "\(folder)/\(Self.removalMark)"
        try remove(path)
        try publish(mark, at: path)
    }

    /// Whether something of the vault is here beside the mark of its removal.
    var isKept: Bool {
        (FolderNames.all(in: folder) ?? []).contains { name in
            name == Self.marker || Self.isFolderOfFiles(name)
        }
    }

    /// Takes away the files that machines keep of the vault here; what others have put beside them stays.
    ///
    /// The marker goes first, so that the machines that use the folder stop. Whoever was interrupted continues. No
    /// link is followed: it leads to what is not the vault's.
    ///
    /// - Throws: ``SyncError`` (`syncRemote`) when the vault is not kept here, or when something else stays in the
    ///   place of its files.
    package func removeVault(hasOthers: Bool) throws {
        let rest = try Self.withFolder(folder) { vault in
            try remove("\(vault)/\(Self.marker)")
            try removeFiles(in: "\(vault)/blobs") { Self.isNamed($0, by: ".blob") }
            try removeFiles(in: "\(vault)/invitations") { name in
                [InvitationNote.Kind.offer, .request].contains { kind in
                    Self.isNamed(name, by: ".\(kind.rawValue)")
                }
            }
            let rest = try (FolderNames.all(in: vault) ?? []).filter { name in
                guard DeviceID(name)?.description == name else { return false }
                return try !removeFiles(in: "\(vault)/\(name)", where: Self.isCommit)
            }
            if !hasOthers { try remove("\(vault)/\(Self.removalMark)") }
            return rest
        }
        guard let rest else { throw SyncError.notKept(in: folder) }
        rmdir(folder)
        if let name = rest.first { throw SyncError.strangeFiles(in: "\(folder)/\(name)") }
    }

    /// Takes away files in a folder, and the folder when nothing else is in it.
    ///
    /// - Returns: Whether the folder is gone.
    @discardableResult
    private func removeFiles(in path: String, where isOurs: (String) -> Bool) throws -> Bool {
        try Self.withFolder(path) { opened in
            for file in FolderNames.all(in: opened) ?? [] where isOurs(file) {
                guard Self.size(of: "\(opened)/\(file)") != nil else { continue }
                try remove("\(opened)/\(file)")
            }
        }
        return rmdir(path) == 0 || errno == ENOENT
    }

    /// Opens a folder that is no link, and hands over a path that leads to it whatever takes its place.
    ///
    /// - Returns: What the closure returns; `nil` when there is no such folder.
    private static func withFolder<Result>(
        _ path: String, _ body: (String) throws -> Result
    ) rethrows -> Result? {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return try body("/proc/self/fd/\(descriptor)")
    }

    /// Whether the name of a file is that of an item with an ending; a draft has a further one.
    private static func isNamed(_ file: String, by ending: String) -> Bool {
        let name = file.prefix { $0 != "." }
        guard let id = ItemID(String(name)), id.description == name else { return false }
        return ["", ".new"].contains { file == "\(name)\(ending)\($0)" }
    }

    /// Whether two paths lead to one folder, however they are written.
    static func isSame(_ one: String, _ other: String) -> Bool {
        var (first, second) = (stat(), stat())
        return stat(one, &first) == 0 && stat(other, &second) == 0
            && first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }
}
