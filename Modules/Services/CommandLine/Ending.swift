import Glibc
import TenonCore

/// How a run ended: the last output of the process, and its exit status.
struct Ending: Sendable {
    /// What the process exits with.
    var status: Int32
    /// Text for standard output.
    var output = ""
    /// Text for standard error.
    var message = ""

    init(status: ExitStatus, output: String = "", message: String = "") {
        self.init(status: status.rawValue, output: output, message: message)
    }

    init(status: Int32, output: String = "", message: String = "") {
        self.status = status
        self.output = output
        self.message = message
    }

    /// Writes both texts, each with a final line break.
    func tell() {
        // Nothing is left to do when the reader is gone.
        if !output.isEmpty { try? StandardOutput.write(Self.terminated(output)) }
        fflush(nil)
        if !message.isEmpty {
            var text = Self.terminated(HarmlessText.lines(message))
            text.withUTF8 { bytes in _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
        }
    }

    private static func terminated(_ text: String) -> String {
        text.hasSuffix("\n") ? text : text + "\n"
    }
}
