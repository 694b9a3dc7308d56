import TenonCore

/// How the text of an entry of pass is put together, as its first line says.
enum PassForm {
    /// The password on the first line, and others below it; pass(1).
    case lines
    /// Headers below a mark, as gopass wrote them for a while (`secparse/mime.go` of its source).
    case gopass
    /// Headers from the first line on.
    case mail
    /// YAML below a mark, with no password above it (`secrets/yaml.go` of gopass).
    case yaml
    /// A private key of OpenSSH.
    case sshKey
    /// Something that is secret as a whole, such as another key or a document.
    case whole

    /// What a text begins with that is secret as a whole, in lower case.
    private static let heads = [
        "-----begin ", "---- begin ", "putty-user-key-file-", "$ansible_vault;", "<?xml", "%yaml ",
        "untrusted comment: ",
    ]
    /// What the types of public keys of OpenSSH begin with (sshd(8), AUTHORIZED_KEYS FILE FORMAT).
    private static let keyTypes = ["ssh-", "ecdsa-sha2-", "sk-ssh-", "sk-ecdsa-sha2-"]
    /// What a remark begins with in files of programs, also at the top of documents.
    private static let remarks = ["#", ";", "//", "/*"]
    /// What a value in YAML begins with that is more than a text.
    private static let marks = Set("|>&*!{}[],#@%`".utf8)

    /// Tells the form by the first line, and by the next one where that alone may be a password.
    init(lines: [Slice<UnsafeRawBufferPointer>]) {
        // They may be secrets, and so are no `String`.
        let texts = lines.lazy.map { OneTimeCode.trimmed(UnsafeRawBufferPointer(rebasing: $0)) }
        let line = texts.first ?? UnsafeRawBufferPointer(start: nil, count: 0)
        let below = texts.dropFirst().filter { !$0.isEmpty }
        func begins(_ text: String) -> Bool { OneTimeCode.begins(line, with: text) }
        func isAll(_ text: String) -> Bool { line.count == text.utf8.count && begins(text) }
        self =
            if isAll("gopass-secret-1.0") {
                .gopass
            } else if isAll("---") || begins("--- #") || begins("--- !") || begins("--- %") {
                .yaml
            } else if isAll("-----begin openssh private key-----") {
                .sshKey
            } else if begins("content-type:") || begins("mime-version:") {
                .mail
            } else if Self.heads.contains(where: begins) || Self.beginsJSON(line)
                || Self.isPublicKey(line)
            {
                .whole
            } else if PassLine.isCode(line[...]) {
                .lines
            } else if let form = Self.named(line) {
                form
            } else if let next = below.first(where: { !Self.beginsRemark($0) }) ?? below.first {
                Self.document(line, next) ?? .lines
            } else {
                .lines
            }
    }

    /// The form of a document that begins with two lines; `nil` when the first one may be a password.
    ///
    /// These are what a remark or an address stands above, scripts, keys behind a name, vCards, XML, settings
    /// with sections (`[default]`) or without (`KEY=…`), the file of netrc(5), and names with values, as in
    /// mail and YAML.
    private static func document(
        _ line: UnsafeRawBufferPointer, _ next: UnsafeRawBufferPointer
    ) -> PassForm? {
        let isElement = line.first == UInt8(ascii: "<") && line.last == UInt8(ascii: ">")
        if isElement || OneTimeCode.begins(line, with: "begin:") || beginsBlock(line[...])
            || OneTimeCode.find("://", in: line) || isRemark(line, above: next)
        {
            return .whole
        }
        let isSection = line.first == UInt8(ascii: "[") && line.last == UInt8(ascii: "]")
        if isSection, next.contains(UInt8(ascii: "=")) { return .whole }
        if name(in: line, before: "=") != nil, name(in: next, before: "=") != nil { return .whole }
        if OneTimeCode.begins(line, with: "machine "),
            ["login ", "machine "].contains(where: { OneTimeCode.begins(next, with: $0) })
        {
            return .whole
        }
        guard let end = name(in: line, before: ":"), name(in: next, before: ":") != nil else {
            return nil
        }
        // Behind a name and its colon is a space, or nothing.
        return end == line.count || line[end] <= 0x20 ? .mail : nil
    }

    /// Whether a line is a public key of OpenSSH: its type, and bytes that begin with the length of that type;
    /// options or hosts may stand before.
    private static func isPublicKey(_ line: UnsafeRawBufferPointer) -> Bool {
        let words = line.split { $0 <= 0x20 }
        return zip(words, words.dropFirst()).contains { kind, key in
            keyTypes.contains { OneTimeCode.begins(kind, with: $0) }
                && key.starts(with: "AAAA".utf8)
        }
    }

    private static func beginsRemark(_ line: UnsafeRawBufferPointer) -> Bool {
        remarks.contains { OneTimeCode.begins(line, with: $0) }
    }

    /// Whether a line is a remark above something else; a password may begin like one.
    ///
    /// Few passwords have spaces, and what stands below one most often has a name.
    private static func isRemark(
        _ line: UnsafeRawBufferPointer, above next: UnsafeRawBufferPointer
    ) -> Bool {
        guard beginsRemark(line) else { return false }
        return OneTimeCode.begins(line, with: "#!/") || line.contains { $0 <= 0x20 }
            || name(in: next, before: ":") == nil
    }

    /// The form of a text whose first line has a known name before its value; `nil` for any other line.
    ///
    /// Behind the colon of such a name is a space, or nothing; without it nobody knows whether the name is a
    /// part of a password.
    private static func named(_ line: UnsafeRawBufferPointer) -> PassForm? {
        guard let rest = PassLine.rest(of: line[...]) else { return nil }
        let isSpaced = rest.dropFirst().prefix(1).allSatisfy { $0 <= 0x20 }
        return rest.first == UInt8(ascii: ":") && isSpaced ? .mail : .whole
    }

    /// Where the mark behind a name at the beginning of a line ends; `nil` without a name.
    private static func name(in line: UnsafeRawBufferPointer, before mark: Unicode.Scalar) -> Int? {
        let rest = line.starts(with: "export ".utf8) ? line.dropFirst(7) : line[...]
        let name = rest.prefix {
            0x61...0x7A ~= $0 | 0x20 || 0x30...0x39 ~= $0 || "_-.".utf8.contains($0)
        }
        guard let first = name.first, 0x61...0x7A ~= first | 0x20 || first == UInt8(ascii: "_"),
            let end = line[name.endIndex...].firstIndex(where: { $0 > 0x20 }),
            line[end] == UInt8(ascii: mark)
        else { return nil }
        return end + 1
    }

    /// Whether a block in PEM begins in a line (RFC 7468), such as a key.
    static func beginsBlock(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
        OneTimeCode.find("-----begin ", in: line)
    }

    /// Whether a block in PEM ends in a line.
    static func endsBlock(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
        OneTimeCode.find("-----end ", in: line)
    }

    /// Whether a line is the last one of a private key of OpenSSH.
    static func endsKey(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
        OneTimeCode.begins(line, with: "-----end openssh private key-----")
    }

    /// The value behind the colon of a line; `nil` for forms of YAML that are not read here.
    func value(_ rest: Slice<UnsafeRawBufferPointer>) -> SecretText? {
        let text = OneTimeCode.trimmed(UnsafeRawBufferPointer(rebasing: rest))
        guard self == .yaml, let first = text.first else { return SecretText(utf8: text) }
        guard first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") else {
            // A comment, or another name.
            let isMarked = zip(text, text.dropFirst()).contains { byte, next in
                (byte <= 0x20 && next == UInt8(ascii: "#"))
                    || (byte == UInt8(ascii: ":") && next <= 0x20)
            }
            let isPlain = !isMarked && !Self.marks.contains(first)
            return isPlain && text.last != UInt8(ascii: ":") ? SecretText(utf8: text) : nil
        }
        let inner = text.dropFirst().dropLast()
        let isEscaped = first == UInt8(ascii: "\"") && inner.contains(UInt8(ascii: "\\"))
        guard text.count > 1, text.last == first, !inner.contains(first), !isEscaped else {
            return nil
        }
        return SecretText(utf8: UnsafeRawBufferPointer(rebasing: inner))
    }

    /// Whether a line begins a document in JSON: behind its bracket is the next part, or nothing.
    private static func beginsJSON(_ line: UnsafeRawBufferPointer) -> Bool {
        let next = line.dropFirst().first { $0 > 0x20 }
        if line.first == UInt8(ascii: "{") { return next.map { "\"".utf8.contains($0) } ?? true }
        if line.first == UInt8(ascii: "[") { return next.map { "\"{[".utf8.contains($0) } ?? true }
        return false
    }
}
