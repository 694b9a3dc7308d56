import TenonCore
import TenonMemory

/// What the first row of a text file says about its columns, for a person to correct.
struct ColumnGuess: Sendable, Equatable {
    /// How much of the first row is looked at, in bytes.
    private static let limit = 64 << 10
    /// How many columns are offered.
    private static let most = 200

    /// How the file is written; its columns are those that could be told by their names.
    var mapping: ColumnMapping
    /// What the columns are called, or their numbers from 1; none for a file without columns.
    var names: [String] = []

    /// Looks at a file, and guesses what separates its fields and whether it has a header.
    ///
    /// A first row in which no word is known may be a row of secrets: then the columns are numbered.
    ///
    /// - Throws: ``TransferError`` when it cannot be read.
    init(_ source: ImportSource) throws {
        let start = SecretBuffer(capacity: 4_096)
        let bytes = try source.open().bytes
        while start.count < 4_096, try start.fill(from: bytes, atMost: 4_096 - start.count) > 0 {}
        mapping = ColumnMapping(columns: [])
        let isWide = start.withBytes {
            $0.starts(with: [0xFF, 0xFE]) || $0.starts(with: [0xFE, 0xFF])
        }
        if isWide { mapping.encoding = .utf16 }
        let line = start.withBytes { Array($0.prefix { $0 != 0x0A && $0 != 0x0D }) }
        let counts = Self.delimiters.map { delimiter in
            (delimiter, line.count { $0 == delimiter.asciiValue })
        }
        let common = counts.max { $0.1 < $1.1 }
        mapping.delimiter = common.flatMap { $0.1 > 0 ? $0.0 : nil } ?? ","
        try read(source)
        if mapping.columns.isEmpty {
            mapping.hasHeader = false
            try read(source)
        }
    }

    /// The id of a column in a form; the columns of the file have other ids when it is read in another way.
    func columnID(_ index: Int) -> String {
        let delimiter = Self.delimiters.firstIndex(of: mapping.delimiter) ?? 0
        return "\(index).\(delimiter).\(mapping.encoding.rawValue)"
    }

    /// Looks at a file that is written as a person says.
    ///
    /// - Throws: ``TransferError`` when it cannot be read.
    init(_ source: ImportSource, as mapping: ColumnMapping) throws {
        self.mapping = mapping
        self.mapping.columns = []
        try read(source)
    }

    /// What may stand between fields.
    static let delimiters: [Character] = [",", ";", "\t", "|"]

    /// Reads the first row, and finds out what its columns hold.
    private mutating func read(_ source: ImportSource) throws {
        let opened = try source.open()
        let bytes =
            mapping.encoding == .utf8
            ? opened.bytes : TranscodingSource(opened.bytes, mapping.encoding)
        var limits = DelimitedTextReader.Limits()
        limits.field = Self.limit
        limits.record = Self.limit
        let reader = DelimitedTextReader(
            bytes, delimiter: try mapping.delimiterByte, limits: limits)
        guard try reader.next(), reader.defect == nil else { return names = [] }
        let count = min(reader.fieldCount, Self.most)
        guard mapping.hasHeader else {
            return names = (0..<count).map { "\($0 + 1)" }
        }
        names = (0..<count).map { reader.text($0) }
        for part in ColumnMapping.Part.allCases {
            let taken = Set(mapping.columns.map(\.name))
            let name = names.first { !taken.contains($0) && Self.means($0, part) }
            if let name { mapping.columns.append(ColumnMapping.Column(part, name)) }
        }
    }

    private static func means(_ name: String, _ part: ColumnMapping.Part) -> Bool {
        words[part, default: []].contains(name.trimmingSpaces.lowercased())
    }

    /// What programs call columns, in the languages that many files are in.
    private static let words: [ColumnMapping.Part: Set<String>] = [
        .title: ["title", "name", "item", "account", "título", "titulo", "nome", "titel", "nom"],
        .site: [
            "url", "site", "website", "web site", "web address", "web", "address", "link", "uri",
            "login_uri", "endereço", "sítio", "hostname", "adresse",
        ],
        .userName: [
            "username", "user name", "user", "login", "login name", "user id", "userid", "email",
            "e-mail", "usuário", "usuario", "utilizador", "benutzername", "identifiant",
        ],
        .password: [
            "password", "pass", "pwd", "passwd", "passphrase", "senha", "contraseña", "passwort",
            "kennwort", "mot de passe", "palavra-passe",
        ],
        .oneTimeCode: ["otp", "totp", "otpauth", "2fa", "one-time code", "authenticator"],
        .notes: [
            "notes", "note", "comment", "comments", "extra", "description", "notas", "nota",
            "observações", "notizen", "remarques",
        ],
        .folder: ["folder", "group", "category", "grouping", "pasta", "grupo", "ordner"],
        .tags: ["tags", "labels", "etiquetas"],
        .favorite: ["favorite", "favourite", "fav", "favorito"],
        .created: ["created", "created at", "creation date", "criado", "date created"],
        .changed: ["changed", "modified", "last modified", "updated", "updated at", "alterado"],
    ]
}
