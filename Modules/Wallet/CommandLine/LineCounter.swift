/// Counts the lines of a text from its beginning on, and looks at each byte once.
struct LineCounter {
    private let bytes: UnsafeRawBufferPointer
    private var place = 0
    private var number = 1

    /// Begins at the first line of a text.
    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The number, from 1, of the line that an index is on.
    ///
    /// - Parameter index: It is not before one that was asked for earlier.
    mutating func line(at index: Int) -> Int {
        let end = min(index, bytes.count)
        number += bytes[place..<end].count { $0 == UInt8(ascii: "\n") }
        place = end
        return number
    }
}
