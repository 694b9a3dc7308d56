import ArgumentParser
import TenonCore

/// Turns errors into what the process says and exits with.
struct EndingReporter: Sendable {
    let info: ApplicationInfo

    /// The ending for an error, whatever it is.
    func ending(for error: any Error) -> Ending {
        switch error {
        case let error as any ExplainedError:
            return Ending(status: error.code.status, message: "error: \(error)")
        case let code as ExitCode:
            return Ending(status: code.rawValue)
        case is CancellationError:
            return Ending(status: .interrupted)
        case is OutputClosed:
            return Ending(status: .success)
        default:
            return Ending(
                status: .defect,
                message: """
                    error: \(error)
                    This is a defect of \(info.name). Please report it with this message, the version \
                    (\(info.executable) \(info.version)) and what you did before.
                    """)
        }
    }

    /// The ending for a wrong use, with the words of ArgumentParser.
    func usage(_ text: String) -> Ending {
        let prefix = "Error: "
        return Ending(
            status: .usage,
            message: text.hasPrefix(prefix) ? "error: " + text.dropFirst(prefix.count) : text)
    }
}
