/// What the columns of a text file are, as a person says it.
package struct ColumnMapping: Sendable, Codable, Equatable {
    /// What a column holds; the raw values are what people type.
    package enum Part: String, Sendable, Codable, CaseIterable {
        case title
        case site
        case userName = "username"
        case password
        case oneTimeCode = "otp"
        case notes
        case folder
        case tags
        case favorite
        case created
        case changed
    }

    /// A column and what it holds.
    package struct Column: Sendable, Codable, Equatable {
        let part: Part
        /// Its name in the header, or its number from 1 when there is no header.
        let name: String

        /// Says what a column holds.
        package init(_ part: Part, _ name: String) {
            self.part = part
            self.name = name
        }
    }

    /// How the characters of a file are written.
    package enum Encoding: String, Sendable, Codable, CaseIterable {
        case utf8 = "utf-8"
        /// With a mark of the byte order, or the lower byte first.
        case utf16 = "utf-16"
        /// ISO 8859-1; the characters of Windows that are not in it become what they are there.
        case latin1 = "latin-1"
    }

    /// The columns; the others become concealed fields.
    package var columns: [Column]
    /// What stands between fields.
    package var delimiter: Character
    package var encoding: Encoding
    /// Whether the first row has the names of the columns.
    package var hasHeader: Bool

    /// Says what columns are.
    package init(
        columns: [Column], delimiter: Character = ",", encoding: Encoding = .utf8,
        hasHeader: Bool = true
    ) {
        self.columns = columns
        self.delimiter = delimiter
        self.encoding = encoding
        self.hasHeader = hasHeader
    }

    private enum CodingKeys: String, CodingKey {
        case columns
        case delimiter
        case encoding
        case hasHeader
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        columns = try values.decode([Column].self, forKey: .columns)
        delimiter = try values.decode(String.self, forKey: .delimiter).first ?? ","
        encoding = try values.decode(Encoding.self, forKey: .encoding)
        hasHeader = try values.decode(Bool.self, forKey: .hasHeader)
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(columns, forKey: .columns)
        try values.encode(String(delimiter), forKey: .delimiter)
        try values.encode(encoding, forKey: .encoding)
        try values.encode(hasHeader, forKey: .hasHeader)
    }

    /// The delimiter as a byte; a character of several is not a delimiter.
    var delimiterByte: UInt8 {
        get throws {
            guard let byte = delimiter.asciiValue, byte != UInt8(ascii: "\"") else {
                throw TransferError.badDelimiter
            }
            return byte
        }
    }

    /// The columns as those of a program.
    ///
    /// - Throws: ``TransferError`` when a column of a file without a header is not a number.
    func dialect() throws -> TextDialect {
        let columns = try columns.map { column in
            if !hasHeader, Int(column.name).map({ (1...1_000).contains($0) }) != true {
                throw TransferError.noColumn(column.name)
            }
            let part: TextDialect.Part =
                switch column.part {
                case .title: .title
                case .site: .site
                case .userName: .userName
                case .password: .password
                case .oneTimeCode: .oneTimeCode
                case .notes: .notes
                case .folder: .folder("/")
                case .tags: .tags(",")
                case .favorite: .favorite
                case .created: .created
                case .changed: .changed
                }
            return TextDialect.Column(column.name, part)
        }
        return TextDialect(
            format: .columns, columns: columns, required: columns.map(\.name),
            hasHeader: hasHeader)
    }
}
