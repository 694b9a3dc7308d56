import CGTK
import TenonCore
import TenonUI

/// Shows paragraphs in which parts are set apart or lead elsewhere.
@DesktopActor
final class RichTextView: BlockView {
    var root: Widget { box }
    private let box = Box(GTK_ORIENTATION_VERTICAL, spacing: 10)
    private let context: ScreenContext
    private var labels: [RichLabel] = []

    init(_ text: RichTextBlock, context: ScreenContext) {
        self.context = context
        show(text)
    }

    func update(_ block: Block) {
        if case .richText(let text) = block { show(text) }
    }

    private func show(_ text: RichTextBlock) {
        while labels.count > text.paragraphs.count { box.remove(labels.removeLast()) }
        while labels.count < text.paragraphs.count {
            let label = RichLabel(context)
            labels.append(label)
            box.append(label)
        }
        for (label, spans) in zip(labels, text.paragraphs) { label.spans = spans }
    }
}

/// Text in which parts are set apart or lead elsewhere; the tab key goes from link to link.
///
/// The text itself is never taken for markup: it is escaped, and made harmless.
final class RichLabel: Widget {
    private let context: ScreenContext

    init(_ context: ScreenContext) {
        self.context = context
        super.init(gtk_label_new(nil))
        gtk_label_set_xalign(opaque, 0)
        gtk_label_set_wrap(opaque, 1)
        Signal.connect(pointer, askingText: "activate-link") { [weak self] number in
            guard let self, let index = Int(number), self.spans.indices.contains(index),
                let link = self.spans[index].link
            else { return true }
            self.context.wish(.follow(link))
            return true
        }
    }

    /// What it shows.
    var spans: [TextSpan] = [] {
        didSet {
            guard spans != oldValue else { return }
            Label.breakLines(of: opaque, spans.text)
            gtk_label_set_markup(opaque, spans.enumerated().map(Self.markup).joined())
            describe(spans.compactMap(\.address).joined(separator: " "))
        }
    }

    /// The markup of Pango and GtkLabel for a span.
    nonisolated static func markup(_ index: Int, _ span: TextSpan) -> String {
        let text = escaped(span.text)
        let styled =
            switch span.style {
            case .plain: text
            case .emphasis: "<i>\(text)</i>"
            case .strong: "<b>\(text)</b>"
            case .code: "<tt>\(text)</tt>"
            }
        switch span.link {
        case .address(let address):
            guard span.address != nil else { return styled }
            // The title is markup once more: GtkLabel shows it by gtk_tooltip_set_markup().
            let title = escaped(escaped(address))
            return "<a href=\"\(index)\" title=\"\(title)\">\(styled)</a>"
        case .location: return "<a href=\"\(index)\">\(styled)</a>"
        case nil: return styled
        }
    }

    nonisolated private static func escaped(_ text: String) -> String {
        guard let escaped = g_markup_escape_text(HarmlessText.lines(text), -1) else { return "" }
        defer { g_free(escaped) }
        return String(cString: escaped)
    }
}

/// Shows a person: a picture or a letter, the name, which may lead elsewhere, and the handle.
@DesktopActor
enum PersonView {
    /// Makes the view.
    ///
    /// - Returns: The widget, and the picture in it, which is to be kept for as long.
    static func make(
        _ person: Person, location: Location?, _ context: ScreenContext
    ) -> (root: Widget, picture: PictureView?) {
        var shown: PictureView?
        let box = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 10)
        if let image = person.image {
            let picture = PictureView(side: 40, context: context)
            picture.show(image)
            box.append(picture.root.aligned(nil, GTK_ALIGN_CENTER))
            shown = picture
        } else if let avatar = context.avatars.avatar(for: person.name) {
            let tile = Label(avatar.letter, role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
            box.append(
                tile.styled("tile", "tile-\(avatar.color)").centered()
                    .aligned(nil, GTK_ALIGN_CENTER))
        }
        let text = Box(GTK_ORIENTATION_VERTICAL, spacing: 2)
            .expanding(horizontally: true).aligned(nil, GTK_ALIGN_CENTER)
        if let location {
            let name = Button("")
            let words = Label(person.name)
            gtk_button_set_child(name.typed(), words.pointer)
            name.styled("link-button", "flat").aligned(GTK_ALIGN_START)
            name.name(person.name)
            name.onClick { context.wish(.follow(.location(location))) }
            text.append(name)
        } else {
            text.append(Label(person.name))
        }
        if !person.handle.isEmpty {
            text.append(Label(person.handle).styled("caption", "dim-label"))
        }
        return (box.append(text), shown)
    }
}
