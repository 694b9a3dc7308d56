import Glibc
import TenonCore

/// The folder with backups that are named by time and rotate: the oldest go when there are too many.
package struct BackupFolder: Sendable {
    /// How many backups are kept unless something else is said.
    package static let standardCount = 10

    private static let suffix = ".db"

    /// Where it is.
    package let path: String
    private let name: String

    /// Names a folder, which need not exist yet.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - vault: The path of the vault: several vaults may keep their backups here.
    package init(path: String, of vault: String) {
        self.path = path
        let file = vault.split(separator: "/").last.map(String.init) ?? "vault.db"
        name = file.hasSuffix(Self.suffix) ? String(file.dropLast(Self.suffix.count)) : file
    }

    /// The paths of the backups, the newest first.
    package var files: [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if isOurs(name) { names.append(name) }
        }
        // Without the ending, after which a number of the same second would sort wrongly.
        return names.map { $0.dropLast(Self.suffix.count) }.sorted(by: >)
            .map { "\(path)/\($0)\(Self.suffix)" }
    }

    /// The path for a backup of this moment, which is not taken.
    func newPath(_ now: Timestamp) -> String {
        let stamp = "\(path)/\(name)-\(Self.text(of: now))"
        guard access(stamp + Self.suffix, F_OK) == 0 else { return stamp + Self.suffix }
        var number = 2
        while access("\(stamp)-\(number)\(Self.suffix)", F_OK) == 0 { number += 1 }
        return "\(stamp)-\(number)\(Self.suffix)"
    }

    /// Removes the oldest backups.
    ///
    /// - Parameter count: How many stay, at least one.
    /// - Returns: What was removed.
    @discardableResult
    package func rotate(keeping count: Int) -> [String] {
        let old = Array(files.dropFirst(max(1, count)))
        return old.filter { unlink($0) == 0 }
    }

    /// What ``rotate(keeping:)`` would remove when there is one backup more.
    package func wouldRemove(keeping count: Int) -> [String] {
        Array(files.dropFirst(max(1, count) - 1))
    }

    /// Whether a name is that of a backup of this vault: only such files are ever removed.
    private func isOurs(_ file: String) -> Bool {
        guard file.hasPrefix("\(name)-"), file.hasSuffix(Self.suffix) else { return false }
        let stamp = file.dropFirst(name.count + 1).dropLast(Self.suffix.count)
        let digits = Array(stamp.utf8.prefix(16))
        guard digits.count == 16 else { return false }
        return digits.enumerated().allSatisfy { index, byte in
            switch index {
            case 8: byte == UInt8(ascii: "T")
            case 15: byte == UInt8(ascii: "Z")
            default: (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            }
        }
    }

    /// The time in the basic form of ISO 8601, in UTC: names sort as times do.
    private static func text(of time: Timestamp) -> String {
        var seconds = time_t(time.milliseconds / 1000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func digits(_ value: Int32, _ count: Int) -> String {
            let text = String(value)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return digits(parts.tm_year + 1900, 4) + digits(parts.tm_mon + 1, 2)
            + digits(parts.tm_mday, 2) + "T" + digits(parts.tm_hour, 2) + digits(parts.tm_min, 2)
            + digits(parts.tm_sec, 2) + "Z"
    }
}
