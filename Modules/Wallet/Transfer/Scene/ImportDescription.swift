import TenonCore
import TenonUI

/// What a person says of a file that was not recognised, or wrongly.
struct ImportDescription: Sendable, Equatable {
    let source: ImportSource
    /// Which program wrote it; `nil` goes by its content.
    var format: ImportFormat?
    /// How a text file is written, and what its columns hold.
    var guess: ColumnGuess?
    /// What is wrong with what was said, or why it was not recognised.
    var problem: Explanation?

    /// Looks at a file.
    ///
    /// - Parameter format: What it was taken for.
    init(_ source: ImportSource, format: ImportFormat? = nil) {
        self.source = source
        guess = try? Self.guess(source)
        let isKnown = guess?.mapping.columns.contains { $0.part == .password } ?? false
        self.format = format ?? (isKnown ? .columns : nil)
    }

    /// What the columns of a text are; `nil` for what has none.
    private static func guess(_ source: ImportSource) throws -> ColumnGuess? {
        guard try source.open().documentKind() == nil else { return nil }
        let guess = try ColumnGuess(source)
        return guess.names.isEmpty ? nil : guess
    }

    /// The formats that such a file may have, by their names.
    var formats: [ImportFormat] {
        ImportFormat.allCases
            .filter { $0.isFile && ($0.hasLines == (guess != nil)) && $0 != .columns }
            .sorted { ($0.name.lowercased(), $0.rawValue) < ($1.name.lowercased(), $1.rawValue) }
    }

    /// What the importer is told.
    ///
    /// - Parameter known: What was said of the columns of earlier files.
    func options(known: [ColumnMapping]) -> ImportOptions {
        var options = ImportOptions(known: known)
        if format == .columns, let guess {
            options.columns = guess.mapping
        } else {
            options.format = format
        }
        return options
    }

    /// The same, with how the file is written as the form says, and its columns looked at again.
    func readAgain() -> ImportDescription {
        var result = self
        result.problem = nil
        guard let guess else { return result }
        do {
            result.guess = try ColumnGuess(source, as: guess.mapping)
            result.format = .columns
        } catch {
            result.problem = Explanation(error)
        }
        return result
    }
}

/// The names of the fields of an import.
enum ImportField: RawRepresentable, Hashable {
    case file, keyFile, format, delimiter, encoding, header
    /// Which column holds a part.
    case column(ColumnMapping.Part)

    private static let all =
        [file, keyFile, format, delimiter, encoding, header]
        + ColumnMapping.Part.allCases.map { column($0) }

    init?(rawValue: String) {
        guard let name = Self.all.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = name
    }

    var rawValue: String {
        switch self {
        case .file: "file"
        case .keyFile: "keyFile"
        case .format: "format"
        case .delimiter: "delimiter"
        case .encoding: "encoding"
        case .header: "header"
        case .column(let part): "part-\(part.rawValue)"
        }
    }
}

extension ImportDescription {
    /// The id of the option that says nothing.
    static let none = "none"

    /// What a form says.
    func told(_ fields: [ImportField: FieldValue]) -> ImportDescription {
        var result = self
        if let format = fields.text(.format) {
            result.format = ImportFormat(rawValue: format)
        }
        guard let guess else { return result }
        var mapping = guess.mapping
        if let delimiter = fields.text(.delimiter).flatMap({ Int($0) }),
            ColumnGuess.delimiters.indices.contains(delimiter)
        {
            mapping.delimiter = ColumnGuess.delimiters[delimiter]
        }
        if let encoding = fields.text(.encoding).flatMap(ColumnMapping.Encoding.init) {
            mapping.encoding = encoding
        }
        mapping.hasHeader = fields.isOn(.header) ?? mapping.hasHeader
        mapping.columns = ColumnMapping.Part.allCases.compactMap { part in
            guard let id = fields.text(.column(part)) else {
                return mapping.columns.first { $0.part == part }
            }
            return guess.names.indices.first { guess.columnID($0) == id }.map {
                ColumnMapping.Column(part, guess.names[$0])
            }
        }
        result.guess?.mapping = mapping
        return result
    }
}

extension ImportFormat {
    /// Whether it is a file, and not a folder.
    fileprivate var isFile: Bool { self != .passStore && self != .opVault }
}
