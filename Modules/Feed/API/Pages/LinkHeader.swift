/// The links of a reply, as the header field `Link` has them (RFC 8288, section 3).
package struct LinkHeader: Hashable, Sendable {
    /// One link.
    package struct Link: Hashable, Sendable {
        /// What it leads to, as it stands there.
        package let target: String
        /// How that is related to what was asked for, in lower case.
        package let relations: [String]
    }

    /// More links than any reply has.
    private static let mostLinks = 64

    /// The links in their order, without those that are about something else than what was asked for.
    package let links: [Link]

    /// Reads a field; what cannot be read ends the list.
    package init(_ text: String) {
        var links: [Link] = []
        var rest = text[...]
        while links.count < Self.mostLinks, let link = Self.next(&rest) {
            if let link { links.append(link) }
        }
        self.links = links
    }

    /// What a relation leads to first; `nil` when there is no such link.
    package func target(_ relation: String) -> String? {
        links.first { $0.relations.contains(relation) }?.target
    }

    /// Takes a link off; the inner `nil` is one with an anchor, which is about something else.
    private static func next(_ rest: inout Substring) -> Link?? {
        rest = rest.drop { $0 == "," || isSpace($0) }
        guard rest.first == "<", let end = rest.firstIndex(of: ">") else { return nil }
        let target = String(rest[rest.index(after: rest.startIndex)..<end])
        rest = rest[rest.index(after: end)...]
        var relations: [String]?
        var hasAnchor = false
        while true {
            rest = rest.drop(while: isSpace)
            guard rest.first == ";" else { break }
            rest = rest.dropFirst().drop(while: isSpace)
            let name = rest.prefix { !";=,".contains($0) && !isSpace($0) }.lowercased()
            rest = rest.drop { !";=,".contains($0) && !isSpace($0) }.drop(while: isSpace)
            let value = takeValue(&rest)
            // The first one counts (section 3.3).
            if name == "rel", relations == nil {
                relations = value.lowercased().split(whereSeparator: isSpace).map(String.init)
            }
            if name == "anchor" { hasAnchor = true }
        }
        return hasAnchor ? .some(nil) : Link(target: target, relations: relations ?? [])
    }

    /// Takes the value of a parameter off: a token or a quoted string, empty when there is none.
    private static func takeValue(_ rest: inout Substring) -> String {
        guard rest.first == "=" else { return "" }
        rest = rest.dropFirst().drop(while: isSpace)
        guard rest.first == "\"" else {
            let token = rest.prefix { $0 != ";" && $0 != "," && !isSpace($0) }
            rest = rest[token.endIndex...]
            return String(token)
        }
        var value = ""
        rest = rest.dropFirst()
        while let character = rest.popFirst(), character != "\"" {
            value.append(character == "\\" ? rest.popFirst() ?? character : character)
        }
        return value
    }

    private static func isSpace(_ character: Character) -> Bool {
        character == " " || character == "\t"
    }
}
