import TenonCore
import TenonNetworking

/// The proxies that are believed about who has asked them.
struct TrustedProxies: SettingValue {
    let description: String
    private let addresses: Set<ClientAddress>

    /// Reads addresses that are separated by commas; `nil` when one is none.
    init?(_ description: String) {
        let parts = description.split(separator: ",", omittingEmptySubsequences: false)
        let addresses = parts.compactMap { ClientAddress(Self.trimmed($0)) }
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
                let next = ClientAddress(Self.trimmed(hop))
            else { break }
            client = next
        }
        return client
    }

    private static func trimmed(_ text: Substring) -> String { String(text).filter { $0 != " " } }
}
