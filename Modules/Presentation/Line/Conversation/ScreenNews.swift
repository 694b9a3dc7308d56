import TenonCore
import TenonUI

/// What is worth printing about a change of a screen.
enum ScreenNews {
    /// Whether a screen has the same content as before, apart from counters, codes, the words of
    /// moments, and badges and counts of the application.
    ///
    /// - Parameter ignoringCodes: Whether a new one-time code, which nobody asked for, counts as
    ///   ticking.
    static func isNone(_ old: Screen, _ new: Screen, ignoringCodes: Bool) -> Bool {
        still(old, ignoringCodes) == still(new, ignoringCodes)
    }

    /// The blocks that have changed; `nil` when the screens have different blocks.
    static func changedBlocks(_ old: Screen, _ new: Screen) -> [Block]? {
        guard old.location == new.location, old.blocks.count == new.blocks.count else { return nil }
        return zip(old.blocks, new.blocks).compactMap { $0 == $1 ? nil : $1 }
    }

    /// The blocks that show how far something has come, and have changed.
    static func changedProgress(_ old: Screen, _ new: Screen) -> [Block] {
        let before = old.allBlocks
        return new.allBlocks.filter { block in
            guard case .progress = block else { return false }
            return !before.contains(block)
        }
    }

    /// What has a badge of the application that has become a warning, or another one.
    static func newWarnings(_ old: Screen, _ new: Screen) -> [(title: String, badge: Badge)] {
        let before = badges(of: old).map(\.badge)
        return badges(of: new).filter { _, badge in
            [.caution, .critical].contains(badge.tone) && !before.contains(badge)
        }
    }

    private static func badges(of screen: Screen) -> [(title: String, badge: Badge)] {
        screen.destinations.compactMap { place in place.badge.map { (place.title, $0) } }
    }

    /// The screen without badges and counts of the application, and with its counters and codes set to fixed values.
    private static func still(_ screen: Screen, _ ignoringCodes: Bool) -> Screen {
        var screen = screen
        for index in screen.destinations.indices {
            (screen.destinations[index].badge, screen.destinations[index].count) = (nil, nil)
        }
        screen.changeFacts { fact in
            switch fact.value {
            case .code(let code, _, let period):
                fact.value = .code(ignoringCodes ? "" : code, secondsLeft: 0, period: period)
            case .moment(let moment): fact.value = .moment(Moment(moment.time))
            case .text, .concealed, .revealed, .link, .spans, .person: break
            }
        }
        screen.changeLists { list in
            for index in list.rows.indices {
                list.rows[index].moment = list.rows[index].moment.map { Moment($0.time) }
            }
        }
        screen.changeBlocks { block in
            guard case .progress(var progress) = block else { return }
            (progress.fraction, progress.detail) = (nil, "")
            block = .progress(progress)
        }
        return screen
    }
}
