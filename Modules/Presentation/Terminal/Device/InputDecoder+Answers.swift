import TenonCore
import TenonUI

/// What a terminal says when it is asked.
extension InputDecoder {
    /// An answer to ``ControlSequence/askAttributes`` (`CSI ? 62 ; 4 ; … c`) or ``ControlSequence/askCell``
    /// (`CSI 6 ; HEIGHT ; WIDTH t`); `nil` for everything else.
    static func answer(_ parameters: String, final: UInt8) -> TerminalAnswer? {
        let isPrivate = parameters.hasPrefix("?")
        let numbers = (isPrivate ? parameters.dropFirst() : parameters[...])
            .split(separator: ";").compactMap(number)
        switch (Character(Unicode.Scalar(final)), isPrivate) {
        // The first number is the class of the terminal.
        case ("c", true): return .attributes(hasSixels: numbers.dropFirst().contains(4))
        case ("t", false) where numbers.count == 3 && numbers[0] == 6:
            return .cell(PictureSize(width: numbers[2], height: numbers[1]))
        default: return nil
        }
    }

    /// An answer to ``ControlSequence/askKitty``: `G i=31 ; OK`, or why not.
    static func kitty(_ text: String) -> InputEvent? {
        let parts = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == "Gi=\(ControlSequence.kittyQuery)" else { return nil }
        return .answer(.kitty(isTaken: parts[1] == "OK"))
    }

    /// The colour of the background: `11;rgb:RRRR/GGGG/BBBB`.
    static func background(_ text: String) -> InputEvent? {
        guard let start = text.firstRange(of: "11;rgb:")?.upperBound else { return nil }
        let channels = text[start...].split(separator: "/").compactMap { channel -> UInt32? in
            guard let value = UInt32(channel, radix: 16), (1...4).contains(channel.count) else {
                return nil
            }
            return value * 255 / ((1 << (4 * UInt32(channel.count))) - 1)
        }
        guard channels.count == 3 else { return nil }
        return .background(RGBColor(channels[0] << 16 | channels[1] << 8 | channels[2]))
    }
}
