import TenonCore
import TenonUI

/// Runs one session as a conversation on the standard streams.
struct LineFrontEnd: ScreenFrontEnd {
    let clipboard: TerminalClipboard

    func run(_ host: SessionHost) async throws -> ExitStatus {
        let console = LineConsole(
            host.container[.configuration], application: host.container[.application])
        // What comes from a file or a pipe says itself what it does with what it has not saved.
        let host =
            Terminal.isTerminal(StandardStream.input)
            ? host : host.overriding { $0.provide(.draftKeeper, nil) }
        let session = try await host.openSession()
        let reader = LineReader(
            descriptor: StandardStream.input, maximumLength: LineConsole.maximumLineLength)
        let inbox = SessionInbox()
        defer {
            session.end()
            reader.stop()
            inbox.close()
        }
        inbox.connect(session)
        if console.canCopy { clipboard.use(console.output) }
        defer { clipboard.use(nil) }
        if console.isSilent {
            _ = inbox.add(.end)
        } else {
            reader.start { inbox.add($0) }
        }
        if !host.brand.sign.isEmpty || !host.container[.configuration].edition.isEmpty {
            let title = HarmlessText.line(host.brand.title(of: host.application))
            await console.output.send(console.style(title, .strong) + "\n")
        }
        let conversation = LineConversation(
            session: session, application: host.application, localizer: host.localizer,
            console: console, inbox: inbox,
            codes: Terminal.isTerminal(StandardStream.output) ? host.container[.qrCodes] : nil)
        return try await withTaskCancellationHandler {
            try await conversation.run()
        } onCancel: {
            console.output.stop()
            console.errors.stop()
        }
    }
}
