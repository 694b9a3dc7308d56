import TenonCore
import WalletVault

extension Vault {
    /// Attaches a file to an item.
    func attach(_ name: String, _ content: [UInt8], to id: ItemID) async throws {
        let attachment = try Attachment(
            name, size: content.count, added: TransferFixture.now)
        var position = 0
        try await attach(attachment, to: id) { memory in
            memory.copyBytes(from: content[position..<position + memory.count])
            position += memory.count
        }
    }
}

extension TransferFixture {
    /// What the files of an item are called, and what is in them.
    func files(_ title: String) async throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for item in try await items() where item.title == title {
            for attachment in item.attachments {
                files[attachment.name] = try await vault.contents(of: attachment)
                    .withBytes { Array($0) }
            }
        }
        return files
    }
}
