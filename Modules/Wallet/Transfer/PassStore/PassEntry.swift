import TenonCore
import TenonMemory
import WalletVault

/// What a decrypted file of a pass store is to a vault.
///
/// The first line is the password, unless it is the address of one-time codes, as `pass otp insert`
/// writes it. Lines that begin with what people call a user name, an address or one-time codes are
/// taken for it; everything else stays in the notes, as it is.
struct PassEntry {
    private static let userNames: Set<String> = ["user", "username", "login", "email", "user name"]
    /// What `pass otp`, gopass and the applications for phones write before secrets for codes.
    private static let codes: Set<String> = ["totp", "otp", "hotp", "otpauth", "2fa"]
    private static let sites: Set<String> = ["url", "site", "website", "link", "uri"]

    /// The names of the folders above the file.
    let folders: [String]
    /// The name of the file without its ending.
    let name: String

    /// The item that a text is.
    func item(_ text: SecretText) -> ImportedItem {
        var draft = ItemDraft()
        draft.title = name
        let notes = SecretBuffer(capacity: text.count)
        text.withBytes { bytes in
            var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)[...]
            if let first = lines.first, !Self.isAddress(first) {
                draft.password = Self.text(first)
                lines.removeFirst()
            }
            for line in lines where !read(line, &draft) {
                notes.append(UnsafeRawBufferPointer(rebasing: line))
                notes.append(0x0A)
            }
        }
        draft.notes = Self.trimmed(notes)
        guessSite(&draft)
        if !folders.isEmpty { draft.add(tag: folders.joined(separator: "/")) }
        draft.keep("pass.path", SecretText((folders + [name]).joined(separator: "/")))
        return draft.imported
    }

    /// Takes a line that says something known; returns whether it did.
    private func read(_ line: Slice<UnsafeRawBufferPointer>, _ draft: inout ItemDraft) -> Bool {
        if Self.isAddress(line) {
            draft.take(oneTimeCode: Self.trimmed(line))
            return true
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon - line.startIndex <= 16
        else { return false }
        let key = String(decoding: line[..<colon], as: UTF8.self).trimmingSpaces.lowercased()
        let rest = line[(colon + 1)...]
        if Self.codes.contains(key) {
            // A secret alone does not say which code is the next one of a counter.
            let isUnknown = key == "hotp" && !Self.isAddress(rest)
            draft.take(oneTimeCode: Self.trimmed(isUnknown ? line : rest))
            return true
        }
        let value = String(decoding: rest, as: UTF8.self).trimmingSpaces
        guard !value.isEmpty else { return false }
        if Self.userNames.contains(key), draft.userName.isEmpty {
            draft.userName = value
        } else if Self.sites.contains(key) {
            draft.add(site: value)
        } else {
            return false
        }
        return true
    }

    private static func isAddress(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
        OneTimeCode.begins(line.drop { $0 <= 0x20 }, with: "otpauth://")
    }

    private static func trimmed(_ line: Slice<UnsafeRawBufferPointer>) -> SecretText {
        SecretText(utf8: OneTimeCode.trimmed(UnsafeRawBufferPointer(rebasing: line)))
    }

    /// People name files, or the folders that they are in, after hosts.
    private func guessSite(_ draft: inout ItemDraft) {
        guard draft.sites.isEmpty else { return }
        if Self.isHost(name) {
            draft.add(site: name)
        } else if let folder = folders.last, Self.isHost(folder) {
            draft.add(site: folder)
            draft.title = folder
            if draft.userName.isEmpty { draft.userName = name }
        }
    }

    private static func isHost(_ text: String) -> Bool {
        text.contains(".") && !text.hasSuffix(".") && !text.contains(" ") && !text.contains("@")
            && SiteAddress(text) != nil
    }

    private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> SecretText {
        var bytes = bytes
        if bytes.last == 0x0D { bytes.removeLast() }
        return SecretText(utf8: UnsafeRawBufferPointer(rebasing: bytes))
    }

    /// Without the empty lines at the end.
    private static func trimmed(_ notes: SecretBuffer) -> SecretText {
        while let last = notes.withBytes(\.last), last == 0x0A || last == 0x0D {
            notes.truncate(to: notes.count - 1)
        }
        return notes.text
    }
}
