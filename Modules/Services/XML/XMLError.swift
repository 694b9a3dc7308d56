public import TenonCore

extension ErrorCode {
    /// The document is not well-formed.
    public static let xmlMalformed = ErrorCode("xml.malformed", .badData)
    /// The document has a document type, through which it could read files or grow.
    public static let xmlDocumentType = ErrorCode("xml.document-type", .badData)
    /// The document is beyond a limit.
    public static let xmlTooLarge = ErrorCode("xml.too-large", .badData)
    /// There is no memory left.
    public static let xmlFailure = ErrorCode("xml.failure", .defect)
}

/// An error of reading XML; its texts hold nothing of what is in the document.
public typealias XMLError = ModuleError<XMLErrors>

/// Tells ``XMLError`` apart from the errors of other modules.
public enum XMLErrors {}

extension XMLError {
    private static var distrust: Sentence {
        "Do not trust this file; check where it comes from."
    }

    static func malformed(line: Int, reason: String) -> XMLError {
        XMLError(
            .xmlMalformed, "The XML is wrong in line \(line): \(reason).",
            remedy: "Export the file again.")
    }

    static func documentType(line: Int) -> XMLError {
        XMLError(
            .xmlDocumentType, "The XML has a document type (line \(line)), which is refused.",
            remedy: distrust)
    }

    static func tooLarge(line: Int) -> XMLError {
        XMLError(
            .xmlTooLarge, "The XML is deeper or larger than what is accepted (line \(line)).",
            remedy: distrust)
    }

    static var failure: XMLError {
        XMLError(
            .xmlFailure, "There is not enough free memory.",
            remedy: "Close other programs and try again.")
    }
}
