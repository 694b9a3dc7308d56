import TenonCore

/// The variables of a file with a line `NAME=VALUE` for each, as many programs read them (`.env`).
///
/// Empty lines and lines that begin with `#` are left out, as is the word `export` before a name. Quotation marks around a
/// value are taken off.
struct EnvironmentFile {
    let variables: [(name: String, value: SecretText)]

    /// Reads the contents of a file.
    ///
    /// - Throws: ``WalletCommandError`` that names the first line which is not of this form.
    init(_ contents: SecretText, path: String) throws {
        variables = try contents.withBytes { bytes in
            try bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                .enumerated().compactMap { number, line in
                    let line = Self.trimmed(line)
                    guard let first = line.first, first != UInt8(ascii: "#") else { return nil }
                    guard let variable = Self.variable(line) else {
                        throw WalletCommandError.badEnvironmentLine(number + 1, path)
                    }
                    return variable
                }
        }
    }

    /// Whether a variable may have this name (POSIX, *Environment Variable Definition*).
    static func isName(_ name: some StringProtocol) -> Bool {
        let isStart = name.utf8.first.map { !(0x30...0x39 ~= $0) } ?? false
        return isStart
            && name.utf8.allSatisfy {
                0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 | 0x20 || $0 == UInt8(ascii: "_")
            }
    }

    private static func variable(
        _ line: Slice<UnsafeRawBufferPointer>
    ) -> (name: String, value: SecretText)? {
        guard let sign = line.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        var words = String(decoding: line[..<sign], as: UTF8.self).split(separator: " ")
        if words.count == 2, words[0] == "export" { words.removeFirst() }
        guard words.count == 1, isName(words[0]) else { return nil }
        var value = trimmed(line[(sign + 1)...])
        if let mark = value.first, mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'"),
            value.count > 1, value.last == mark
        {
            value = value.dropFirst().dropLast()
        }
        return (String(words[0]), SecretText(utf8: UnsafeRawBufferPointer(rebasing: value)))
    }

    private static func trimmed(
        _ bytes: Slice<UnsafeRawBufferPointer>
    ) -> Slice<UnsafeRawBufferPointer> {
        let start = bytes.drop { $0 <= UInt8(ascii: " ") }
        let count = start.reversed().prefix { $0 <= UInt8(ascii: " ") }.count
        return start.dropLast(count)
    }
}
