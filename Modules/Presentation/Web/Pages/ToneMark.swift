import TenonCore
import TenonUI

/// A sign and a word for the tone of a message, so that colour is not needed.
struct ToneMark {
    let localizer: Localizer

    /// The sign, with its word shown or only read out.
    @HTMLBuilder
    func html(_ tone: Tone, isWordShown: Bool) -> HTML {
        sign(tone)
        if isWordShown, let name = name(tone) {
            element(.strong) { "\(name): " }
        } else {
            word(tone)
        }
    }

    /// The sign alone, for what is no message.
    func sign(_ tone: Tone) -> HTML {
        switch tone {
        case .neutral: PageIcon.information.html
        case .positive: PageIcon.done.html
        case .caution, .critical: PageIcon.warning.html
        }
    }

    /// The word alone, only read out; there is none for what is neutral.
    @HTMLBuilder
    func word(_ tone: Tone) -> HTML {
        if let name = name(tone) { element(.span, .class("visually-hidden")) { "\(name): " } }
    }

    /// The word as text; there is none for what is neutral.
    func name(_ tone: Tone) -> String? {
        switch tone {
        case .neutral: nil
        case .positive: localizer(UIText.tonePositive)
        case .caution: localizer(UIText.toneCaution)
        case .critical: localizer(UIText.toneCritical)
        }
    }
}

/// A bar that shows how far something has come, with its percentage in words inside.
struct ProgressBar {
    let fraction: Double?
    let labelledBy: String

    var html: HTML {
        guard let fraction else {
            return element(.progress, Attribute(.ariaLabelledBy, labelledBy), .class("meter"))
        }
        let part = Portion(fraction)
        return element(
            .progress, Attribute(.max, "100"), Attribute(.value, "\(Int(part.value * 100))"),
            Attribute(.ariaLabelledBy, labelledBy), .class("meter")
        ) { part.percent }
    }
}
