import Glibc
import TenonCore
import WalletVault

extension FolderRemote: InvitationBoard {
    package func note(_ name: InvitationNote) throws -> [UInt8]? {
        let path = path(of: name)
        do throws(InputFile.Refusal) {
            let descriptor = try InputFile.open(path, limit: InvitationNote.limit)
            defer { close(descriptor) }
            return try? InputFile.contents(of: descriptor, limit: InvitationNote.limit)
                .withBytes { Array($0) }
        } catch {
            guard case .system(let code) = error else { return nil }
            guard code != ENOENT else { return nil }
            throw SyncError.unreadable(path, code)
        }
    }

    package func leave(_ note: [UInt8], as name: InvitationNote) throws -> Bool {
        try requireMarker()
        let path = path(of: name)
        let folder = FileName.folder(of: path)
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            throw SyncError.unusable(folder, errno)
        }
        return try publish(note, at: path)
    }

    package func remove(_ name: InvitationNote) throws {
        try remove(path(of: name))
    }

    private func path(of name: InvitationNote) -> String {
        "\(folder)/invitations/\(name.invitation).\(name.kind.rawValue)"
    }
}

extension FolderRemote {
    /// Whether a path leads to a folder.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
