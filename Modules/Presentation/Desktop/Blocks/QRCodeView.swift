import CGTK
import TenonCore
import TenonUI

/// Shows a QR code, dark on white in every scheme, and below it what it is.
///
/// The text takes the place of the picture where there is none.
@DesktopActor
final class QRCodeView: BlockView {
    /// The pixels that a side of the picture takes about.
    private static let side = 280
    /// The pixels that a module has at least.
    private static let smallestModule = 3

    var root: Widget { box }
    private let box = Box(GTK_ORIENTATION_VERTICAL, spacing: 8)
    private let heading: Heading
    private let picture = Widget(
        tenon_gtk_new(gtk_drawing_area_get_type(), GTK_ACCESSIBLE_ROLE_IMG))
    private let text = Label().selectable().leftToRight().styled("monospace")
    private let caption = Label().styled("dim-label").centered()
    private let context: ScreenContext
    private let painter = Painter()
    private var shown: QRCodeBlock?

    init(_ code: QRCodeBlock, level: Int, context: ScreenContext) {
        heading = Heading(level)
        self.context = context
        let card = Box(GTK_ORIENTATION_VERTICAL, spacing: 12).styled("card", "padded")
        card.append(picture.aligned(GTK_ALIGN_CENTER), text, caption)
        box.append(heading.label, card)
        gtk_drawing_area_set_draw_func(
            picture.typed(),
            { _, context, width, height, data in
                guard let context, let data else { return }
                // Called on the thread of the windows, like everything that GTK calls.
                nonisolated(unsafe) let arguments = (context, data)
                DesktopActor.assumeIsolated {
                    Unmanaged<Painter>.fromOpaque(arguments.1).takeUnretainedValue().draw(
                        arguments.0, width: Int(width), height: Int(height))
                }
            }, Unmanaged.passRetained(painter).toOpaque(),
            { data in if let data { Unmanaged<Painter>.fromOpaque(data).release() } })
        show(code)
    }

    func update(_ block: Block) {
        if case .qrCode(let code) = block { show(code) }
    }

    private func show(_ block: QRCodeBlock) {
        guard block != shown else { return }
        shown = block
        heading.text = block.title
        caption.text = block.alternative
        let code = block.text.flatMap { context.codes?.code(of: SecretText($0)) }
        painter.code = code
        picture.isVisible = code != nil
        picture.name(block.alternative)
        text.isVisible = code == nil
        text.text = code == nil ? block.text ?? context.localizer(UIText.concealed) : ""
        if let code {
            let width = code.size + 2 * QRCode.quietZone
            let side = Int32(width * max(Self.smallestModule, Self.side / width))
            gtk_drawing_area_set_content_width(picture.typed(), side)
            gtk_drawing_area_set_content_height(picture.typed(), side)
        }
        gtk_widget_queue_draw(picture.pointer)
    }
}

/// Draws a code.
@DesktopActor
private final class Painter {
    var code: QRCode?

    /// Draws it as large as modules of whole pixels allow, in the middle of white.
    func draw(_ context: OpaquePointer, width: Int, height: Int) {
        guard let code else { return }
        cairo_set_source_rgb(context, 1, 1, 1)
        cairo_paint(context)
        let module = max(1, min(width, height) / (code.size + 2 * QRCode.quietZone))
        let left = (width - code.size * module) / 2
        let top = (height - code.size * module) / 2
        cairo_set_antialias(context, CAIRO_ANTIALIAS_NONE)
        cairo_set_source_rgb(context, 0, 0, 0)
        for row in 0..<code.size {
            for column in 0..<code.size where code.isDark(column: column, row: row) {
                cairo_rectangle(
                    context, Double(left + column * module), Double(top + row * module),
                    Double(module), Double(module))
            }
        }
        cairo_fill(context)
    }
}
