import Glibc
import TenonCore

/// Why a message does not reach a program.
typealias PushError = ModuleError<PushErrors>

/// Tells ``PushError`` apart from the errors of other modules.
enum PushErrors {}

extension PushError {
    static let nobody = PushError(
        .pushNobody, "No program is running that could take it.", remedy: "Start one first.")

    static let tooLong = PushError(
        .pushTooLong, "The message is longer than \(PushMessage.largest) bytes.",
        remedy: "Leave something out.")

    static let silent = PushError(
        .pushSilent, "The running program does not answer.", remedy: "Start it anew.")

    static func unsafePlace(_ path: String) -> PushError {
        PushError(
            .pushUnsafe, "\(path) is not yours alone.",
            remedy: "Take the rights of others away, or remove it.")
    }

    static func longPath(_ path: String) -> PushError {
        PushError(
            .pushUnreachable, "The path \(path) is too long for a socket.",
            remedy: "Set XDG_RUNTIME_DIR to a shorter one.")
    }

    static func failed(_ code: Int32) -> PushError {
        PushError(
            .pushUnreachable,
            "The socket cannot be used: \(String(cString: strerror(code))).")
    }
}

extension ErrorCode {
    static let pushTooLong = ErrorCode("push.too-long", .badData)
    static let pushSilent = ErrorCode("push.silent", .tryLater)
    static let pushUnsafe = ErrorCode("push.unsafe", .noPermission)
    static let pushUnreachable = ErrorCode("push.unreachable", .unavailable)
}
