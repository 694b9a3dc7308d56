import TenonCore
import TenonUI

/// Writes what stands in the place of content, or above it, when a screen is not ready.
struct PhaseRenderer {
    let localizer: Localizer

    private var actions: ActionRenderer { ActionRenderer(localizer: localizer) }

    /// Something is going on.
    func loading(_ message: String) -> HTML {
        element(.div, .class("phase loading"), Attribute(.ariaBusy, "true")) {
            element(.span, .class("spinner"), Attribute(.ariaHidden, "true"))
            element(.p, Attribute(.role, "status"), Attribute(.dir, "auto")) {
                message.isEmpty ? localizer(WebText.loading) : message
            }
        }
    }

    /// There is nothing yet.
    func empty(_ message: String, action: Action?) -> HTML {
        element(.div, .class("phase empty")) {
            illustration
            element(.p, Attribute(.role, "status"), Attribute(.dir, "auto")) { message }
            if let action { actions.button(action) }
        }
    }

    /// It went wrong.
    func failed(_ problem: Problem, retry: Action?) -> HTML {
        element(.div, .class("phase failed tone-critical"), Attribute(.role, "alert")) {
            element(.p, .class("failed-message")) {
                ToneMark(localizer: localizer).html(.critical, isWordShown: true)
                element(.span, Attribute(.dir, "auto")) { problem.message }
            }
            if !problem.remedy.isEmpty {
                element(.p, Attribute(.dir, "auto")) { problem.remedy }
            }
            if let retry { actions.button(retry) }
            element(.p, .class("problem-code")) { problem.code }
        }
    }

    /// Three empty rows, the last one still to come.
    private var illustration: HTML {
        element(
            .svg, .class("illustration"), Attribute(.viewBox, "0 0 200 120"),
            Attribute(.ariaHidden, "true"), Attribute(.focusable, "false")
        ) {
            for (index, y) in [10, 48, 86].enumerated() {
                let style = index == 2 ? "ghost" : "solid"
                rectangle(x: 20, y: y, width: 160, height: 28, radius: 8, "sheet \(style)")
                rectangle(x: 28, y: y + 6, width: 16, height: 16, radius: 4, "mark \(style)")
                rectangle(x: 54, y: y + 8, width: 60, height: 4, radius: 2, "stroke \(style)")
                rectangle(x: 54, y: y + 17, width: 92, height: 3, radius: 1, "stroke \(style)")
            }
        }
    }

    private func rectangle(
        x: Int, y: Int, width: Int, height: Int, radius: Int, _ style: String
    ) -> HTML {
        element(
            .rect, Attribute(.x, "\(x)"), Attribute(.y, "\(y)"), Attribute(.width, "\(width)"),
            Attribute(.height, "\(height)"), Attribute(.rx, "\(radius)"), .class(style))
    }
}
