public import TenonCore

/// What can go wrong with the clipboard and with opening links.
public typealias SystemError = ModuleError<SystemErrors>

/// Tells ``SystemError`` apart from the errors of other modules.
public enum SystemErrors {}

extension SystemError {
    static var noDesktop: SystemError {
        SystemError(
            .noClipboard, "There is no desktop whose clipboard could be used.",
            remedy: "Start this from a desktop session, where WAYLAND_DISPLAY or DISPLAY is set.")
    }

    static func noClipboardTool(package: String) -> SystemError {
        SystemError(
            .noClipboard, "There is no program that writes to the clipboard.",
            remedy: "Install one, for example with: sudo apt-get install \(package)")
    }

    static func clipboardFailed(tool: String, display: String) -> SystemError {
        SystemError(
            .clipboardFailed, "The program \(tool) could not write to the clipboard of \(display).",
            remedy: "Check that the desktop session is still running, then try again.")
    }

    static var secretUnsuitable: SystemError {
        SystemError(
            .clipboardFailed, "This value is too long for the clipboard.",
            remedy: "Show it, or export it to a file.")
    }

    static var keeperFailed: SystemError {
        SystemError(
            .clipboardFailed,
            """
            The clipboard was cleared again, since the process that would have cleared it later \
            could not be started.
            """,
            remedy: "Try again, or show the value instead.")
    }

    static func badAddress(_ address: String) -> SystemError {
        SystemError(
            .badAddress,
            "\"\(address.prefix(200))\" is not an address that can be opened.",
            remedy: "Only absolute addresses that begin with http:// or https:// are opened.")
    }

    static var noBrowser: SystemError {
        SystemError(
            .noBrowser, "There is no program here that opens web addresses.",
            remedy: "Install a browser and the program xdg-open: sudo apt-get install xdg-utils")
    }
}

extension ErrorCode {
    /// There is no clipboard, or no program that writes to it.
    public static let noClipboard = ErrorCode("system.no-clipboard", .unavailable)
    /// The clipboard refused a value.
    public static let clipboardFailed = ErrorCode("system.clipboard-failed", .unavailable)
    /// An address that is not opened.
    public static let badAddress = ErrorCode("system.bad-address", .badData)
    /// There is no program that opens addresses.
    public static let noBrowser = ErrorCode("system.no-browser", .unavailable)
}
