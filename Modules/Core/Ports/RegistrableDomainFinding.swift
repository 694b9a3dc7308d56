/// Names the domain that was registered by the owner of a host, by the public suffix list.
///
/// Hosts with the same registrable domain belong together; `a.github.io` and `b.github.io` are
/// strangers, because `github.io` is a public suffix.
public protocol RegistrableDomainFinding: Sendable {
    /// Returns the registrable domain of a host: `example.co.uk` for `accounts.example.co.uk`.
    ///
    /// The host is taken in any case, in Unicode or in ASCII (`xn--…`), with or without the final
    /// dot; the answer is lower-case ASCII without it, so that equal domains are equal texts.
    ///
    /// - Returns: `nil` for a public suffix itself, an IP address, a single label such as
    ///   `localhost`, and for what is not a host name.
    func registrableDomain(of host: String) -> String?
}
