import Hummingbird

/// The cookies of a request, and how ours are set (RFC 6265).
enum Cookies {
    /// All values that the request has for a name; another local server may have added some.
    static func values(_ name: String, in headers: HTTPFields) -> [String] {
        headers[values: .cookie].flatMap { header in
            header.split(separator: ";").compactMap { pair in
                let parts = pair.split(separator: "=", maxSplits: 1)
                guard parts.count == 2, trimmed(parts[0]) == name else { return nil }
                return trimmed(parts[1])
            }
        }
    }

    /// A cookie for as long as the browser runs.
    static func session(_ name: String, _ value: String) -> String {
        "\(name)=\(value); HttpOnly; SameSite=Strict; Path=/"
    }

    /// A cookie that is kept for a year.
    static func kept(_ name: String, _ value: String) -> String {
        session(name, value) + "; Max-Age=31536000"
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
