import Foundation

/// The resident memory of this process.
package enum ProcessMemory {
    /// In MB, now and at most.
    package static func resident() -> (now: Double, peak: Double) {
        let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        func value(_ name: String) -> Double {
            let line = text.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
            return (Double(line.filter(\.isNumber)) ?? 0) / 1024
        }
        return (value("VmRSS:"), value("VmHWM:"))
    }
}
