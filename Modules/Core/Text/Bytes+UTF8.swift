extension UnsafeRawBufferPointer {
    /// Whether the bytes are UTF-8; looked at in place, since a `String` could not be wiped.
    package var isUTF8: Bool {
        withMemoryRebound(to: UInt8.self) { (try? UTF8Span(validating: $0.span)) != nil }
    }
}
