/// What an action means wherever it is; a front end gives each of these one key, on all screens the same.
///
/// To find, to go back and to undo have keys, too, but are no actions of a scene: front ends do them by
/// themselves.
public enum Accelerator: String, Sendable, Codable, CaseIterable {
    /// Makes something new.
    case new
    /// Changes what is shown.
    case edit
    /// Copies what one most likely wants, such as a password.
    case copy
    /// Copies what one wants beside that, such as a user name.
    case copyOther = "copy-other"
    /// Takes away what is shown.
    case delete
    /// Keeps what was typed into a form, and does nothing else; the session offers it when somebody leaves.
    case save
    /// Locks the application.
    case lock
    /// Goes to what one can choose about the application.
    case settings

    /// The letter where letters are keys; no other action gets it.
    ///
    /// It is `nil` where a place has its shortcut, or where letters are text.
    package var letter: String? {
        switch self {
        case .new: "a"
        case .edit: "e"
        case .copy: "c"
        case .copyOther: "u"
        case .delete: "d"
        case .lock: "x"
        case .save, .settings: nil
        }
    }
}
