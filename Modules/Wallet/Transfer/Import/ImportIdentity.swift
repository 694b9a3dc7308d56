import TenonCore
import TenonMemory
import WalletVault

/// What tells an entry of a file from others, the same on each machine that reads the file.
///
/// That is its kind and account, with what its program calls it; else with its title, and what tells items of its
/// kind apart (``ItemContent``); with the whole content of an entry that nothing else tells from others; with the
/// realm of a row of a browser. The password of an account is no part of it: a newer file has the same entry with
/// another one.
struct ImportIdentity {
    /// How it is told from others, which keeps parts of different meaning apart.
    private enum Means: UInt8 {
        case place = 1
        case name = 2
        case content = 3
        case title = 4
    }

    private let message = SecretBuffer(capacity: 128)

    /// Describes the present row.
    init(_ row: ImportedRow, _ rows: any ItemRows, _ domains: any RegistrableDomainFinding) {
        add(row.kind.rawValue)
        add(row.site(domains).account)
        add(row.userName)
        guard row.isEntry else {
            message.append(Means.place.rawValue)
            add(row.realm)
            return
        }
        let item = rows.item()
        if let name = Self.name(of: item) {
            message.append(Means.name.rawValue)
            add(name.label)
            name.value.withBytes { add($0) }
        } else if ItemContent.isNameless(item) {
            message.append(Means.content.rawValue)
            ItemContent.all(of: item).withBytes { add($0) }
        } else {
            message.append(Means.title.rawValue)
            add(item.title)
            if item.kind == .card {
                ItemContent.bytes(of: item, withExtras: false).withBytes { add($0) }
            }
            for part in item.kind.identifyingParts {
                add(part.rawValue)
                item[part]?.withBytes { add($0) }
            }
        }
    }

    /// What two entries with the same identity have in common, for as long as the process lasts.
    func mark(_ fingerprint: SecretFingerprinter) -> Fingerprint {
        message.withBytes { fingerprint("", "", $0) }
    }

    /// The identity with the position of the entry among those of the file that have the same.
    func text(_ position: Int) -> SecretText {
        let text = SecretBuffer(capacity: message.count + 4)
        text.append(message)
        text.append(UInt32(clamping: position).bigEndianBytes)
        return text.withBytes { SecretText(utf8: $0) }
    }

    /// The first name that a program gave the entry.
    private static func name(of item: Item) -> CustomField? {
        for label in HiddenLabel.names {
            if let field = item.customFields.first(where: { $0.label == label }) { return field }
        }
        return nil
    }

    private func add(_ text: String) {
        var text = text
        text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
    }

    private func add(_ bytes: UnsafeRawBufferPointer) {
        message.append(UInt32(clamping: bytes.count).bigEndianBytes)
        message.append(bytes)
    }
}
