import Foundation

/// The kernel's data about a running process.
struct ProcessFile {
    private let folder: String

    init(_ process: pid_t) { folder = "/proc/\(process)" }

    /// The most memory that it has had, in megabytes; 0 when it has ended.
    var peakMegabytes: Double {
        let text = (try? String(contentsOfFile: "\(folder)/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        return (Double(line.filter(\.isNumber)) ?? 0) / 1024
    }

    /// The time that it has used of all processors, in milliseconds.
    var processorMilliseconds: Double {
        let text = (try? String(contentsOfFile: "\(folder)/stat", encoding: .utf8)) ?? ""
        // After the name, which may hold anything: the 14th and 15th field of proc(5).
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12])
        else { return 0 }
        return (user + system) * 1000 / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}
