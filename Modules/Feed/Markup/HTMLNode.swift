import CXML2

/// An element or a text of a page.
struct HTMLNode {
    /// What there is.
    enum Kind {
        /// An element with its name in small letters.
        case element(String)
        /// Text, with references resolved.
        case text(String)
    }

    /// The most elements inside of each other that are read.
    private static let deepest = 64
    /// Makes the library ready for use from several threads, once.
    private static let isReady: Bool = {
        xmlInitParser()
        return true
    }()

    let kind: Kind
    /// The attributes by their names in small letters.
    let attributes: [String: String]
    let children: [HTMLNode]

    /// What stands in a piece of HTML, however broken it is.
    static func read(_ html: String) -> [HTMLNode] {
        guard isReady, !html.isEmpty else { return [] }
        let options =
            HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue
            | HTML_PARSE_NOWARNING.rawValue | HTML_PARSE_NONET.rawValue
            | HTML_PARSE_COMPACT.rawValue
        var html = html
        let document = html.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                htmlReadMemory($0.baseAddress, Int32($0.count), nil, "UTF-8", Int32(options))
            }
        }
        guard let document else { return [] }
        defer { xmlFreeDoc(document) }
        return siblings(from: document.pointee.children, depth: 0)
    }

    private static func siblings(from first: xmlNodePtr?, depth: Int) -> [HTMLNode] {
        guard depth < deepest else { return [] }
        var nodes: [HTMLNode] = []
        var next = first
        while let node = next {
            next = node.pointee.next
            switch node.pointee.type {
            case XML_ELEMENT_NODE:
                nodes.append(
                    HTMLNode(
                        kind: .element(string(node.pointee.name).lowercased()),
                        attributes: attributes(of: node),
                        children: siblings(from: node.pointee.children, depth: depth + 1)))
            case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
                nodes.append(
                    HTMLNode(
                        kind: .text(string(node.pointee.content)), attributes: [:], children: []))
            default:
                break
            }
        }
        return nodes
    }

    private static func attributes(of node: xmlNodePtr) -> [String: String] {
        var attributes: [String: String] = [:]
        var next = node.pointee.properties
        while let attribute = next {
            next = attribute.pointee.next
            guard let value = attribute.pointee.children else { continue }
            attributes[string(attribute.pointee.name).lowercased()] = string(value.pointee.content)
        }
        return attributes
    }

    private static func string(_ text: UnsafePointer<xmlChar>?) -> String {
        text.map { String(cString: $0) } ?? ""
    }
}
