import Foundation
import Synchronization

/// The translations of sentences that the linked modules bring, read when one is first needed, and
/// those that an application adds.
final class Translations: Sendable {
    private enum State {
        case bytes([[UInt8]])
        case read([Catalogue])
    }

    private let state: Mutex<State>
    private let added: AddedTexts

    /// Makes translations of the contents of `Translations.json` files, and of what is added.
    init(_ files: [[UInt8]], adding added: AddedTexts) {
        state = Mutex(.bytes(files))
        self.added = added
    }

    /// The pattern of a sentence in the nearest language; itself when there is no translation.
    func pattern(of pattern: String, in language: String) -> String {
        // Sentences are written in English, so nothing has to be read for it.
        let isEnglish = language == "en" || language.hasPrefix("en-")
        if isEnglish, !added.tags.contains(where: { $0.hasPrefix("en-") }) { return pattern }
        let catalogues = state.withLock { state in
            switch state {
            case .read(let catalogues): return catalogues
            case .bytes(let files):
                let catalogues = files.map { Catalogue(json: $0) }
                state = .read(catalogues)
                return catalogues
            }
        }
        let others = { catalogues.flatMap { $0.languages(of: pattern) } + self.added.tags }
        let found = NearestLanguage.first(for: language, among: others()) { tag in
            guard tag != "en" else { return pattern }
            for catalogue in catalogues {
                if case .text(let text)? = catalogue.entry(pattern, in: tag) { return text }
            }
            return added.pattern(of: pattern, in: tag)
        }
        return found?.text ?? pattern
    }

    /// The languages of `Translations.json` files, found without reading their texts, since help
    /// asks for them whenever a program starts.
    static func languages(of files: [[UInt8]]) -> [String] {
        var found: [ArraySlice<UInt8>] = []
        for file in files {
            file.withUnsafeBufferPointer { bytes in
                var depth = 0
                var isName = false
                var index = 0
                while index < bytes.count {
                    switch bytes[index] {
                    case UInt8(ascii: "{"): (depth, isName) = (depth + 1, true)
                    case UInt8(ascii: "}"): depth -= 1
                    case UInt8(ascii: ","): isName = true
                    case UInt8(ascii: ":"): isName = false
                    case UInt8(ascii: "\""):
                        let start = index + 1
                        index = end(of: start, in: bytes)
                        guard isName, depth == 2 else { break }
                        let name = file[start..<index]
                        if !found.contains(name) { found.append(name) }
                    default: break
                    }
                    index += 1
                }
            }
        }
        return found.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Where the string that begins here ends: at its quotation mark, or at the end of the bytes.
    private static func end(of start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var index = start
        while index < bytes.count, let base = bytes.baseAddress,
            let found = memchr(base + index, Int32(UInt8(ascii: "\"")), bytes.count - index)
        {
            let end = UnsafeRawPointer(found) - UnsafeRawPointer(base)
            var before = end
            while before > start, bytes[before - 1] == UInt8(ascii: "\\") { before -= 1 }
            // A mark with an odd number of backslashes before it belongs to the string.
            if (end - before).isMultiple(of: 2) { return end }
            index = end + 1
        }
        return bytes.count
    }
}
