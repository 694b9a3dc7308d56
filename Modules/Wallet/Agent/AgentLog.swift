import Glibc
import TenonCore

/// Notes of what the agent does, on standard error: the journal, or the file that its starter chose.
///
/// Never a secret, and nothing about items.
enum AgentLog {
    static func note(_ text: String) {
        let now = UTCTime(Timestamp(seconds: Int64(time(nil))))
        var line = "\(now) wallet-agent[\(getpid())]: \(text)\n"
        line.withUTF8 { bytes in _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
    }
}
