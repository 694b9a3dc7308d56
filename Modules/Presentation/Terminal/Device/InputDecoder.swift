import TenonCore
import TenonMemory
import TenonUI

/// Makes events of the bytes that a terminal sends.
///
/// Bytes come in any pieces: what is not complete waits for more. A lone escape character is either
/// the key or the beginning of a sequence; only time tells, so ``flush()`` decides.
struct InputDecoder {
    /// Longer input is not treated as an escape sequence.
    private static let maximumSequence = 64
    private static let escape: UInt8 = 0x1B
    private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)

    private var pending: [UInt8] = []
    private var pasted: [UInt8]?
    /// Whether the rest of a string of the terminal is dropped, which is longer than any.
    private var isSkipping = false

    /// Whether something waits that may be complete already.
    var isWaiting: Bool { (!pending.isEmpty || isSkipping) && pasted == nil }

    /// Whether what waits is what a terminal says of itself, which no key begins with.
    var isWithinAnswer: Bool {
        guard pasted == nil, !isSkipping else { return isSkipping }
        guard pending.count > 2, pending[0] == Self.escape else { return false }
        return switch pending[1] {
        case UInt8(ascii: "["): pending[2] == UInt8(ascii: "?")
        case UInt8(ascii: "]"): (0x30...0x39).contains(pending[2])
        case UInt8(ascii: "_"): pending[2] == UInt8(ascii: "G")
        default: false
        }
    }

    /// Takes bytes.
    mutating func decode(_ bytes: UnsafeRawBufferPointer) -> [InputEvent] {
        pending += bytes
        return take(isFinal: false)
    }

    /// What waits is all there is.
    mutating func flush() -> [InputEvent] { take(isFinal: true) }

    private mutating func take(isFinal: Bool) -> [InputEvent] {
        var events: [InputEvent] = []
        while !pending.isEmpty {
            if isSkipping {
                guard skip(isFinal: isFinal) else { break }
                continue
            }
            if pasted != nil {
                if let event = takePaste() { events.append(event) }
                // Pasted bytes may not be text; input after them does not wait for that.
                guard pasted == nil else { break }
                continue
            }
            guard let (event, count) = next(isFinal: isFinal) else { break }
            Self.wipe(&pending, first: count)
            if let event { events.append(event) }
        }
        if isFinal { isSkipping = false }
        return events
    }

    /// Drops bytes up to the end of a string; `false` when more have to come.
    private mutating func skip(isFinal: Bool) -> Bool {
        guard let end = pending.firstIndex(where: { $0 == 0x07 || $0 == Self.escape }) else {
            Self.wipe(&pending, first: pending.count)
            return false
        }
        let isEscape = pending[end] == Self.escape
        if isEscape, end + 1 == pending.count, !isFinal {
            Self.wipe(&pending, first: end)
            return false
        }
        // Another sequence ends a string that has no end; it begins with this escape character.
        let isEnd = isEscape && end + 1 < pending.count && pending[end + 1] == UInt8(ascii: "\\")
        Self.wipe(&pending, first: isEnd ? end + 2 : isEscape ? end : end + 1)
        isSkipping = false
        return true
    }

    /// The next event and its bytes; no event for meaningless input, `nil` when it is incomplete.
    private mutating func next(isFinal: Bool) -> (event: InputEvent?, count: Int)? {
        let first = pending[0]
        guard first == Self.escape else { return character(at: 0, isAlt: false, isFinal: isFinal) }
        guard pending.count > 1 else {
            return isFinal ? (.key(KeyStroke(.escape)), 1) : nil
        }
        switch pending[1] {
        case UInt8(ascii: "["): return sequence(isFinal: isFinal)
        case UInt8(ascii: "O"): return applicationKey(isFinal: isFinal)
        case UInt8(ascii: "]"): return report(isFinal: isFinal)
        case UInt8(ascii: "_") where pending.count == 2 || pending[2] == UInt8(ascii: "G"):
            return report(isFinal: isFinal)
        case Self.escape: return (.key(KeyStroke(.escape)), 1)
        default:
            guard let (event, count) = character(at: 1, isAlt: true, isFinal: isFinal) else {
                return nil
            }
            return (event, count + 1)
        }
    }

    // MARK: - Characters

    private func character(
        at index: Int, isAlt: Bool, isFinal: Bool
    ) -> (event: InputEvent?, count: Int)? {
        let byte = pending[index]
        func stroke(_ key: KeyStroke.Key, isControl: Bool = false) -> (InputEvent?, Int) {
            (.key(KeyStroke(key, isControl: isControl, isAlt: isAlt)), 1)
        }
        switch byte {
        case 0x0D, 0x0A: return stroke(.enter)
        case 0x09: return stroke(.tab)
        case 0x7F, 0x08: return stroke(.backspace)
        case 0x00: return stroke(.character(" "), isControl: true)
        case 0x01...0x1A:
            return stroke(.character(Character(Unicode.Scalar(byte + 0x60))), isControl: true)
        case 0x1B..<0x20: return (nil, 1)
        case 0x20..<0x7F: return stroke(.character(Character(Unicode.Scalar(byte))))
        default: break
        }
        let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC2 ? 2 : 1
        guard length > 1, byte < 0xF5 else { return (nil, 1) }
        guard pending.count >= index + length else { return isFinal ? (nil, 1) : nil }
        guard
            let text = String(
                validating: pending[index..<index + length], as: UTF8.self),
            let character = text.first
        else { return (nil, 1) }
        return (.key(KeyStroke(.character(character), isAlt: isAlt)), length)
    }

    // MARK: - Sequences

    /// Control sequences (ECMA-48, 5.4): parameters, then a final byte.
    private mutating func sequence(isFinal: Bool) -> (event: InputEvent?, count: Int)? {
        // Looks no further than the longest sequence.
        let start = pending.prefix(Self.maximumSequence)
        guard let end = start[2...].firstIndex(where: { (0x40...0x7E).contains($0) }) else {
            // Alt and a bracket, when nothing follows.
            if isFinal, pending.count == 2 {
                return (.key(KeyStroke(.character("["), isAlt: true)), 2)
            }
            let isComplete = isFinal || start.count == Self.maximumSequence
            return isComplete ? (nil, start.count) : nil
        }
        let count = end + 1
        let parameters = String(decoding: pending[2..<end], as: UTF8.self)
        // The Linux console sends function keys as `ESC [ [ A`.
        if pending[end] == UInt8(ascii: "["), count == 3 {
            guard pending.count > 3 else { return isFinal ? (nil, count) : nil }
            let number = Int(pending[3]) - 0x40
            return ((1...5).contains(number) ? .key(KeyStroke(.function(number))) : nil, 4)
        }
        if parameters.hasPrefix("<") {
            return (Self.mouse(parameters.dropFirst(), final: pending[end]), count)
        }
        if let answer = Self.answer(parameters, final: pending[end]) {
            return (.answer(answer), count)
        }
        // What is private to terminals is an answer, even where it ends like a key (ECMA-48, 5.4.1).
        guard parameters.first != "?" else { return (nil, count) }
        if parameters == "200", pending[end] == UInt8(ascii: "~") {
            pasted = []
            return (nil, count)
        }
        return (Self.key(parameters, final: pending[end]).map { .key($0) }, count)
    }

    private static func key(_ parameters: String, final: UInt8) -> KeyStroke? {
        let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false)
            .map { number($0) ?? 1 }
        let modifiers = numbers.count > 1 ? max(0, numbers[1] - 1) : 0
        func stroke(_ key: KeyStroke.Key) -> KeyStroke {
            KeyStroke(
                key, isControl: modifiers & 4 != 0, isAlt: modifiers & 2 != 0,
                isShift: modifiers & 1 != 0)
        }
        switch Character(Unicode.Scalar(final)) {
        case "A": return stroke(.up)
        case "B": return stroke(.down)
        case "C": return stroke(.right)
        case "D": return stroke(.left)
        case "H": return stroke(.home)
        case "F": return stroke(.end)
        case "P": return stroke(.function(1))
        case "Q": return stroke(.function(2))
        case "R": return stroke(.function(3))
        case "S": return stroke(.function(4))
        case "Z": return KeyStroke(.tab, isShift: true)
        case "~":
            switch numbers.first {
            case 1, 7: return stroke(.home)
            case 4, 8: return stroke(.end)
            case 3: return stroke(.delete)
            case 5: return stroke(.pageUp)
            case 6: return stroke(.pageDown)
            case let number? where (11...15).contains(number):
                return stroke(.function(number - 10))
            case let number? where (17...21).contains(number):
                return stroke(.function(number - 11))
            case 23, 24: return stroke(.function((numbers.first ?? 23) - 12))
            default: return nil
            }
        default: return nil
        }
    }

    /// Keys of the application keypad (`ESC O`), as some terminals send the arrows.
    private func applicationKey(isFinal: Bool) -> (event: InputEvent?, count: Int)? {
        guard pending.count > 2 else {
            return isFinal ? (.key(KeyStroke(.character("O"), isAlt: true)), 2) : nil
        }
        if pending[2] == UInt8(ascii: "M") { return (.key(KeyStroke(.enter)), 3) }
        return (Self.key("", final: pending[2]).map { .key($0) }, 3)
    }

    /// A parameter: without a sign, and no larger than terminals send.
    static func number(_ text: Substring) -> Int? { UInt16(text).map(Int.init) }

    /// The mouse: button, column and row, from 1 (xterm, mode 1006).
    private static func mouse(_ parameters: Substring, final: UInt8) -> InputEvent? {
        let numbers = parameters.split(separator: ";").compactMap(number)
        guard numbers.count == 3, final == UInt8(ascii: "M") else { return nil }
        let point = CellPoint(column: numbers[1] - 1, row: numbers[2] - 1)
        switch numbers[0] {
        case 0: return .click(point)
        case 64: return .wheel(isDown: false, point)
        case 65: return .wheel(isDown: true, point)
        default: return nil
        }
    }

    /// What the terminal says about itself: `ESC ] 11 ; rgb:RRRR/GGGG/BBBB` and `ESC _ G i=31 ; OK`, ended
    /// by BEL or ST.
    private mutating func report(isFinal: Bool) -> (event: InputEvent?, count: Int)? {
        let start = pending.prefix(Self.maximumSequence)
        var end = 2
        while end < start.count {
            let isString = pending[end] == Self.escape
            if isString, end + 1 == start.count { break }
            // Another sequence begins, and the string has no end.
            if isString, pending[end + 1] != UInt8(ascii: "\\") { return (nil, end) }
            if pending[end] == 0x07 || isString {
                let text = String(decoding: pending[2..<end], as: UTF8.self)
                let event =
                    pending[1] == UInt8(ascii: "_") ? Self.kitty(text) : Self.background(text)
                return (event, end + (isString ? 2 : 1))
            }
            end += 1
        }
        if start.count == Self.maximumSequence {
            isSkipping = true
            return (nil, start.last == Self.escape ? start.count - 1 : start.count)
        }
        guard isFinal else { return nil }
        let character = Character(Unicode.Scalar(pending[1]))
        return start.count == 2
            ? (.key(KeyStroke(.character(character), isAlt: true)), 2) : (nil, start.count)
    }

    // MARK: - Pasted text

    private mutating func takePaste() -> InputEvent? {
        guard let end = Self.find(Self.pasteEnd, in: pending) else {
            // All but a possible beginning of the end mark.
            let count = max(0, pending.count - Self.pasteEnd.count + 1)
            pasted?.append(contentsOf: pending[..<count])
            Self.wipe(&pending, first: count)
            return nil
        }
        var bytes = (pasted ?? []) + pending[..<end]
        pasted?.wipe()
        pasted = nil
        Self.wipe(&pending, first: end + Self.pasteEnd.count)
        defer { bytes.wipe() }
        guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
        return .paste(SecretText(utf8: bytes))
    }

    private static func find(_ part: [UInt8], in bytes: [UInt8]) -> Int? {
        guard bytes.count >= part.count else { return nil }
        return (0...bytes.count - part.count).first { start in
            part.indices.allSatisfy { bytes[start + $0] == part[$0] }
        }
    }

    /// Takes bytes away and leaves nothing of them in memory.
    private static func wipe(_ bytes: inout [UInt8], first count: Int) {
        let rest = bytes.count - count
        bytes.withUnsafeMutableBytes { buffer in
            for index in 0..<rest { buffer[index] = buffer[index + count] }
            UnsafeMutableRawBufferPointer(rebasing: buffer[rest...]).wipe()
        }
        bytes.removeLast(count)
    }
}
