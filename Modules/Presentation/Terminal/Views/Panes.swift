/// How the columns of a terminal are divided: the places, the list that led here, the page.
struct Panes: Equatable {
    /// From this width on there is room for two pages.
    private static let wide = 95

    let columns: Int
    /// The columns of the places with the line beside them; 0 when they are not beside the page.
    let places: Int
    /// The columns of the list, without the line beside it; 0 without one, or room for it.
    let side: Int

    /// - Parameters:
    ///   - places: The columns that the places need; 0 when they are not beside the page.
    ///   - hasSide: Whether there is a list to stand beside the page.
    init(columns: Int, places: Int = 0, hasSide: Bool = false) {
        self.columns = columns
        self.places = places
        let room = columns - places
        side = hasSide && room >= Self.wide ? min(60, room * 2 / 5) : 0
    }

    /// The first column of the page.
    var left: Int { places + (side == 0 ? 0 : side + 1) }

    /// The columns for text on the page, with margins on both sides.
    var pageWidth: Int { max(8, min(columns - left, 120) - PageLayout.margin - 1) }

    /// The columns for text of the list.
    var sideWidth: Int { max(8, side - 3) }
}
