import CGTK
import TenonCore
import TenonUI

/// How strong a secret is: a bar, and words beside it.
@DesktopActor
final class StrengthBar {
    let root = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 10)
    private let bar = Widget(gtk_level_bar_new())
    private let words = Label().styled("caption")

    init() {
        // The words say it; what stands for a value would only be read out a second time.
        gtk_widget_set_size_request(bar.pointer, 96, -1)
        root.append(bar.aligned(nil, GTK_ALIGN_CENTER), words)
        root.isVisible = false
    }

    /// Shows a strength, or nothing.
    func show(_ strength: SecretStrength?) {
        root.isVisible = strength != nil
        words.text = strength?.text ?? ""
        gtk_level_bar_set_value(bar.opaque, strength?.part ?? 0)
        for tone in Tone.allCases { root.setStyle("tone-\(tone.rawValue)", tone == strength?.tone) }
    }
}
