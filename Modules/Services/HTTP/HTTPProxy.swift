import TenonCore
import TenonNetworking

/// The proxies that requests go through, and the hosts that are reached without them.
///
/// One that cannot be read is not passed over: requests that need it fail.
public struct HTTPProxy: Sendable, Hashable {
    private let secure: String?
    private let clear: String?
    private let directHosts: [Substring]

    /// Takes what a person says, in the forms that other programs take.
    ///
    /// - Parameters:
    ///   - secure: The one for `https`, such as `http://proxy.example.org:3128`, where `http` is meant without
    ///     a scheme; `nil` for none.
    ///   - clear: The one for `http`; `nil` for none.
    ///   - directHosts: Hosts that are reached without it, each with all below it, and commas between; `*`
    ///     for all.
    public init(secure: String?, clear: String?, exceptFor directHosts: String = "") {
        self.secure = secure
        self.clear = clear
        self.directHosts = directHosts.lowercased().split { $0 == "," || $0.isWhitespace }
            .map { $0 == "*" ? $0 : $0.drop { $0 == "." || $0 == "*" } }.filter { !$0.isEmpty }
    }

    /// Where a request goes first; `nil` when it goes directly, as to all on this machine.
    ///
    /// - Throws: `NetworkError` (`network.bad-proxy`) for another kind of proxy, and for one with a
    ///   password, which would be in plain sight.
    func address(for target: WebAddress) throws -> WebAddress? {
        guard let text = target.scheme == .https ? secure : clear,
            !target.isLoopback, !isDirect(target.host.bare)
        else { return nil }
        guard let proxy = try? WebAddress(text.contains("://") ? text : "http://\(text)"),
            proxy.scheme == .http
        else { throw NetworkError.badProxy }
        return proxy
    }

    private func isDirect(_ host: Substring) -> Bool {
        directHosts.contains { $0 == "*" || host == $0 || host.hasSuffix(".\($0)") }
    }
}

extension String {
    /// A host without the brackets of an IPv6 address.
    var bare: Substring { hasPrefix("[") && hasSuffix("]") ? dropFirst().dropLast() : self[...] }
}
