import TenonCore
import TenonNetworking

/// Who asks.
struct Visitor: Sendable {
    /// The account; 0 for nobody.
    let account: Int64
    /// What it allows the application to do.
    let scopes: Set<String>

    static let nobody = Visitor(account: 0, scopes: [])

    /// Whether the application may do something; `read` allows `read:statuses`.
    func allows(_ scope: String) -> Bool {
        scopes.contains(scope)
            || scopes.contains(String(scope.prefix { $0 != ":" }))
    }
}

/// A request with who makes it and what it says.
struct FeedCall: Sendable {
    let request: ServedRequest
    let visitor: Visitor
    let values: FormValues

    /// The address of the server as who asks knows it.
    var base: String { "http://\(request.authority)" }

    /// The name in the path.
    ///
    /// - Throws: ``Refused`` when nothing can have it.
    func name(_ parameter: String = "id") throws -> Int64 {
        guard let name = request.parameters[parameter].flatMap({ Int64($0) }) else {
            throw Refused.missing
        }
        return name
    }

    /// A reply with JSON.
    static func reply(
        _ value: JSONValue, status: Int = 200, fields: [(name: String, value: String)] = []
    ) -> ServedReply {
        var body: [UInt8] = []
        value.write { body.append(contentsOf: $0) }
        return ServedReply(
            status: status, type: "application/json; charset=utf-8", fields: fields, body: body)
    }

    /// A reply with a page of a list, and the links to the pages beside it.
    ///
    /// - Parameters:
    ///   - values: What is on it.
    ///   - names: The names of all that belongs to it, the newest first; also of what cannot be seen.
    ///   - range: What was asked for.
    func page(_ values: [JSONValue], names: [Int64], _ range: Range) -> ServedReply {
        var links: [String] = []
        let kept = (request.query ?? "").split(separator: "&").filter { pair in
            !["max_id=", "min_id=", "since_id="].contains { pair.hasPrefix($0) }
        }
        func link(_ relation: String, _ parameter: String, _ name: Int64) {
            let query = (kept + ["\(parameter)=\(name)"[...]]).joined(separator: "&")
            links.append("<\(base)\(request.path)?\(query)>; rel=\"\(relation)\"")
        }
        if let last = names.last, names.count == range.limit || range.after != nil {
            link("next", "max_id", last)
        }
        if let first = names.first { link("prev", "min_id", first) }
        return Self.reply(
            .array(values), fields: links.isEmpty ? [] : [("Link", links.joined(separator: ", "))])
    }
}
