import TenonCore
import TenonMemory
import TenonSecurity

@testable import WalletTransfer  // The readers of formats are internal.

/// A file of KeePass 1 is refused, or opened; what would be inside has no more entries than bytes.
func checkKeePass1(_ bytes: UnsafeRawBufferPointer) {
    var cursor = ByteCursor(bytes)
    guard let header = try? KeePass1Header(&cursor) else { return }
    if let document = try? KeePass1Content.document(in: cursor.rest, header) {
        precondition(document.entries.count <= bytes.count)
        walk(DocumentRows(document.imported(as: .keePass1, fuzzTools)), limit: bytes.count * 2 + 2)
    }
    // The derivation takes as long as the file says, up to a limit that is not looked for here.
    guard header.rounds < 64 else { return }
    _ = try? KeePass1Reader.read(bytes, FileKey(password: SecretText("fuzz")), fuzzTools)
}

/// Any file is a key, or is refused.
func checkKeyFile(_ bytes: UnsafeRawBufferPointer) {
    let file = SecretText(utf8: bytes)
    if let key = try? KeePassKeyFile.key(of: file, fuzzTools.xml) { precondition(key.count == 32) }
    if let key = try? KeePassKeyFile.plainKey(of: file) { precondition(key.count == 32) }
}

/// A vault of 1Password: the input is a sealed value, and what is in its items.
func checkOPVault(_ bytes: UnsafeRawBufferPointer) {
    let keys = OnePasswordVaultKeys(SecretBytes(count: 64) { _ in })
    if let plain = try? keys.open(SecretText(utf8: bytes)) {
        precondition(plain.count <= bytes.count)
    }
    guard let value = try? JSONReader.read(bytes, replacingHalves: true) else { return }
    let item = OnePasswordVaultItem(id: "1", item: value, overview: value, details: value)
    _ = OnePasswordItem(vault: "vault").item(item.value)
}

/// An encrypted export of Bitwarden is refused, or is no longer than its text.
func checkSealedBitwarden(_ bytes: UnsafeRawBufferPointer) {
    guard let value = try? JSONReader.read(bytes, replacingHalves: true),
        value["kdfType"]?.integer == 0, let iterations = value["kdfIterations"]?.integer,
        iterations < 64, let opening = try? BitwardenDecryption(value, password: SecretText("fuzz"))
    else { return }
    if let plain = try? opening.open(value) { precondition(plain.count <= bytes.count) }
}

/// A document of another manager has no more entries than bytes.
func checkManagers(_ bytes: UnsafeRawBufferPointer) {
    guard let value = try? JSONReader.read(bytes, replacingHalves: true) else { return }
    let content = DocumentContent.json(value)
    for importer in DocumentReader.importers where importer.recognizes(content) {
        guard let document = try? importer.read(content, fuzzTools) else { continue }
        walk(DocumentRows(document), limit: bytes.count * 2 + 2)
    }
}
