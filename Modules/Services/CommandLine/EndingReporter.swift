import ArgumentParser
import TenonCore

/// Turns errors into the output and the exit status of the process.
struct EndingReporter: Sendable {
    let info: ApplicationInfo
    /// Speaks the person's language, where the executable knows it.
    var translator: (any Translating)?

    /// The ending for an error, whatever it is.
    func ending(for error: any Error) -> Ending {
        switch error {
        case let error as any ExplainedError:
            return Ending(status: error.code.status, message: text(of: "error: \(error.sentence)"))
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

    /// The text of a sentence in the person's language.
    func text(of sentence: Sentence) -> String { translator?.text(of: sentence) ?? "\(sentence)" }

    /// The ending for a wrong use, with the words of ArgumentParser, which repeat what was typed.
    func usage(_ text: String) -> Ending {
        let message = ParserText(text: text).translated(by: self)
        return Ending(status: .usage, message: HarmlessAddress.words(message))
    }
}
