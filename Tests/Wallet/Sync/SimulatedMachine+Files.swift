import Foundation
import SyncSimulation
import TenonCore
import WalletSync
import WalletVault

extension SimulatedMachine {
    /// Brings the content of a file here.
    func fetch(_ file: WalletVault.Attachment, of item: ItemID) async throws {
        try await synchronizer.fetchFile(file.id, of: item, from: remote)
    }

    /// The content of a file that is here.
    func content(of file: WalletVault.Attachment) async throws -> [UInt8] {
        try await vault.contents(of: file).withBytes { Array($0) }
    }

    /// Attaches a file.
    @discardableResult
    func attach(
        _ name: String, _ content: [UInt8], to item: ItemID
    ) async throws -> WalletVault.Attachment {
        try await vault.attach(name, content, to: item, at: SyncFixture.now())
    }
}

extension TwoMachines {
    /// Where the parts of files are.
    func parts() async throws -> [URL] {
        let vault = try await desk.vault.name()
        let folder = folder.url.appending(path: "shared/\(vault)/blobs")
        return try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil
        ).sorted { $0.path < $1.path }
    }
}
