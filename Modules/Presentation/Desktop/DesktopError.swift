import TenonCore

/// What keeps this front end from running.
struct DesktopError: ExplainedError {
    let code: ErrorCode
    let message: Sentence
    let remedy: Sentence

    static let noDisplay = DesktopError(
        code: .desktopNoDisplay, message: "There is no display to open a window on.",
        remedy: """
            Start this in a desktop session, where WAYLAND_DISPLAY or DISPLAY is set; in a terminal \
            use the program without "-desktop" in its name, or the one with "-web".
            """)

    static let noClipboard = DesktopError(
        code: .desktopNoDisplay, message: "The window's clipboard is no longer available.",
        remedy: "Start the program again.")
}

extension ErrorCode {
    static let desktopNoDisplay = ErrorCode("desktop.no-display", .unavailable)
}
