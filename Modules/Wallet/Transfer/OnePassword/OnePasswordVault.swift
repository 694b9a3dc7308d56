import Glibc
import TenonCore
import TenonSecurity
import WalletVault

/// Opens vaults of 1Password 4 to 7 (OPVault), by the page "OPVault design" of 1Password's support.
///
/// Every value is authenticated before it is decrypted. What stands beside them in clear (the kind, the
/// dates, and whether an item is in the trash) is not: the page does not say exactly how its code is made.
struct OnePasswordVault: Sendable {
    private static let fileLimit = 32 << 20
    /// The category of what was deleted; nothing is left of it but its id.
    private static let tombstone = "099"
    /// What the profile has, which is about the vault and no entry.
    private static let knownProfile: Set<String> = [
        "uuid", "profileName", "salt", "iterations", "masterKey", "overviewKey", "passwordHint",
        "lastUpdatedBy", "createdAt", "updatedAt",
    ]
    /// The folder of the only profile that there is.
    private static let profileFolder = "default"

    private let profile: JSONValue
    private let folders: JSONValue
    private let bands: [JSONValue]
    /// The names of the attachments by the id of their item, with which they begin.
    private let attachments: [String: [String]]
    /// The names of files that are not known here.
    private let others: [String]

    /// Whether a folder is such a vault.
    static func recognizes(_ path: String) -> Bool {
        access(path + "/default/profile.js", F_OK) == 0
    }

    /// Reads the files of a vault, without following links.
    ///
    /// - Throws: ``TransferError`` when one cannot be read, or is not what such a vault has.
    init(_ path: String) throws {
        let descriptor = open(path + "/default", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw TransferError.noFile(path, errno: errno) }
        defer { close(descriptor) }
        guard let profile = try Self.json(descriptor, "profile.js") else {
            throw TransferError.vaultDamaged
        }
        self.profile = profile
        folders = try Self.json(descriptor, "folders.js") ?? .null
        let bandNames = "0123456789ABCDEF".map { "band_\($0).js" }
        bands = try bandNames.compactMap { try Self.json(descriptor, $0) }
        let rest = Set(try Self.names(descriptor))
            .subtracting(bandNames + ["profile.js", "folders.js"]).sorted()
        attachments = Dictionary(
            grouping: rest.filter { $0.hasSuffix(".attachment") }, by: Self.itemID(ofAttachment:))
        others = rest.filter { !$0.hasSuffix(".attachment") }
    }

    /// Opens all items; blocks the calling thread as long as the key derivation takes.
    ///
    /// - Throws: ``TransferError`` for a wrong password, or damage; `SecurityError` for an absurd key
    ///   derivation.
    func read(password: SecretText) throws -> ImportedDocument {
        let (master, overview) = try keys(password)
        let names = folderNames(overview)
        var result = ImportedDocument(format: .opVault)
        for member in bands.flatMap(\.members) {
            let item = member.value
            guard item["category"]?.text != Self.tombstone else { continue }
            guard let overviewText = item["o"]?.secret,
                let about = try? overview.document(overviewText)
            else {
                result.add(.unreadable, title: member.name)
                continue
            }
            let title = about["title"]?.text ?? member.name
            guard item["trashed"]?.isTrue != true else {
                result.add(.inTrash, title: title)
                continue
            }
            guard let itemKeys = item["k"]?.secret, let details = item["d"]?.secret,
                let value = try? master.itemKeys(itemKeys).document(details)
            else {
                result.add(.unreadable, title: title)
                continue
            }
            let id = Self.id(of: member)
            let translated = OnePasswordVaultItem(
                id: id, item: item, overview: about, details: value)
            let folder = item["folder"].flatMap { names[$0.text] } ?? ""
            result.add(OnePasswordItem(vault: folder).item(translated.value))
            if let files = attachments[id] { result.addAttachments(files.count) }
        }
        result.addUnused(folders: names.values.sorted())
        let ids = Set(bands.flatMap(\.members).map(Self.id(of:)))
        let rest = attachments.filter { !ids.contains($0.key) }.flatMap(\.value)
        for name in (rest + others).sorted() { result.add(.unknownPart, title: name) }
        result.addUnread(of: profile, besides: Self.knownProfile)
        return result
    }

    private static func id(of item: JSONValue.Member) -> String {
        item.value["uuid"]?.text ?? item.name
    }

    /// The id of its item is all before the first `_`.
    private static func itemID(ofAttachment name: String) -> String {
        String(name.prefix { $0 != "_" })
    }

    /// The keys of the items and of the overviews.
    private func keys(
        _ password: SecretText
    ) throws -> (master: OnePasswordVaultKeys, overview: OnePasswordVaultKeys) {
        guard let salt = profile["salt"].flatMap({ Base64.decode($0.text) }), !salt.isEmpty,
            let iterations = profile["iterations"]?.integer,
            let master = profile["masterKey"]?.secret,
            let overview = profile["overviewKey"]?.secret
        else { throw TransferError.vaultDamaged }
        try DerivationBudget.checkPBKDF2(iterations: iterations, hash: .sha512)
        let derived = OnePasswordVaultKeys(
            try PBKDF2.deriveKey(
                from: SecretBytes(password), salt: salt, iterations: iterations, hash: .sha512,
                count: 64))
        // A code that does not fit is all that tells a wrong password.
        guard let masterKey = try? derived.open(master) else { throw TransferError.wrongPassword }
        guard let overviewKey = try? derived.open(overview) else {
            throw TransferError.vaultDamaged
        }
        return (OnePasswordVaultKeys(hashOf: masterKey), OnePasswordVaultKeys(hashOf: overviewKey))
    }

    private func folderNames(_ overview: OnePasswordVaultKeys) -> [String: String] {
        var names: [String: String] = [:]
        for folder in folders.members {
            guard let text = folder.value["overview"]?.secret,
                let about = try? overview.document(text), about["smart"]?.isTrue != true
            else { continue }
            names[folder.value["uuid"]?.text ?? folder.name] = about["title"]?.text
        }
        return names
    }

    // MARK: - Files

    /// The object in a file, which is a call or an assignment in JavaScript; `nil` when there is no file.
    private static func json(_ folder: Int32, _ name: String) throws -> JSONValue? {
        let descriptor = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw TransferError.noFile(name, errno: errno) }
            return nil
        }
        let text = try DescriptorSource(descriptor, name: name, isOwned: true)
            .readAll(limit: fileLimit)
        return try text.withBytes { bytes in
            guard let start = bytes.firstIndex(of: UInt8(ascii: "{")),
                let end = bytes.lastIndex(of: UInt8(ascii: "}")), start < end
            else { throw TransferError.vaultDamaged }
            return try DocumentContent.json(
                SecretText(utf8: UnsafeRawBufferPointer(rebasing: bytes[start...end])))
        }
    }

    private static func names(_ folder: Int32) throws -> [String] {
        guard let names = FolderNames.all(in: ".", below: folder) else {
            throw TransferError.unreadable(profileFolder, errno: errno)
        }
        return names
    }
}
