import TenonCore
import TenonUI

/// What can be set from outside.
enum TerminalSettings {
    /// `--keys`.
    static let keys = Setting<String?>(
        "keys", placeholder: "NAME=KEY,...",
        help: "Use other keys, for example commands=ctrl-k,help=f2; ? shows the names.",
        environmentVariable: "TENON_KEYS")

    /// `--no-mouse`.
    static let noMouse = Setting<Bool>(
        "no-mouse", help: "Leave the mouse to the terminal, to select text.",
        environmentVariable: "TENON_NO_MOUSE")
}
