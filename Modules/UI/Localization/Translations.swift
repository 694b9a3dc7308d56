import Synchronization

/// The translations of sentences that the linked modules bring, read when one is first needed.
final class Translations: Sendable {
    private enum State {
        case bytes([[UInt8]])
        case read([Catalogue])
    }

    private let state: Mutex<State>

    /// Makes translations of the contents of `Translations.json` files.
    init(_ files: [[UInt8]]) { state = Mutex(.bytes(files)) }

    /// The translation of the pattern of a sentence into the nearest language, if there is one.
    func pattern(of pattern: String, in language: String) -> String? {
        let catalogues = state.withLock { state in
            switch state {
            case .read(let catalogues): return catalogues
            case .bytes(let files):
                let catalogues = files.map(Catalogue.init(json:))
                state = .read(catalogues)
                return catalogues
            }
        }
        for catalogue in catalogues {
            if case .text(let text)? = catalogue.entry(pattern, in: language)?.entry { return text }
        }
        return nil
    }
}
