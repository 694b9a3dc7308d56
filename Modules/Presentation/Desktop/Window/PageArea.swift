import CGTK
import TenonCore
import TenonUI

/// Shows the present screen; where there is room, beside the list that led to it.
@DesktopActor
final class PageArea {
    /// From this width on, a list and what was chosen in it stand beside each other.
    private static let splitWidth = 900
    /// From this width on, the list needs not be narrow when the places are beside it.
    private static let roomyWidth = 1200

    let root = Box(GTK_ORIENTATION_VERTICAL).expanding(horizontally: true, vertically: true)
    private let localizer: Localizer
    private let makeView: @DesktopActor (Screen, Bool) -> ScreenView
    private let isSearching: @DesktopActor () -> Bool
    private let paned = Widget(gtk_paned_new(GTK_ORIENTATION_HORIZONTAL))
    private let placeholder: Box
    /// The present view, and before it those of lists that one can go back to.
    private var path: [ScreenView] = []
    private var isWide = false
    /// How wide the list is at first.
    private var listWidth: Int32 = 0
    /// Whether the present screen was chosen in the list before it.
    private var isChosen = false
    /// The views that are beside each other now; twice the same view when it is alone.
    private var placed: [Box] = []

    /// The row of the list that is being opened.
    private var opening: String?
    /// The row of the list whose content is beside it.
    private var opened: String?

    /// - Parameter isSearching: Whether the person is typing into the search.
    init(
        localizer: Localizer, isSearching: @escaping @DesktopActor () -> Bool,
        makeView: @escaping @DesktopActor (Screen, Bool) -> ScreenView
    ) {
        self.localizer = localizer
        self.isSearching = isSearching
        self.makeView = makeView
        placeholder = Box(GTK_ORIENTATION_VERTICAL, spacing: 12)
            .append(
                Icon("view-list-symbolic", size: 64).styled("dim-label"),
                Label(localizer(DesktopText.nothingChosen)).centered().styled("dim-label"))
        placeholder.aligned(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
        paned.expanding(horizontally: true, vertically: true)
        // Otherwise GTK takes the height that lists need in the whole width for the one they need.
        gtk_widget_set_size_request(paned.pointer, -1, 480)
        gtk_paned_set_resize_start_child(paned.opaque, 0)
        gtk_paned_set_shrink_start_child(paned.opaque, 0)
        gtk_paned_set_shrink_end_child(paned.opaque, 0)
    }

    /// The view of the present screen.
    var current: ScreenView? { path.last }

    /// The view with a search: the present one, or the list beside it.
    var searchable: ScreenView? {
        if let current, current.screen.search != nil { return current }
        return beside.flatMap { $0.screen.search == nil ? nil : $0 }
    }

    /// The list that stands beside what was chosen in it.
    var beside: ScreenView? { isWide && isChosen ? path.dropLast().last : nil }

    /// The views in sight, first the one with the focus.
    var visible: [ScreenView] {
        let views = [current, beside].compactMap(\.self)
        return beside?.root.hasFocusWithin == true ? views.reversed() : views
    }

    /// Whether the next screen, and those that follow from it, were chosen in the list; `nil` when
    /// that stays as it is for the present screen.
    var nextIsChosen: Bool?

    /// Shows a screen, in the view of its location if there is one.
    ///
    /// - Parameter canGoBack: Whether the screens before it are still there.
    func show(_ screen: Screen, canGoBack: Bool) {
        let isAlone =
            !canGoBack && screen.search == nil
            && screen.destinations.isEmpty
            && !screen.actions.contains { $0.scope == .application }
        if let index = path.lastIndex(where: { $0.screen.location == screen.location }) {
            path.removeSubrange((index + 1)...)
            nextIsChosen = nil
            path[index].update(screen, isAlone: isAlone)
            return place()
        }
        // Only lists are kept: another screen may show secrets, and is made again on return.
        path = canGoBack ? path.filter { $0.layout == .list } : []
        let view = makeView(screen, isAlone)
        path.append(view)
        isChosen = view.layout != .list && (nextIsChosen ?? isChosen)
        nextIsChosen = nil
        opened = opening
        opening = nil
        place()
        // After a lock nothing of what was shown before may be left.
        ToolTip.forget()
    }

    /// Updates the list of a location that one can go back to.
    func update(_ covered: Screen) {
        path.last { $0.screen.location == covered.location }?.update(covered, isAlone: false)
    }

    /// Marks the row that is being opened, until something else is done.
    func open(_ row: String?, in view: ScreenView) {
        opening = row
        if let row { view.mark(row) }
    }

    /// Marks the row again whose content is shown, since the one that was chosen is not opened.
    func stay() {
        opening = nil
        beside?.mark(opened)
    }

    /// Takes note of how wide the window is.
    ///
    /// - Parameter hasPlaces: Whether the places of the application are beside the page.
    func setWidth(_ width: Int, hasPlaces: Bool) {
        let listWidth: Int32 = hasPlaces && width < Self.roomyWidth ? 330 : 400
        // Afterwards it is as wide as the person makes it.
        if listWidth != self.listWidth { gtk_paned_set_position(paned.opaque, listWidth) }
        self.listWidth = listWidth
        let isWide = width >= Self.splitWidth
        guard isWide != self.isWide else { return }
        self.isWide = isWide
        place()
    }

    /// Puts the views where they belong, unless they are there already.
    private func place() {
        guard let current else { return }
        let list = current.layout == .list ? (isWide ? current : nil) : beside
        // On the way to another row the list is the present screen for a moment.
        if current === list { list?.mark(opening) }
        let roots = [list?.root ?? current.root, list === current ? placeholder : current.root]
        guard roots[0] !== placed.first || roots[1] !== placed.last else { return }
        let kept =
            placed.last === current.root || placed.first === current.root
            ? current.root.focusWithin : nil
        placed = roots
        gtk_paned_set_start_child(paned.opaque, nil)
        gtk_paned_set_end_child(paned.opaque, nil)
        root.removeAll()
        if list != nil {
            gtk_paned_set_start_child(paned.opaque, roots[0].pointer)
            gtk_paned_set_end_child(paned.opaque, roots[1].pointer)
            root.append(paned)
        } else {
            root.append(current.root)
        }
        if let kept { return _ = kept.focusWithoutSelecting() }
        // Letters that are typed meanwhile belong to the search.
        if current.screen.search == nil || !isSearching() { focus() }
    }

    /// Puts the focus on the present screen, once it has its place.
    func focus() {
        Idle.run(afterLayoutOf: root) { [weak self] in
            guard let self, let current else { return }
            // GTK has chosen something before anything had its place.
            gtk_root_set_focus(gtk_widget_get_root(current.root.pointer), nil)
            root.forgetHiddenFocus()
            current.focus()
        }
    }
}
