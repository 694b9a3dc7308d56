import ArgumentParser
import Glibc
import TenonCore

/// `push`: hands a push message to the running program.
struct PushCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        let name = CommandContext.current?.info.executable ?? ""
        let text = Help.localized(
            """
            The message is read from standard input: JSON with "aps", in it "alert" for what is shown \
            and "urn" for the location that it leads to. Of several programs the one that began last \
            gets it.
            """)
        return CommandConfiguration(
            commandName: "push",
            abstract: Help.localized("Hand a push message to the running program."),
            discussion: """
                \(text)

                \(Help.localized("Examples:"))
                  \(name) push < message.json
                """)
    }

    func run() async throws {
        let limit = PushMessage.largest
        let payload: SecretText
        do {
            payload = try InputFile.contents(of: STDIN_FILENO, limit: limit)
        } catch InputFile.Refusal.tooLarge {
            throw CommandLineError.longMessage(limit)
        } catch InputFile.Refusal.system(let code) {
            throw CommandLineError.inputFailed(String(cString: strerror(code)))
        }
        try await DeliveryCommands.send(payload.withBytes { Array($0) }, to: nil)
    }
}
