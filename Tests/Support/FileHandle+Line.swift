package import Foundation

extension FileHandle {
    /// Reads what comes next, and no more than a count of bytes; empty at the end.
    ///
    /// - Throws: What ``waitForInput(at:)`` throws.
    package func nextBytes(_ count: Int) throws -> Data {
        try waitForInput(at: fileDescriptor)
        return try read(upToCount: count) ?? Data()
    }

    /// Reads the next line, byte by byte, and returns it without its end.
    ///
    /// - Throws: What ``waitForInput(at:)`` throws.
    package func nextLine() throws -> String {
        var line = Data()
        while true {
            let byte = try nextBytes(1)
            guard !byte.isEmpty, byte != Data([10]) else {
                return String(decoding: line, as: UTF8.self)
            }
            line += byte
        }
    }
}
