import TenonCore
import TenonUI

/// A button that opens a part of the page in front of it, where style sheets say that there is too
/// little room for that part; it needs no script.
///
/// The part has the attribute `popover`, and stands in the page like any other where there is room.
struct OpenerButton {
    /// The identity of the part.
    let target: String
    let icon: PageIcon
    /// What it opens, for assistive technology.
    let label: String
    /// What there is to know of the things in the part.
    var badges: [(title: String, badge: Badge)] = []
    let localizer: Localizer

    /// The button, with a mark for the most urgent badge.
    var html: HTML {
        element(
            .button, Attribute(.type, "button"), .class("button small quiet opener"),
            Attribute(.popovertarget, target), Attribute(.ariaLabel, name)
        ) {
            icon.bare
            if let (_, badge) = mostUrgent {
                element(.span, .class("dot", "tone-\(badge.tone.rawValue)"))
            }
        }
    }

    private var name: String {
        guard let (title, badge) = mostUrgent else { return label }
        let tone = ToneMark(localizer: localizer).name(badge.tone)
        return "\(label), \(title): \(tone.map { "\($0): " } ?? "")\(badge.text)"
    }

    private var mostUrgent: (title: String, badge: Badge)? {
        [Tone.critical, .caution].lazy.compactMap { tone in
            badges.first { $0.badge.tone == tone }
        }.first
    }
}
