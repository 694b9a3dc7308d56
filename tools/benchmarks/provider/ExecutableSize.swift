import BenchmarkReport
import Foundation

/// How large the credential provider is, beside a program that does nothing.
enum ExecutableSize {
    /// Strips copies of both and compares them.
    static func measure() throws -> Figure {
        let (mine, other) = (try megabytes("wallet-credential"), try megabytes("empty-program"))
        return Figure(
            name: "memory on disk of wallet-credential, stripped", items: 1, milliseconds: mine,
            yardstick: "an empty program", yardstickMilliseconds: other, bar: "≤ 1.3 ×",
            isMet: mine <= 1.3 * other)
    }

    private static func megabytes(_ name: String) throws -> Double {
        let copy = NSTemporaryDirectory() + "stripped-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: copy) }
        let strip = Process()
        strip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        strip.arguments = ["strip", "--strip-all", "-o", copy, "\(SampleHome.products)/\(name)"]
        try strip.run()
        strip.waitUntilExit()
        let attributes = try FileManager.default.attributesOfItem(atPath: copy)
        return Double(attributes[.size] as? Int ?? 0) / 1_000_000
    }
}
