import Glibc
import TenonCore
import TenonUI

/// Runs one session on the full screen of a terminal.
struct TerminalFrontEnd: ScreenFrontEnd {
    let outside: TerminalPresenter
    let clipboard: TerminalClipboard

    func run(_ host: SessionHost) async throws -> ExitStatus {
        let configuration = host.container[.configuration]
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
            throw TerminalError.noTerminal(host.application)
        }
        guard
            let kind = TerminalKind(
                configuration, application: host.container[.application])
        else {
            let name = configuration.environmentVariable("TERM") ?? ""
            throw TerminalError.cannotPlace(name, host.application)
        }
        let keys = try KeyMap(configuration[TerminalSettings.keys])
        guard
            let device = TerminalDevice(
                kind, showsPictures: host.container[.terminalPictures] != nil)
        else {
            throw TerminalError.noTerminal(host.application)
        }
        let inbox = TerminalInbox()
        let signals = TerminalSignals.install()
        device.enter()
        outside.use(inbox)
        if kind.hasClipboard { clipboard.use(device.output) }
        defer {
            outside.use(nil)
            clipboard.use(nil)
            inbox.close()
            // The reading thread notices the end.
            TerminalSignals.send(.wake)
            device.leave()
            TerminalSignals.remove()
        }
        InputReader(signals: signals).start { inbox.put($0) }
        let session = try await host.openSession()
        defer { session.end() }
        inbox.connect(session)
        let conversation = TerminalConversation(
            session: session, host: host, device: device, keys: keys, inbox: inbox)
        return try await withTaskCancellationHandler {
            try await conversation.run()
        } onCancel: {
            device.output.stop()
        }
    }
}
