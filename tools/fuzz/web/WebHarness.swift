import Foundation

/// What the fuzzer calls with each input: the body of a form as a browser sends it.
///
/// The first byte says where a body of parts is cut; the whole is also read as an encoded form.
@_cdecl("fuzz_web")
func fuzzWeb(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    checkEncoded(bytes)
    guard let first = bytes.first else { return 0 }
    checkParts(Array(bytes.dropFirst()), cutAfter: Int(first))
    if let text = String(validating: bytes, as: UTF8.self),
        let disposition = try? MultipartDisposition(headers: text)
    {
        precondition(!disposition.name.isEmpty)
        precondition(disposition.fileName?.contains("/") != true)
    }
    return 0
}

/// A form has no more values than bytes, and no value is longer than its text.
private func checkEncoded(_ bytes: [UInt8]) {
    guard let form = try? URLEncodedForm.parse(bytes) else { return }
    precondition(form.entries.count <= min(bytes.count + 1, URLEncodedForm.maximumEntries))
    precondition(form.entries.map(\.value.count).reduce(0, +) <= bytes.count)
}

/// Wherever the bytes are cut, the same form comes of them.
private func checkParts(_ bytes: [UInt8], cutAfter cut: Int) {
    let whole = parts(bytes, inPieces: max(1, bytes.count))
    let pieces = parts(bytes, inPieces: cut + 1)
    precondition(whole == pieces)
}

private func parts(_ bytes: [UInt8], inPieces size: Int) -> [[UInt8]]? {
    var parser = MultipartParser(boundary: "x")
    do {
        var rest = bytes[...]
        while !rest.isEmpty {
            try parser.append(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        return try parser.finish().entries.map { entry in
            Array(entry.name.utf8) + [0] + Array((entry.fileName ?? "-").utf8) + [0]
                + entry.value.withBytes { Array($0) }
        }
    } catch {
        return nil
    }
}
