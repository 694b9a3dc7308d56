import Glibc

/// One way in which things go wrong.
enum Fault: String, CaseIterable, Sendable {
    /// The process is stopped wherever something was changed, and goes on; what a kill or a loss of
    /// power would leave there is looked at. One trial has them all.
    case stop
    /// The process is killed before an operation.
    case kill
    /// The power fails before an operation: what was not synced is gone.
    case power
    /// The process is killed at any time.
    case anytime
    /// An operation that does not read fails.
    case error
    /// Reading or mapping a file fails.
    case read
    /// There is no space for one operation.
    case space
    /// From one operation on there is no space.
    case full
    /// A write writes only half.
    case short
    /// The disk is a real one with a few free pages.
    case disk
    /// The disk cannot be written.
    case readOnly = "read-only"

    /// The kinds of operations that it strikes, as the letters of `shim.c`.
    var kinds: String {
        switch self {
        case .stop, .kill, .power: "ocurmwts"
        case .error: "ocuwts"
        case .read: "rm"
        case .space, .full: "cwt"
        case .short: "w"
        case .anytime, .disk, .readOnly: ""
        }
    }

    /// Whether it strikes at the operation of a number.
    var isCounted: Bool { !kinds.isEmpty }

    /// Whether it ends the process.
    var isKill: Bool { self == .kill || self == .power || self == .anytime }

    /// Whether what is there can still be read.
    var leavesReading: Bool {
        self == .space || self == .full || self == .short || self == .disk || self == .readOnly
    }

    /// What tells the shim of it.
    func environment(at number: Int) -> [String: String] {
        var result = ["TORTURE_KINDS": kinds, "TORTURE_AT": "\(number)"]
        switch self {
        case .stop, .kill, .power, .short: result["TORTURE_FAULT"] = rawValue
        case .error, .read: result["TORTURE_FAULT"] = "error"
        case .space, .full: result["TORTURE_FAULT"] = "error"
        case .anytime, .disk, .readOnly: return [:]
        }
        result["TORTURE_ERROR"] = "\(self == .space || self == .full ? ENOSPC : EIO)"
        if self == .full { result["TORTURE_ONWARD"] = "1" }
        return result
    }
}
