import Glibc

/// Notes of what the agent does, on standard error: the journal, or the file that its starter chose.
///
/// Never a secret, and nothing about items.
enum AgentLog {
    static func note(_ text: String) {
        var time = time(nil)
        var parts = tm()
        gmtime_r(&time, &parts)
        let stamp = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { room in
            let count = strftime(room.baseAddress, room.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
            return String(decoding: room[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
        var line = "\(stamp) wallet-agent[\(getpid())]: \(text)\n"
        line.withUTF8 { bytes in _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
    }
}
