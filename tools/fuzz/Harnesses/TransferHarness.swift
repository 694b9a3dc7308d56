import TenonArchive
import TenonCore
import TenonMemory
import TenonSecurity
import TenonXML
import WalletVault

@testable import WalletTransfer  // The readers of formats are internal.

/// A refusal names a place inside the text.
func checkJSON(_ bytes: UnsafeRawBufferPointer) {
    do {
        _ = try JSONReader.read(bytes, replacingHalves: true)
    } catch let error as JSONError {
        precondition(error.position >= 1 && error.position <= bytes.count + 1)
        precondition(error.line >= 1 && error.line <= error.position)
    } catch {
        preconditionFailure("\(error)")
    }
}

/// A file of rows comes to its end, and each row is an item, a problem or nothing.
func checkText(_ bytes: UnsafeRawBufferPointer) {
    guard let rows = try? TextRows.open(MemorySource(SecretText(utf8: bytes))) else { return }
    // No row is shorter than its line break.
    walk(rows, limit: bytes.count + 2)
}

/// A document of Bitwarden has no more entries than bytes.
func checkBitwarden(_ bytes: UnsafeRawBufferPointer) {
    guard let value = try? JSONReader.read(bytes, replacingHalves: true) else { return }
    if BitwardenReader.needsPassword(value) { return }
    guard let document = try? BitwardenReader.read(value) else { return }
    walk(DocumentRows(document), limit: bytes.count * 2 + 2)
}

/// An export of 1Password has no more entries than bytes; the input is the document, or the archive.
func checkOnePassword(_ bytes: UnsafeRawBufferPointer) {
    if OnePasswordReader.recognizes(bytes) {
        guard let archive = try? ZipCoder().open(SecretText(utf8: bytes), limits: ArchiveLimits())
        else { return }
        let content = DocumentContent.archive(SharedArchive(archive))
        for importer in DocumentReader.importers where importer.recognizes(content) {
            _ = try? importer.read(content, fuzzTools)
        }
        return
    }
    guard let value = try? JSONReader.read(bytes, replacingHalves: true) else { return }
    _ = OnePasswordItem.documents(value)
    _ = OnePasswordItem(vault: "vault").item(value)
}

/// The real services, and no programs.
let fuzzTools = DocumentTools(
    archives: ZipCoder(), gzip: GzipCoder(), xml: ExpatReader(), programs: NoPrograms())

private struct NoPrograms: ProgramRunning {
    func run(
        _ name: String, arguments: [String], input: SecretText, limit: Int,
        within duration: Duration
    ) async -> ProgramOutcome? { nil }
}

/// Goes through rows, which must end, and whose items must be within the limits.
func walk(_ rows: any ItemRows, limit: Int) {
    var count = 0
    while let element = try? rows.next() {
        count += 1
        precondition(count <= limit, "There are more rows than bytes.")
        guard case .item = element else { continue }
        precondition(ItemLimits.problem(of: rows.item()) == nil)
        rows.withContent { _ in }
    }
}

/// Nothing of a file is believed before it is verified; its key derivation is limited.
func checkKeePassFile(_ bytes: UnsafeRawBufferPointer) {
    guard let header = try? KeePassHeader(bytes) else { return }
    precondition(header.count <= bytes.count)
    _ = try? header.cipher
    _ = try? header.iv
    _ = try? header.isCompressed
    guard let field = header.fields[11], let variants = try? KeePassVariants(field) else { return }
    // A written value reads back as an equal one.
    let encoded = variants.encoded
    precondition((try? KeePassVariants(encoded))?.encoded == encoded)
}

/// Joined blocks are no longer than the file; those that were cut are joined to the same.
///
/// What stands before a document has no more files than there is room for.
func checkKeePassBlocks(_ bytes: UnsafeRawBufferPointer) {
    if let header = try? KeePassInnerHeader(bytes) {
        precondition(header.count <= bytes.count && header.files.count <= header.count / 5)
    }
    if let joined = try? KeePassBlocks.joinHashed(bytes) {
        precondition(joined.count <= bytes.count)
    }
    guard
        let keys = try? KeePassKeys(
            password: SecretText("fuzz"), seed: [UInt8](repeating: 1, count: 32), transform: { $0 })
    else { return }
    if let joined = try? KeePassBlocks.join(bytes, keys: keys) {
        precondition(joined.count <= bytes.count)
    }
    let cut = SecretBuffer(capacity: bytes.count + 128)
    KeePassBlocks.cut(bytes, keys: keys, to: cut)
    let joined = cut.withBytes { try? KeePassBlocks.join($0, keys: keys) }
    precondition(joined?.withBytes { $0.elementsEqual(bytes) } == true)
}

/// A document is refused, or each of its entries becomes an item within the limits.
func checkKeePassDocument(_ bytes: UnsafeRawBufferPointer) {
    let reader = KeePassDocumentReader(stream: nil, gzip: GzipCoder())
    guard let document = try? reader.read(bytes, ExpatReader()) else { return }
    let items = KeePassItem(xml: ExpatReader())
    for entry in document.entries { _ = items.item(entry) }
    let rows = DocumentRows(document.imported(as: .keePassXML, fuzzTools))
    walk(rows, limit: bytes.count * 2 + 2)
}

/// Every text is an item.
func checkPass(_ bytes: UnsafeRawBufferPointer) {
    let entry = PassEntry(folders: ["work"], name: "mail.example.com")
    let item = entry.item(SecretText(utf8: bytes)).item
    precondition(!item.title.isEmpty)
}

/// Times that are read are written and read to the same.
func checkDates(_ bytes: UnsafeRawBufferPointer) {
    let text = String(decoding: bytes, as: UTF8.self)
    if let time = InternetTime.read(text) {
        let again = InternetTime.read(InternetTime.write(time))
        precondition(again.map { $0.milliseconds / 1000 } == time.milliseconds / 1000)
    }
    if let number = Int(text) { _ = InternetTime.read(seconds: number) }
    _ = KeePassTime.read(text)
}

/// A written value reads back as an equal one; a read value is not longer than its text.
func checkBase(_ bytes: UnsafeRawBufferPointer) {
    let buffer = SecretBuffer(capacity: bytes.count * 2 + 8)
    Base64.encode(bytes, to: buffer)
    let back = buffer.withBytes { Base64.decode($0) }
    precondition(back?.withBytes { $0.elementsEqual(bytes) } == true)
    if let read = Base64.decode(bytes) { precondition(read.count <= bytes.count) }
    if let read = try? Base32.decode(SecretText(utf8: bytes)) {
        precondition(read.count <= bytes.count)
        // Less than a byte at the end is dropped.
        let again = try? Base32.decode(Base32.encode(read))
        precondition(read.count == 1 || again == read)
    }
}

/// What is read as a one-time password makes codes, and its address is read to the same.
func checkOneTimePassword(_ bytes: UnsafeRawBufferPointer) {
    let text = SecretText(utf8: bytes)
    _ = OneTimeAddress.complete(text)
    guard let password = try? OneTimePassword(reading: text) else { return }
    let address = password.address()
    guard let again = try? OneTimePassword(reading: address) else {
        preconditionFailure("The address is not read.")
    }
    precondition(again.address() == address)
}
