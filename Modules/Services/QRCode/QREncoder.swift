import CQREncode
public import TenonCore

/// Makes QR codes by libqrencode, at the medium level of error correction.
///
/// The library does not wipe its memory when it gives it back; in a program that links
/// TenonSecurity, whose allocator does so, nothing of a secret is left.
public struct QREncoder: QRCodeMaking {
    /// Makes the encoder.
    public init() {}

    /// Makes the code of a text; `nil` when it is empty or too long.
    public func code(of text: SecretText) -> QRCode? {
        text.withBytes { bytes in
            let bytes = bytes.bindMemory(to: UInt8.self)
            // The smallest version that has room, and bytes as they are, zeros included.
            guard let start = bytes.baseAddress, let count = CInt(exactly: bytes.count),
                let symbol = QRcode_encodeData(count, start, 0, QR_ECLEVEL_M)
            else { return nil }
            defer { QRcode_free(symbol) }
            let width = Int(symbol.pointee.width)
            let modules = UnsafeBufferPointer(start: symbol.pointee.data, count: width * width)
            // The lowest bit tells dark from light, the others what a module is for.
            return QRCode(dark: modules.map { $0 & 1 == 1 })
        }
    }
}
