import Foundation

/// Options of the commands of SwiftPM that build.
enum BuildOptions {
    /// For what is built to be run once: each module as a whole, and nothing for a debugger.
    static let once =
        ["-debug-info-format", "none"]
        + ["-whole-module-optimization", "-num-threads", "1"].flatMap { ["-Xswiftc", $0] }

    /// Those that the working copy was built with, as `tools/test` says them.
    static let ofCheckout =
        ProcessInfo.processInfo.environment["TENON_BUILD_OPTIONS"]?.split(separator: " ")
        .map(String.init) ?? []
}
