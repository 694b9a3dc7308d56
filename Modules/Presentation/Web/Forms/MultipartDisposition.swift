/// The `Content-Disposition` of one part of a form (RFC 7578, section 4.2).
struct MultipartDisposition {
    /// The name of the control.
    let name: String
    /// The name of the file without folders; `nil` when the part is not a file.
    let fileName: String?

    /// Reads the headers of a part.
    ///
    /// - Throws: ``FormProblem`` unless there is exactly one proper disposition.
    init(headers: String) throws(FormProblem) {
        var found: Substring?
        for line in headers.split(separator: "\r\n", omittingEmptySubsequences: false) {
            guard let colon = line.firstIndex(of: ":") else {
                throw FormProblem(reason: "a header without a colon")
            }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            switch line[..<colon].lowercased() {
            case "content-disposition":
                guard found == nil else { throw FormProblem(reason: "two dispositions") }
                found = value
            case "content-type":
                continue
            default:
                throw FormProblem(reason: "an unknown header of a part")
            }
        }
        guard let found else { throw FormProblem(reason: "a part without a disposition") }
        let parameters = try Self.parameters(of: found)
        guard let name = parameters["name"], !name.isEmpty else {
            throw FormProblem(reason: "a part without a name")
        }
        self.name = name
        fileName = parameters["filename"].map { file in
            String(file.split { $0 == "/" || $0 == "\\" }.last ?? "")
        }
    }

    /// Reads `form-data; name="…"; filename="…"`.
    private static func parameters(of value: Substring) throws(FormProblem) -> [String: String] {
        let type = "form-data"
        guard value.prefix(type.count).lowercased() == type else {
            throw FormProblem(reason: "a disposition that is not form-data")
        }
        var rest = value.dropFirst(type.count)
        var result: [String: String] = [:]
        while !rest.isEmpty {
            guard rest.first == ";" else { throw FormProblem(reason: "a malformed disposition") }
            rest = rest.dropFirst().drop { $0 == " " }
            guard let equals = rest.firstIndex(of: "=") else {
                throw FormProblem(reason: "a malformed disposition")
            }
            let name = rest[..<equals].lowercased()
            rest = rest[equals...].dropFirst()
            guard rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") else {
                throw FormProblem(reason: "a name that is not quoted")
            }
            guard name == "name" || name == "filename", result[name] == nil else {
                throw FormProblem(reason: "an unknown or repeated parameter")
            }
            result[name] = unescaped(rest[rest.index(after: rest.startIndex)..<end])
            rest = rest[end...].dropFirst()
        }
        return result
    }

    /// Undoes what browsers do to the three characters that could end a name (WHATWG HTML,
    /// multipart/form-data encoding algorithm).
    private static func unescaped(_ text: Substring) -> String {
        let marks = [("%22", "\""), ("%0D", "\r"), ("%0A", "\n")]
        return marks.reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
    }
}
