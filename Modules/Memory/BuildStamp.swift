private import CTenonStamp

/// The version that a tool has written into this program.
package enum BuildStamp {
    /// The version, the number of the build and the commit, for example `1.2.0+391.2ccb667a5d31`; `nil`
    /// in a program that was built and not stamped.
    package static let version: String? = {
        let text = String(cString: tenon_stamp())
        return text.isEmpty ? nil : text
    }()
}
