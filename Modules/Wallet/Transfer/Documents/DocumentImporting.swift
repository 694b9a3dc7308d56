import TenonCore

/// What is in a file without lines, before it is known which program wrote it.
enum DocumentContent {
    case json(JSONValue)
    case archive(SharedArchive)
    /// An XML document, with the name of its outermost element.
    case xml(SecretText, root: String)
}

/// Reads one kind of export that has no lines; the file of the conforming type says where its format is
/// described.
protocol DocumentImporting: Sendable {
    /// What such exports are called.
    static var format: ImportFormat { get }

    /// Whether a document is such an export; looks at its outermost parts only.
    static func recognizes(_ content: DocumentContent) -> Bool

    /// Reads the items.
    ///
    /// - Throws: ``TransferError``; the errors of what reads archives and XML.
    static func read(_ content: DocumentContent, _ tools: DocumentTools) throws -> ImportedDocument
}

extension DocumentContent {
    /// The JSON in an archive or document.
    ///
    /// - Throws: ``TransferError`` when it is malformed.
    static func json(_ bytes: SecretText) throws -> JSONValue {
        do {
            return try JSONReader.read(bytes, replacingHalves: true)
        } catch let error as JSONError {
            guard error.reason != JSONError.tooManyValues else {
                throw TransferError.tooManyValues(limit: JSONReader.countLimit)
            }
            throw TransferError.malformed(line: error.line)
        }
    }

    /// The paths in an archive; none for anything else.
    var paths: [String] {
        if case .archive(let archive) = self { archive.entries.map(\.path) } else { [] }
    }

    /// The value of a document in JSON; `null` for anything else.
    var value: JSONValue {
        if case .json(let value) = self { value } else { .null }
    }
}
