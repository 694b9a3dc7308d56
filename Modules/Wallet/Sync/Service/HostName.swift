import Glibc

/// The name of this machine.
package enum HostName {
    /// The longest name of a machine, in bytes.
    package static let limit = 60

    /// The host name of the kernel, without a domain.
    package static var current: String {
        var system = utsname()
        guard uname(&system) == 0 else { return "" }
        return withUnsafeBytes(of: &system.nodename) { bytes in
            String(decoding: bytes.prefix { $0 != 0 && $0 != UInt8(ascii: ".") }, as: UTF8.self)
        }
    }
}
