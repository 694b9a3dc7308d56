/// What puts a secret on the clipboard, and whether it marks it as one.
///
/// Programs that keep a history of the clipboard leave out what is offered with
/// `x-kde-passwordManagerHint` = `secret` beside the text.
public enum ClipboardMeans: Sendable, Hashable {
    /// This process, which marks what it copies.
    case process
    /// A program of the desktop at a path, which marks what it copies.
    case marking(program: String)
    /// A program of the desktop at a path, which offers the text alone.
    ///
    /// `better` is the package, with its lowest version, that marks on the same desktop; `nil` when
    /// there is none.
    case unmarking(program: String, better: String?)
    /// A terminal, which is asked to copy and takes no mark.
    case terminal
    /// Nothing, as the desktop's program is not installed; the package has it.
    case missing(package: String)
    /// Nothing, as there is neither a desktop nor a terminal to ask.
    case noDesktop

    /// Whether programs that keep a history of the clipboard are told that what is copied is a secret.
    public var marksSecrets: Bool {
        switch self {
        case .process, .marking: true
        case .unmarking, .terminal, .missing, .noDesktop: false
        }
    }
}
