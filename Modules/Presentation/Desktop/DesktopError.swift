import TenonCore

/// What keeps this front end from running.
typealias DesktopError = ModuleError<DesktopErrors>

/// Tells ``DesktopError`` apart from the errors of other modules.
enum DesktopErrors {}

extension DesktopError {
    static var noDisplay: DesktopError {
        DesktopError(
            .desktopNoDisplay, "There is no display to open a window on.",
            remedy: """
                Start this in a desktop session, where WAYLAND_DISPLAY or DISPLAY is set; in a terminal \
                use the program without "-desktop" in its name, or the one with "-web".
                """)
    }

    static var displayLost: DesktopError {
        DesktopError(
            .desktopNoDisplay, "The connection to the display was lost.",
            remedy: "Start the program again.")
    }

    static var noClipboard: DesktopError {
        DesktopError(
            .desktopNoDisplay, "The window's clipboard is no longer available.",
            remedy: "Start the program again.")
    }
}

extension ErrorCode {
    static let desktopNoDisplay = ErrorCode("desktop.no-display", .unavailable)
}
