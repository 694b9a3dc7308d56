import TenonCore
import TenonNetworking

/// The proxies that are believed about who has asked them.
struct TrustedProxies: SettingValue {
    let description: String
    private let addresses: Set<ClientAddress>

    /// Reads addresses that are separated by commas; `nil` when one is none.
    init?(_ description: String) {
        let parts = description.split(separator: ",", omittingEmptySubsequences: false)
        let addresses = parts.compactMap(Self.address)
        guard addresses.count == parts.count else { return nil }
        self.description = description
        self.addresses = Set(addresses)
    }

    /// Who has made a request, as the outermost of these proxies saw it.
    ///
    /// Each proxy adds whom it was asked by at the end of `X-Forwarded-For`; what stands before that of the first
    /// one that is not believed may be anything.
    ///
    /// - Parameters:
    ///   - peer: Who has connected.
    ///   - forwarded: The values of the field, in their order.
    func client(behind peer: ClientAddress?, forwarded: [String]) -> ClientAddress? {
        var client = peer
        for hop in forwarded.joined(separator: ",").split(separator: ",").reversed() {
            guard let proxy = client, addresses.contains(proxy),
                let next = Self.address(hop)
            else { break }
            client = next
        }
        return client
    }

    /// An address between the blanks that a list may have (RFC 9110, section 5.6.1).
    private static func address(_ text: Substring) -> ClientAddress? {
        let words = text.split { $0 == " " || $0 == "\t" }
        return words.count == 1 ? ClientAddress(words[0]) : nil
    }
}
