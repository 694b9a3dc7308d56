package import TenonUI

/// What is sent to a terminal for screens, without a terminal: for measuring.
package enum TerminalRendering {
    /// A terminal that shows one screen after another.
    package struct Display {
        private let localizer: Localizer
        private let size: (columns: Int, rows: Int)
        private var shown: CellGrid?

        /// Makes one that shows nothing yet.
        package init(localizer: Localizer, columns: Int, rows: Int) {
            self.localizer = localizer
            size = (columns, rows)
        }

        /// What is sent to show a screen in place of the one before.
        package mutating func bytes(of screen: Screen) -> [UInt8] {
            let frame = TerminalRendering.frame(screen, localizer, size.columns, size.rows)
            defer { shown = frame }
            return Array(FramePainter(palette: palette).bytes(from: shown, to: frame).utf8)
        }
    }

    /// All that is sent to show a screen on a terminal that shows something else.
    package static func bytes(
        of screen: Screen, localizer: Localizer, columns: Int, rows: Int
    ) -> [UInt8] {
        let frame = frame(screen, localizer, columns, rows)
        return Array(FramePainter(palette: palette).bytes(from: nil, to: frame).utf8)
    }

    /// What is sent when a screen becomes another; both are drawn.
    package static func bytes(
        from old: Screen, to new: Screen, localizer: Localizer, columns: Int, rows: Int
    ) -> [UInt8] {
        let (old, new) = (
            frame(old, localizer, columns, rows), frame(new, localizer, columns, rows)
        )
        return Array(FramePainter(palette: palette).bytes(from: old, to: new).utf8)
    }

    private static let palette = Palette(depth: .sixteen, isDark: true, paintsPage: false)

    private static func frame(
        _ screen: Screen, _ localizer: Localizer, _ columns: Int, _ rows: Int
    ) -> CellGrid {
        let offers = Offers(
            screen, item: nil, inText: false, keys: KeyMap(), canGoBack: true, localizer: localizer)
        let column = PlacesColumn(offers, columns: columns, localizer)
        let panes = Panes(columns: columns, places: column?.width ?? 0)
        let page = PageLayout(localizer: localizer, width: panes.pageWidth).page(of: screen)
        return ScreenView(
            columns: columns, rows: rows, localizer: localizer, application: "",
            title: screen.title, placesColumn: column, page: page, scroll: 0, offers: offers
        ).draw().frame
    }
}
