import TenonCore

/// The content of a form with a file (RFC 7578).
struct MultipartForm: Sendable {
    private(set) var body: [UInt8] = []
    private let boundary: String

    /// Makes a form.
    ///
    /// - Parameters:
    ///   - pairs: Names and values.
    ///   - file: The bytes, the name and the media type of a file, under the name `file`; `nil` for
    ///     none.
    init(
        _ pairs: [(name: String, value: String)],
        file: (bytes: [UInt8], name: String, type: String)? = nil
    ) {
        // A boundary that occurs in the content would need 128 bits of luck.
        boundary = IdempotencyKey().text
        for (name, value) in pairs {
            add("Content-Disposition: form-data; name=\"\(Self.quoted(name))\"", Array(value.utf8))
        }
        if let file {
            add(
                "Content-Disposition: form-data; name=\"file\"; filename=\"\(Self.quoted(file.name))\""
                    + "\r\nContent-Type: \(Self.quoted(file.type))", file.bytes)
        }
        body += Array("--\(boundary)--\r\n".utf8)
    }

    /// The media type.
    var type: String { "multipart/form-data; boundary=\(boundary)" }

    private mutating func add(_ head: String, _ content: [UInt8]) {
        body += Array("--\(boundary)\r\n\(head)\r\n\r\n".utf8) + content + Array("\r\n".utf8)
    }

    /// Text within quotation marks, as browsers write it (WHATWG HTML, section 4.10.22.7).
    private static func quoted(_ text: String) -> String {
        text.replacing("\"", with: "%22").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }
}
