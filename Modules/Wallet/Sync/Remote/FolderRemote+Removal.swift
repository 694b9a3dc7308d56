import Glibc
import TenonCore
import WalletVault

extension FolderRemote {
    /// Takes away the files that machines keep of the vault here; what others have put beside them stays.
    ///
    /// The mark goes first, so that the machines that use the folder stop. Whoever was interrupted continues.
    package func removeVault() throws {
        guard Self.isFolder(folder) else { throw SyncError.noMarker(folder) }
        try remove("\(folder)/\(Self.marker)")
        try removeFiles(in: "blobs") { Self.isNamed($0, by: ".blob") }
        try removeFiles(in: "invitations") { name in
            [InvitationNote.Kind.offer, .request].contains { kind in
                Self.isNamed(name, by: ".\(kind.rawValue)")
            }
        }
        for name in FolderNames.all(in: folder) ?? [] where DeviceID(name)?.description == name {
            try removeFiles(in: name) { Self.numberInAnyName($0) != nil }
        }
        rmdir(folder)
    }

    /// Takes away files in a folder below that of the vault, and the folder when nothing else is in it.
    private func removeFiles(in name: String, where isOurs: (String) -> Bool) throws {
        let path = "\(folder)/\(name)"
        var status = stat()
        // A link leads to what is not the vault's.
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return }
        for file in FolderNames.all(in: path) ?? [] where isOurs(file) {
            guard Self.size(of: "\(path)/\(file)") != nil else { continue }
            try remove("\(path)/\(file)")
        }
        rmdir(path)
    }

    /// Whether the name of a file is that of an item with an ending; a draft has a further one.
    private static func isNamed(_ file: String, by ending: String) -> Bool {
        let name = file.prefix { $0 != "." }
        guard let id = ItemID(String(name)), id.description == name else { return false }
        return ["", ".new"].contains { file == "\(name)\(ending)\($0)" }
    }
}
