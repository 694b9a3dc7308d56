import Foundation

/// A private folder that goes with the test that made it.
final class ScratchFolder: Sendable {
    let root: String

    init() {
        var template = Array((NSTemporaryDirectory() + "tenon-sqlite-XXXXXX").utf8CString)
        root = template.withUnsafeMutableBufferPointer { bytes in
            bytes.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) } ?? ""
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    func path(_ name: String) -> String { root + "/" + name }
}
