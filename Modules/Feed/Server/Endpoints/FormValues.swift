import TenonCore

/// The values of a query and of a form, decoded.
struct FormValues: Sendable {
    /// A file of a form.
    struct File: Sendable {
        let type: String
        let bytes: [UInt8]
    }

    private var pairs: [(name: String, value: String)] = []
    private(set) var file: File?

    /// Reads a query or the content of a form (WHATWG URL, section 5.1).
    init(encoded text: some Collection<UInt8>) {
        for pair in text.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            pairs.append(
                (Self.decoded(parts[0]), parts.count > 1 ? Self.decoded(parts[1]) : ""))
        }
    }

    /// Reads the content of a form with a file (RFC 7578).
    ///
    /// - Parameters:
    ///   - body: The content.
    ///   - type: Its type, which names the boundary.
    init?(multipart body: [UInt8], type: String) {
        guard let mark = type.firstRange(of: "boundary=") else { return nil }
        let boundary = type[mark.upperBound...].prefix { $0 != ";" }
            .trimmingPrefix("\"").prefix { $0 != "\"" }
        guard !boundary.isEmpty else { return nil }
        let separator = Array("--\(boundary)".utf8)
        var rest = body[...]
        guard let start = rest.firstRange(of: separator) else { return nil }
        rest = rest[start.upperBound...]
        let end = Array("\r\n--\(boundary)".utf8)
        let gap = Array("\r\n\r\n".utf8)
        while let next = rest.firstRange(of: end), let head = rest.firstRange(of: gap),
            head.upperBound <= next.lowerBound
        {
            add(
                String(decoding: rest[..<head.lowerBound], as: UTF8.self),
                Array(rest[head.upperBound..<next.lowerBound]))
            rest = rest[next.upperBound...]
        }
    }

    private mutating func add(_ head: String, _ content: [UInt8]) {
        let lines = head.split(separator: "\r\n")
        func parameter(_ name: String) -> String? {
            lines.first { $0.lowercased().hasPrefix("content-disposition:") }?
                .split(separator: ";").first { $0.drop { $0 == " " }.hasPrefix("\(name)=\"") }
                .map { $0.split(separator: "\"").dropFirst().first.map(String.init) ?? "" }
        }
        guard let name = parameter("name") else { return }
        guard parameter("filename") == nil else {
            let type = lines.first { $0.lowercased().hasPrefix("content-type:") }?
                .dropFirst("content-type:".count).drop { $0 == " " }
            file = File(type: String(type ?? ""), bytes: content)
            return
        }
        pairs.append((name, String(decoding: content, as: UTF8.self)))
    }

    private static func decoded(_ text: some Collection<UInt8>) -> String {
        var bytes: [UInt8] = []
        PercentCoding.decode(text, plusIsSpace: true) { bytes.append($0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Adds the values of another one.
    mutating func add(_ other: FormValues) {
        pairs += other.pairs
        file = file ?? other.file
    }

    /// The first value of a name; `nil` when there is none.
    subscript(_ name: String) -> String? { pairs.first { $0.name == name }?.value }

    /// All values of a name.
    func all(_ name: String) -> [String] { pairs.filter { $0.name == name }.map(\.value) }

    /// Whether a value says yes.
    func flag(_ name: String) -> Bool { ["true", "1", "on"].contains(self[name] ?? "") }

    /// The number of a name; `nil` when there is none.
    func number(_ name: String) -> Int64? { self[name].flatMap { Int64($0) } }

    /// What part of a list is asked for.
    func range(standard: Int, most: Int) -> Range {
        Range(
            before: number("max_id"), since: number("since_id"), after: number("min_id"),
            limit: min(most, max(1, Int(number("limit") ?? Int64(standard)))))
    }
}
