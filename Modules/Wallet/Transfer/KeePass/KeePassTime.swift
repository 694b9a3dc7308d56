import TenonCore

/// Times as KeePass files write them: version 4 as base64 of seconds, version 3 as text.
enum KeePassTime {
    /// Reads a time; `nil` for what is not one, or lies far from any entry.
    static func read(_ text: String) -> Timestamp? {
        if let seconds = seconds(text) { return Timestamp(seconds: seconds - KeePassFormat.epoch) }
        return InternetTime.read(text)
    }

    /// Writes a time in the form of version 4.
    static func write(_ time: Timestamp) -> String {
        let seconds = time.second.milliseconds / 1_000
        return Base64.encode((seconds + KeePassFormat.epoch).littleEndianBytes)
    }

    private static func seconds(_ text: String) -> Int64? {
        guard text.utf8.count == 12, let bytes = Base64.decode(text), bytes.count == 8 else {
            return nil
        }
        let value = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        // Year 1 to 9999.
        guard value < 315_537_897_600 else { return nil }
        return Int64(value)
    }
}
