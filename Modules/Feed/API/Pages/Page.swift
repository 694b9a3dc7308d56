import TenonCore
import TenonNetworking

/// Where the next page is; only a page hands it out.
package struct PageLink<Element: FeedModel>: Hashable, Sendable {
    let address: WebAddress
    /// Whether the server names its links the wrong way round here.
    let isSwapped: Bool
}

extension PageLink: Codable {
    private enum Member: CodingKey { case address, isSwapped }

    /// Reads a link that was kept; it is only followed to the server of whoever follows it.
    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        address = try members.decode(WebAddress.self, forKey: .address)
        isSwapped = try members.decode(Bool.self, forKey: .isSwapped)
    }

    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Member.self)
        try members.encode(address, forKey: .address)
        try members.encode(isSwapped, forKey: .isSwapped)
    }
}

/// One page of a list, the newest first.
package struct Page<Element: FeedModel>: Sendable {
    /// What is on it.
    package let elements: [Element]
    /// The page with what is older; `nil` at the end.
    package let older: PageLink<Element>?
    /// The page with what is newer; `nil` where the server has none.
    package let newer: PageLink<Element>?
    /// How many elements could not be read and were left out.
    package let unreadable: Int

    /// Reads a page.
    ///
    /// Only links to the same server are handed out, since the token goes along, and none to the page
    /// itself. After a page with nothing on it there is no older one, whatever the server says.
    ///
    /// - Parameters:
    ///   - reply: What the server replied.
    ///   - address: What was asked for.
    ///   - isSwapped: Whether the server names the links the wrong way round.
    /// - Throws: `WrongContent`, ``ReadingFailure`` for what is no list.
    init(_ reply: NetworkReply, from address: WebAddress, isSwapped: Bool) throws {
        guard case .array(let values) = try FeedReply.json(reply) else {
            throw ReadingFailure(member: "list")
        }
        elements = values.compactMap { try? Element(Members($0)) }
        unreadable = values.count - elements.count
        let links = LinkHeader(reply.field("Link") ?? "")
        func link(_ relation: String) -> PageLink<Element>? {
            guard let target = links.target(relation),
                let next = try? address.resolving(target), next.hasOrigin(of: address),
                next != address
            else { return nil }
            return PageLink(address: next, isSwapped: isSwapped)
        }
        older = values.isEmpty ? nil : link(isSwapped ? "prev" : "next")
        newer = link(isSwapped ? "next" : "prev")
    }
}
