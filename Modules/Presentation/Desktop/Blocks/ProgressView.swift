import CGTK
import TenonUI

/// Shows how far something has come.
@DesktopActor
final class ProgressView: BlockView {
    var root: Widget { box }
    private let box = Box(GTK_ORIENTATION_VERTICAL, spacing: 6)
    private let label = Label()
    private let detail = Label().styled("caption", "dim-label")
    private let bar = ProgressBar()

    init(_ progress: ProgressBlock, context: ScreenContext) {
        box.append(label, bar, detail).styled("card", "padded")
        show(progress)
    }

    func update(_ block: Block) {
        if case .progress(let progress) = block { show(progress) }
    }

    private func show(_ progress: ProgressBlock) {
        label.text = progress.label
        detail.text = progress.detail
        detail.isVisible = !progress.detail.isEmpty
        bar.name(progress.label)
        bar.show(progress.fraction)
    }
}

/// A bar that fills up, or moves to and fro while the total is unknown.
final class ProgressBar: Widget {
    private var pulse: Task<Void, Never>?

    init() { super.init(gtk_progress_bar_new()) }

    func show(_ fraction: Double?) {
        if let fraction {
            pulse?.cancel()
            pulse = nil
            gtk_progress_bar_set_fraction(opaque, Portion(fraction).value)
        } else if pulse == nil {
            pulse = Task { [weak self] in
                while !Task.isCancelled, let self, self.step() {
                    try? await Task.sleep(for: .milliseconds(120))
                }
            }
        }
    }

    /// Moves on while the bar can be seen.
    private func step() -> Bool {
        if gtk_widget_get_mapped(pointer) != 0 { gtk_progress_bar_pulse(opaque) }
        return true
    }
}
