import Glibc

/// The name of this machine.
enum HostName {
    /// The name as the kernel has it, without a domain.
    static var current: String {
        var system = utsname()
        guard uname(&system) == 0 else { return "" }
        return withUnsafeBytes(of: &system.nodename) { bytes in
            String(decoding: bytes.prefix { $0 != 0 && $0 != UInt8(ascii: ".") }, as: UTF8.self)
        }
    }
}
