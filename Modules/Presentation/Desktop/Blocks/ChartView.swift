import CGTK
import TenonUI

/// Shows numbers as a picture, and below it the same numbers in words.
@DesktopActor
final class ChartView: BlockView {
    var root: Widget { box }
    private let box = Box(GTK_ORIENTATION_VERTICAL, spacing: 8)
    private let card = Box(GTK_ORIENTATION_VERTICAL, spacing: 12).styled("card", "padded")
    private let heading: Heading
    private let summary = Label()
    private let picture: Widget
    private let legend: Widget
    private var shown: ChartBlock?

    init(_ chart: ChartBlock, level: Int) {
        heading = Heading(level)
        picture = Widget(
            tenon_gtk_new(gtk_drawing_area_get_type(), GTK_ACCESSIBLE_ROLE_IMG))
        legend = Widget(tenon_gtk_new(gtk_grid_get_type(), GTK_ACCESSIBLE_ROLE_TABLE))
        gtk_grid_set_column_spacing(legend.typed(), 10)
        gtk_grid_set_row_spacing(legend.typed(), 4)
        card.append(summary, picture.styled("chart"), legend)
        box.append(heading.label, card)
        let painter = Painter()
        self.painter = painter
        gtk_drawing_area_set_draw_func(
            picture.typed(),
            { area, context, width, height, data in
                guard let area, let context, let data else { return }
                // Called on the thread of the windows, like everything that GTK calls.
                nonisolated(unsafe) let arguments = (area, context, data)
                DesktopActor.assumeIsolated {
                    Unmanaged<Painter>.fromOpaque(arguments.2).takeUnretainedValue().draw(
                        Canvas(
                            context: arguments.1, widget: arguments.0, width: Double(width),
                            height: Double(height)))
                }
            }, Unmanaged.passRetained(painter).toOpaque(),
            { data in if let data { Unmanaged<Painter>.fromOpaque(data).release() } })
        show(chart)
    }

    private let painter: Painter

    func update(_ block: Block) {
        if case .chart(let chart) = block { show(chart) }
    }

    private func show(_ chart: ChartBlock) {
        guard chart != shown else { return }
        shown = chart
        heading.text = chart.title
        summary.text = chart.summary
        picture.name(chart.title)
        picture.describe(chart.summary)
        legend.name(chart.title)
        painter.chart = chart
        gtk_drawing_area_set_content_height(picture.typed(), chart.kind == .shares ? 28 : 140)
        gtk_widget_queue_draw(picture.pointer)
        showNumbers(chart)
    }

    private func showNumbers(_ chart: ChartBlock) {
        while let child = gtk_widget_get_first_child(legend.pointer) {
            gtk_grid_remove(legend.typed(), child)
        }
        for (index, point) in chart.points.enumerated() {
            let color = Box(GTK_ORIENTATION_HORIZONTAL, role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
                .styled("swatch", "series-\(chart.kind == .line ? 0 : index % Painter.colors)")
                .aligned(nil, GTK_ALIGN_CENTER)
            let label = Label(point.label).styled("dim-label").expanding(horizontally: true)
            let text = Label(point.text).styled("numeric")
            gtk_label_set_xalign(text.opaque, 1)
            for (column, widget) in [color, label, text].enumerated() {
                gtk_grid_attach(
                    legend.typed(), widget.pointer, Int32(column), Int32(index), 1, 1)
            }
        }
    }
}

/// Where a picture is drawn.
@DesktopActor
private struct Canvas {
    let context: OpaquePointer
    let widget: UnsafeMutablePointer<GtkDrawingArea>
    let width: Double
    let height: Double

    /// Draws from right to left from now on, if the widget is laid out so; there is no text in it.
    func mirrorIfNeeded() {
        let widget = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkWidget.self)
        guard gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL else { return }
        cairo_translate(context, width, 0)
        cairo_scale(context, -1, 1)
    }

    /// The colour of the theme with a name.
    func color(_ name: String) -> GdkRGBA {
        let style = gtk_widget_get_style_context(
            UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkWidget.self))
        var color = GdkRGBA(red: 0.5, green: 0.5, blue: 0.5, alpha: 1)
        gtk_style_context_lookup_color(style, name, &color)
        return color
    }

    func setColor(_ name: String, alpha: Double = 1) {
        let color = color(name)
        cairo_set_source_rgba(
            context, Double(color.red), Double(color.green), Double(color.blue),
            Double(color.alpha) * alpha)
    }

    /// A bar with round corners.
    func fillBar(x: Double, y: Double, width: Double, height: Double) {
        let radius = max(0, min(4, min(width, height) / 2))
        cairo_new_sub_path(context)
        cairo_arc(context, x + width - radius, y + radius, radius, -Double.pi / 2, 0)
        cairo_arc(context, x + width - radius, y + height - radius, radius, 0, Double.pi / 2)
        cairo_arc(context, x + radius, y + height - radius, radius, Double.pi / 2, Double.pi)
        cairo_arc(context, x + radius, y + radius, radius, Double.pi, Double.pi * 1.5)
        cairo_close_path(context)
        cairo_fill(context)
    }
}

/// Draws a chart.
@DesktopActor
private final class Painter {
    /// The number of colours that tell points apart.
    nonisolated static let colors = 5

    var chart: ChartBlock?

    func draw(_ canvas: Canvas) {
        guard let chart, !chart.points.isEmpty else { return }
        canvas.mirrorIfNeeded()
        switch chart.kind {
        case .bars: drawBars(chart, canvas)
        case .line: drawLine(chart, canvas)
        case .shares: drawShares(chart, canvas)
        }
    }

    private func drawBars(_ chart: ChartBlock, _ canvas: Canvas) {
        let most = max(chart.points.map(\.value).max() ?? 0, .leastNonzeroMagnitude)
        let step = canvas.width / Double(chart.points.count)
        let width = min(64, step * 0.6)
        drawBase(canvas)
        for (index, point) in chart.points.enumerated() where point.value > 0 {
            let height = max(2, (canvas.height - 2) * point.value / most)
            canvas.setColor("series_\(index % Self.colors)")
            canvas.fillBar(
                x: step * (Double(index) + 0.5) - width / 2, y: canvas.height - 2 - height,
                width: width, height: height)
        }
    }

    private func drawLine(_ chart: ChartBlock, _ canvas: Canvas) {
        let values = chart.points.map(\.value)
        let (least, most) = (min(0, values.min() ?? 0), max(values.max() ?? 0, 0))
        let range = max(most - least, .leastNonzeroMagnitude)
        let step = (canvas.width - 12) / Double(max(1, values.count - 1))
        drawBase(canvas)
        let points = values.enumerated().map { index, value in
            (6 + step * Double(index), 6 + (canvas.height - 14) * (1 - (value - least) / range))
        }
        canvas.setColor("series_0")
        cairo_set_line_width(canvas.context, 2.5)
        cairo_set_line_join(canvas.context, CAIRO_LINE_JOIN_ROUND)
        for (x, y) in points { cairo_line_to(canvas.context, x, y) }
        cairo_stroke(canvas.context)
        for (x, y) in points {
            cairo_arc(canvas.context, x, y, 4, 0, 2 * Double.pi)
            cairo_fill(canvas.context)
        }
    }

    private func drawShares(_ chart: ChartBlock, _ canvas: Canvas) {
        let sum = chart.points.map { max(0, $0.value) }.reduce(0, +)
        guard sum > 0 else { return }
        var x = 0.0
        for (index, point) in chart.points.enumerated() where point.value > 0 {
            let width = canvas.width * point.value / sum
            canvas.setColor("series_\(index % Self.colors)")
            canvas.fillBar(x: x, y: 0, width: max(1, width - 2), height: canvas.height)
            x += width
        }
    }

    private func drawBase(_ canvas: Canvas) {
        canvas.setColor("borders")
        cairo_rectangle(canvas.context, 0, canvas.height - 1, canvas.width, 1)
        cairo_fill(canvas.context)
    }
}
