import TenonCore
import TenonMemory
import WalletVault

/// What a decrypted file of a pass store is to a vault.
///
/// The first line is the password, unless it is the address of one-time codes, as `pass otp insert`
/// writes it, or says that the text has another ``Form``. Lines that begin with what people call a user
/// name, an address or one-time codes are taken for it; everything else stays in the notes, as it is.
struct PassEntry {
    private static let userNames: Set<String> = ["user", "username", "login", "email", "user name"]
    /// What `pass otp`, gopass and the applications for phones write before secrets for codes.
    private static let codes: Set<String> = ["totp", "otp", "hotp", "otpauth", "2fa"]
    private static let sites: Set<String> = ["url", "site", "website", "link", "uri"]
    private static let passwords: Set<String> = ["password", "pass"]

    /// How a text is put together, as its first line says.
    private enum Form {
        /// The password on the first line, and others below it.
        case lines
        /// Lines that name what they hold, the password too: what gopass wrote for a while, and YAML.
        case named
        /// Something that is secret as a whole, such as a key, a document in JSON or an e-mail.
        case whole

        private static let namedHeads = ["gopass-secret-1.0", "---"]
        private static let documents = ["{", "["]
        private static let heads = [
            "-----begin ", "content-type:", "mime-version:", "putty-user-key-file-", "{\"",
        ]

        init(_ first: Slice<UnsafeRawBufferPointer>) {
            // It may be the password, and so is no `String`.
            let line = OneTimeCode.trimmed(UnsafeRawBufferPointer(rebasing: first))
            func begins(_ text: String) -> Bool { OneTimeCode.begins(line, with: text) }
            func isWhole(_ text: String) -> Bool { line.count == text.utf8.count && begins(text) }
            self =
                if Self.namedHeads.contains(where: isWhole) {
                    .named
                } else if Self.documents.contains(where: isWhole)
                    || Self.heads.contains(where: begins)
                {
                    .whole
                } else {
                    .lines
                }
        }
    }

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
            let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
            let text = UnsafeRawBufferPointer(rebasing: isMarked ? bytes.dropFirst(3) : bytes[...])
            var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)[...]
            let form = lines.first.map { Form($0) } ?? .lines
            if form == .named {
                lines = lines.dropFirst()
                takePassword(from: &lines, &draft)
            } else if form == .lines, let first = lines.first, !Self.isAddress(first) {
                draft.password = Self.text(first)
                lines.removeFirst()
            }
            // Without a password nobody knows which of the lines is secret.
            if form == .whole || form == .named && draft.password.isEmpty {
                return draft.add(Self.content, SecretText(utf8: text), isConcealed: true)
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

    /// The label of the field that keeps a text as a whole.
    private static let content = "content"

    /// Takes the line that names the password.
    private func takePassword(
        from lines: inout ArraySlice<Slice<UnsafeRawBufferPointer>>, _ draft: inout ItemDraft
    ) {
        let index = lines.firstIndex { line in
            let key = line.prefix { $0 != UInt8(ascii: ":") }
            return key.count < line.count
                && Self.passwords.contains(
                    String(decoding: key, as: UTF8.self).trimmingSpaces.lowercased())
        }
        guard let index else { return }
        let value = lines[index].drop { $0 != UInt8(ascii: ":") }.dropFirst().drop { $0 == 0x20 }
        // What YAML writes in another way is not read here.
        if let first = value.first, "\"'|>&*!{[#".utf8.contains(first) { return }
        draft.password = Self.trimmed(value)
        lines.remove(at: index)
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
