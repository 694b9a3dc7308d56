import TenonCore
import TenonMemory
import WalletVault

/// What a decrypted file of a pass store is to a vault.
///
/// The first line is the password, unless it is what one-time codes are made of, as `pass otp insert`
/// writes it, or says that the text has another ``PassForm``; it is so too where it looks like a user name or a
/// host, since pass knows nothing else. Lines that begin with what people
/// call a user name, an address or one-time codes are taken for it, and further passwords and keys become
/// concealed fields; everything else stays in the notes, as it is. A text of which nobody knows
/// what is secret is kept as a whole, concealed, and that is said.
struct PassEntry {
    private typealias Line = PassLine.Bytes

    /// The label of the field that keeps a text as a whole.
    private static let content = "content"
    /// The label of the field that keeps a key.
    private static let key = "key"

    /// The names of the folders above the file.
    let folders: [String]
    /// The name of the file without its ending.
    let name: String

    /// The item that a text is.
    func item(_ text: SecretText) -> ImportedItem {
        var draft = ItemDraft()
        draft.title = name
        text.withBytes { bytes in
            let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
            let text = UnsafeRawBufferPointer(rebasing: isMarked ? bytes.dropFirst(3) : bytes[...])
            let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
            var parts = draft
            if take(lines, PassForm(lines: lines), &parts) {
                draft = parts
            } else {
                draft.add(Self.content, SecretText(utf8: text), isConcealed: true)
                draft.remarks.append(.keptWhole)
            }
        }
        guessSite(&draft)
        if !folders.isEmpty { draft.add(tag: folders.joined(separator: "/")) }
        draft.keep("pass.path", SecretText((folders + [name]).joined(separator: "/")))
        return draft.imported
    }

    /// Takes all lines; returns whether it is sure what is secret in them.
    private func take(_ lines: [Line], _ form: PassForm, _ draft: inout ItemDraft) -> Bool {
        guard let rest = takeSecret(from: lines, form, &draft) else { return false }
        read(rest, form, &draft)
        // Where no password is found, any text that is left may be it.
        return draft.kind != .login || !draft.password.isEmpty || draft.notes.isEmpty
    }

    /// Takes the password or the key, and returns the other lines; `nil` when neither is found.
    private func takeSecret(
        from lines: [Line], _ form: PassForm, _ draft: inout ItemDraft
    ) -> [Line]? {
        switch form {
        case .lines:
            guard let first = lines.first, !PassLine.isCode(first) else { return lines }
            if first.contains(where: { $0 > 0x20 }) { draft.password = Self.text(first) }
            return Array(lines.dropFirst())
        case .gopass: return takePassword(from: Array(lines.dropFirst()), form, &draft)
        case .yaml:
            // A remark may stand behind the mark.
            let rest = lines.prefix(1).map { $0.dropFirst(3) }.filter {
                !$0.allSatisfy { $0 <= 0x20 }
            }
            return takePassword(from: rest + lines.dropFirst(), form, &draft)
        case .mail: return takePassword(from: lines, form, &draft)
        case .sshKey:
            guard let end = lines.firstIndex(where: PassForm.endsKey) else { return nil }
            draft.kind = .sshKey
            draft.parts[.privateKey] = Self.joined(lines[...end])
            return Array(lines[(end + 1)...])
        case .whole: return nil
        }
    }

    /// Takes the line that names the password, if there is one, and all such lines can be read.
    private func takePassword(
        from lines: [Line], _ form: PassForm, _ draft: inout ItemDraft
    ) -> [Line]? {
        // Headers end at an empty line.
        let end = form == .yaml ? nil : lines.firstIndex { $0.allSatisfy { $0 <= 0x20 } }
        var found: [(index: Int, value: SecretText)] = []
        for index in lines.indices.prefix(end ?? lines.count) {
            guard let line = PassLine(lines[index]), line.isPassword else { continue }
            // What goes on in the next line is not read here.
            let next = lines.dropFirst(index + 1).first { !$0.allSatisfy { $0 <= 0x20 } }
            let goesOn = next.map { $0.prefix { $0 <= 0x20 }.count > line.indentation } ?? false
            guard !goesOn, let value = form.value(line.value) else { return nil }
            if line.indentation == 0 { found.append((index, value)) }
        }
        guard found.count == 1, !found[0].value.isEmpty else { return nil }
        draft.password = found[0].value
        var rest = lines
        rest.remove(at: found[0].index)
        return rest
    }

    /// Reads the lines beside the secret.
    private func read(_ lines: [Line], _ form: PassForm, _ draft: inout ItemDraft) {
        let notes = SecretBuffer()
        var rest = lines[...]
        while let line = rest.first {
            if PassForm.beginsBlock(line) {
                // One that is cut has all that follows.
                let end = rest.firstIndex(where: PassForm.endsBlock) ?? rest.endIndex - 1
                draft.add(Self.key, Self.joined(rest[...end]), isConcealed: true)
                rest = rest[(end + 1)...]
                continue
            }
            if !read(line, form, &draft) {
                notes.append(UnsafeRawBufferPointer(rebasing: line))
                notes.append(0x0A)
            }
            rest = rest.dropFirst()
        }
        let text = Self.trimmed(notes)
        // Keys of PuTTY and age have no such marks.
        if case .other = PrivateKeyForm(of: text) {
            draft.notes = text
        } else {
            draft.add(Self.key, text, isConcealed: true)
        }
    }

    /// Takes a line that says something known; returns whether it did.
    private func read(_ line: Line, _ form: PassForm, _ draft: inout ItemDraft) -> Bool {
        if PassLine.isAddress(line) {
            draft.take(oneTimeCode: Self.trimmed(line))
            return true
        }
        guard let named = PassLine(line) else { return false }
        let value = form.value(named.value)
        if named.isCode {
            // A secret alone does not say which code is the next one of a counter.
            let isUnknown = named.isCounter && !PassLine.isAddress(named.value)
            draft.take(
                oneTimeCode: isUnknown ? Self.trimmed(line) : value ?? Self.trimmed(named.value))
            return true
        }
        if named.isPassword {
            let secret = value ?? Self.trimmed(named.value)
            guard !secret.isEmpty else { return false }
            if draft.password.isEmpty, draft.kind == .login {
                draft.password = secret
            } else if secret != draft.password {
                draft.add(named.label, secret, isConcealed: true)
            }
            return true
        }
        // In YAML a name below another one is that of something else.
        guard form != .yaml || named.indentation == 0 else { return false }
        guard named.isSite || named.isUserName && draft.userName.isEmpty,
            let text = value?.reveal(), !text.isEmpty
        else { return false }
        if named.isSite { draft.add(site: text) } else { draft.userName = text }
        return true
    }

    private static func trimmed(_ line: Line) -> SecretText {
        SecretText(utf8: OneTimeCode.trimmed(UnsafeRawBufferPointer(rebasing: line)))
    }

    /// People name files, or the folders that they are in, after hosts.
    private func guessSite(_ draft: inout ItemDraft) {
        guard draft.kind == .login, draft.sites.isEmpty else { return }
        if Self.isHost(name) {
            draft.add(site: name)
        } else if let folder = folders.last, Self.isHost(folder) {
            draft.add(site: folder)
            draft.title = folder
            if draft.userName.isEmpty { draft.userName = name }
        }
    }

    /// Whether a name is one of a host, or an address of four numbers: `13.40` is a date or a place.
    private static func isHost(_ text: String) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        let isNamed = labels.count > 1 && labels.last?.first?.isLetter == true
        return (isNamed || labels.count == 4) && !text.contains(" ") && !text.contains("@")
            && SiteAddress(text) != nil
    }

    private static func text(_ bytes: Line) -> SecretText {
        var bytes = bytes
        if bytes.last == 0x0D { bytes.removeLast() }
        return SecretText(utf8: UnsafeRawBufferPointer(rebasing: bytes))
    }

    /// Lines as one text, with line ends as programs want them.
    private static func joined(_ lines: ArraySlice<Line>) -> SecretText {
        let result = SecretBuffer()
        for line in lines {
            text(line).withBytes { result.append($0) }
            result.append(0x0A)
        }
        return result.text
    }

    /// Without the empty lines at the end.
    private static func trimmed(_ notes: SecretBuffer) -> SecretText {
        while let last = notes.withBytes(\.last), last == 0x0A || last == 0x0D {
            notes.truncate(to: notes.count - 1)
        }
        return notes.text
    }
}
