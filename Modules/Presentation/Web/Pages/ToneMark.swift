import TenonCore
import TenonUI

/// A sign and a word for the tone of a message, so that colour is not needed.
struct ToneMark {
    let localizer: Localizer

    /// The sign, with its word shown or only read out.
    @HTMLBuilder
    func html(_ tone: Tone, isWordShown: Bool) -> HTML {
        switch tone {
        case .neutral:
            PageIcon.information.html
        case .positive:
            mark(.done, .tonePositive, isWordShown: isWordShown)
        case .caution:
            mark(.warning, .toneCaution, isWordShown: isWordShown)
        case .critical:
            mark(.warning, .toneCritical, isWordShown: isWordShown)
        }
    }

    /// The word alone, only read out; there is none for what is neutral.
    @HTMLBuilder
    func word(_ tone: Tone) -> HTML {
        switch tone {
        case .neutral: HTML.none
        case .positive: hidden(.tonePositive)
        case .caution: hidden(.toneCaution)
        case .critical: hidden(.toneCritical)
        }
    }

    @HTMLBuilder
    private func mark(_ icon: PageIcon, _ word: UIText, isWordShown: Bool) -> HTML {
        icon.html
        if isWordShown {
            element(.strong) { "\(localizer(word)): " }
        } else {
            hidden(word)
        }
    }

    private func hidden(_ word: UIText) -> HTML {
        element(.span, .class("visually-hidden")) { "\(localizer(word)): " }
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
