import Foundation
import TenonCore

extension [UInt8] {
    /// Whether the bytes are UTF-8.
    var isUTF8: Bool { withUnsafeBytes(\.isUTF8) }

    /// The index at which other bytes first occur.
    func firstIndex(of other: [UInt8]) -> Int? {
        withUnsafeBytes { own in
            other.withUnsafeBytes { sought -> Int? in
                guard let base = own.baseAddress, let soughtBase = sought.baseAddress else {
                    return nil
                }
                var start = 0
                while start + sought.count <= own.count,
                    let candidate = memchr(
                        base + start, Int32(sought[0]), own.count - start - sought.count + 1)
                {
                    let index = UnsafeRawPointer(candidate) - base
                    if memcmp(base + index, soughtBase, sought.count) == 0 { return index }
                    start = index + 1
                }
                return nil
            }
        }
    }
}
