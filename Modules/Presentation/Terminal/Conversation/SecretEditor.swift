import TenonCore
import TenonMemory

/// A secret that is being typed, in memory that is wiped; it is changed at its end only.
struct SecretEditor: Equatable, Sendable {
    private(set) var text = SecretText("")

    init(_ text: SecretText = SecretText("")) { self.text = text }

    /// How many characters it has, as Unicode scalars.
    var count: Int {
        text.withBytes { bytes in bytes.count { $0 & 0xC0 != 0x80 } }
    }

    /// Adds to the end.
    mutating func append(_ addition: SecretText) {
        // A pasted secret often brings the end of its line along.
        let end = addition.withBytes { bytes in
            bytes.lastIndex { $0 != 0x0A && $0 != 0x0D }.map { $0 + 1 } ?? 0
        }
        var bytes = text.withBytes { Array($0) }
        addition.withBytes { bytes += $0[..<end] }
        replace(&bytes)
    }

    /// Handles a key in a secret; `false` when it has no effect there.
    mutating func handle(_ stroke: KeyStroke) -> Bool {
        if let character = stroke.typed {
            append(SecretText(String(character)))
            return true
        }
        switch (stroke.key, stroke.isControl) {
        case (.backspace, false):
            var bytes = text.withBytes { Array($0) }
            while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
            replace(&bytes)
        case (.character("u"), true), (.character("w"), true), (.backspace, true):
            text = SecretText("")
        case (.left, _), (.right, _), (.home, _), (.end, _), (.delete, _):
            break
        default:
            return false
        }
        return true
    }

    private mutating func replace(_ bytes: inout [UInt8]) {
        text = SecretText(utf8: bytes)
        bytes.wipe()
    }
}
