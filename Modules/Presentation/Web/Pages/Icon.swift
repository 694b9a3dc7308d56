/// Small pictures, drawn as lines on a grid of 20 by 20 in the colour of the text around them.
///
/// They only ever stand beside words, so that assistive technology passes over them.
enum Icon: String, CaseIterable {
    case search = "M13.2 13.2 17 17M15 8.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0Z"
    case back = "M12.5 4.5 7 10l5.5 5.5"
    case next = "M7.5 4.5 13 10l-5.5 5.5"
    case more = "M4.5 10h.01M10 10h.01M15.5 10h.01"
    case warning = "M10 3.2 18 16.8H2L10 3.2ZM10 8.2v3.6M10 14.2h.01"
    case done = "M18 10a8 8 0 1 1-16 0 8 8 0 0 1 16 0ZM6.6 10.2l2.4 2.4 4.4-4.8"
    case note = "M18 10a8 8 0 1 1-16 0 8 8 0 0 1 16 0ZM10 9.2v4.4M10 6.4h.01"
    case outward = "M8 5H5v10h10v-3M11 4h5v5M16 4l-7 7"
    case keyboard =
        "M2.5 5.5h15v9h-15zM5.5 8.5h.01M8.5 8.5h.01M11.5 8.5h.01M14.5 8.5h.01M6.5 11.7h7"
    case stop = "M10 3v6.5M6 5.2a6.5 6.5 0 1 0 8 0"

    /// Whether it points to where the text came from or goes to.
    private var isArrow: Bool { [.back, .next, .outward].contains(self) }

    /// The picture.
    var html: HTML {
        element(
            .svg, .class("icon", isArrow ? "arrow" : ""), Attribute(.viewBox, "0 0 20 20"),
            Attribute(.ariaHidden, "true"),
            Attribute(.focusable, "false")
        ) {
            element(.path, Attribute(.d, rawValue))
        }
    }
}
