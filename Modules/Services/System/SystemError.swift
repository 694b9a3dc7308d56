public import TenonCore

/// What can go wrong with the clipboard and with opening links.
public struct SystemError: ExplainedError, Equatable {
    /// The stable code.
    public let code: ErrorCode
    /// What happened.
    public let message: Sentence
    /// What to do.
    public let remedy: Sentence

    static let noDesktop = SystemError(
        code: .noClipboard, message: "There is no desktop whose clipboard could be used.",
        remedy: "Start this from a desktop session, where WAYLAND_DISPLAY or DISPLAY is set.")

    static func noClipboardTool(package: String) -> SystemError {
        SystemError(
            code: .noClipboard, message: "There is no program that writes to the clipboard.",
            remedy: "Install one, for example with: sudo apt-get install \(package)")
    }

    static func clipboardFailed(tool: String, display: String) -> SystemError {
        SystemError(
            code: .clipboardFailed,
            message: "The program \(tool) could not write to the clipboard of \(display).",
            remedy: "Check that the desktop session is still running, then try again.")
    }

    static let secretUnsuitable = SystemError(
        code: .clipboardFailed, message: "This value is too long for the clipboard.",
        remedy: "Show it, or export it to a file.")

    static let keeperFailed = SystemError(
        code: .clipboardFailed,
        message: """
            The clipboard was cleared again, since the process that would have cleared it later \
            could not be started.
            """,
        remedy: "Try again, or show the value instead.")

    static func badAddress(_ address: String) -> SystemError {
        SystemError(
            code: .badAddress,
            message: "\"\(address.prefix(200))\" is not an address that can be opened.",
            remedy: "Only absolute addresses that begin with http:// or https:// are opened.")
    }

    static let noBrowser = SystemError(
        code: .noBrowser, message: "There is no program here that opens web addresses.",
        remedy: "Install a browser and the program xdg-open: sudo apt-get install xdg-utils")
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
