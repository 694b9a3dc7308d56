import Foundation

/// How much memory a process has.
enum ProcessMemory {
    /// A line of what the kernel says of a process, in kB.
    static func kilobytes(_ name: String, of process: Int32) -> Double {
        let text = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
        return Double(line.filter(\.isNumber)) ?? 0
    }
}
