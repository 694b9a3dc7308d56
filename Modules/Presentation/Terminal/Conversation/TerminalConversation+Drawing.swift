import TenonCore
import TenonUI

/// What is drawn: the screen with what was typed into it, and what stands on top.
extension TerminalConversation {
    /// Sends what differs from what is shown.
    ///
    /// - Returns: Whether the terminal took it.
    func draw() async -> Bool {
        messages.removeAll { $0.end <= .now }
        let palette = currentPalette
        if palette != self.palette { shown = nil }
        self.palette = palette
        guard let view = makeView() else { return true }
        let (frame, hits) = view.draw()
        self.hits = hits
        let painter = FramePainter(palette: palette, forgetsPictures: ability.hasKitty)
        let text = painter.bytes(from: shown, to: frame)
        shown = frame
        return text.isEmpty ? true : await device.output.send(text)
    }

    private var currentPalette: Palette {
        let depth = device.kind.depth
        switch appearance.scheme {
        case nil, .system:
            return Palette(
                depth: depth, isDark: isDark ?? true, paintsPage: false, brand: appearance.brand)
        case .light, .dark:
            let wantsDark = appearance.scheme == .dark
            return Palette(
                depth: depth, isDark: wantsDark, paintsPage: depth != .none && isDark != wantsDark,
                brand: appearance.brand)
        }
    }

    private func makeView() -> ScreenView? {
        guard let screen else {
            return question.map { blankView(dialog: $0.dialog(columns: size.columns)) }
        }
        let column = PlacesColumn(offers(for: screen), columns: size.columns, localizer)
        let panes = Panes(
            columns: size.columns, places: column?.width ?? 0, hasSide: self.side != nil)
        let side = panes.side > 0 ? self.side : nil
        // Offers depend on the focus, the rows for the page on the offers.
        layOut(screen, width: panes.pageWidth)
        var view = ScreenView(
            columns: size.columns, rows: size.rows, localizer: localizer,
            application: name, title: screen.title, page: page, scroll: scroll,
            focus: focus, offers: offers(for: screen))
        view.placesColumn = column
        view.messages = messageLines
        view.badges = TitleBar.places(on: screen, columns: size.columns)
        if let busySince, busySince + Self.patience <= .now {
            view.activity = localizer(UIText.working)
        }
        if bodyRows != view.bodyRows {
            bodyRows = view.bodyRows
            layOut(screen, width: panes.pageWidth)
            (view.page, view.scroll, view.focus) = (page, scroll, focus)
            view.offers = offers(for: screen)
        }
        if let side {
            var layout = PageLayout(localizer: localizer, width: panes.sideWidth)
            layout.isSpacious = size.rows >= 20
            (layout.codes, layout.rows) = (codes, bodyRows)
            layout.focus = side.focus
            view.side = layout.page(of: side.screen)
            view.sideFocus = side.focus
        }
        view.dialog = dialog
        return view
    }

    private func blankView(dialog: Dialog) -> ScreenView {
        let blank = Screen(location: Location([""]), title: application.name)
        var view = ScreenView(
            columns: size.columns, rows: size.rows, localizer: localizer, application: "",
            title: application.name, page: Page(), scroll: 0, offers: offers(for: blank))
        view.dialog = dialog
        return view
    }

    /// What can be done on a screen with what has the focus.
    func offers(for screen: Screen) -> Offers {
        Offers(
            screen, item: page.item(focus), inText: isInText, keys: keys,
            canGoBack: session.canGoBack || screen.parent != nil,
            canUndo: !session.undoable.isEmpty, enter: fieldReturn,
            localizer: localizer)
    }

    /// What a message says, with the key that takes back what it is about.
    private func text(of notice: Notice) -> String {
        guard notice.undo != nil, let key = keys.stroke(for: .undo, inText: isInText) else {
            return notice.text
        }
        return "\(notice.text) [\(key.label)] \(localizer(UIText.undo))"
    }

    private var messageLines: [TextLine] {
        let setter = TextSetter(width: max(8, size.columns - 2))
        var lines: [TextLine] = []
        for task in session.progress {
            var runs = [[TextRun(HarmlessText.line(task.title))]]
            if let fraction = task.fraction {
                runs.append([TextRun(BlockBar.text(fraction, width: 12), .accent)])
            }
            if let total = task.total {
                let counts = [
                    "completed": localizer.number(task.completed),
                    "total": localizer.number(total),
                ]
                runs.append([TextRun(localizer(UIText.progress, counts), .secondary)])
            }
            lines += setter.flow(runs, gap: 2)
        }
        for message in messages {
            lines += setter.message(text(of: message.notice), message.notice.tone, localizer)
        }
        return lines
    }
}
