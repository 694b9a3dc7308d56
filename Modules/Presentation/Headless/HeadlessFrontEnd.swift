import TenonCore
import TenonUI

/// Runs one session by JSON lines: requests come in, replies and events go out.
struct HeadlessFrontEnd: ScreenFrontEnd {
    /// The most bytes that a line of input may have.
    static let maximumLineLength = 4 << 20

    func run(_ host: SessionHost) async throws -> ExitStatus {
        // A program says itself what it does with what it has not saved.
        let host = host.overriding { $0.provide(.draftKeeper, nil) }
        let session = try await host.openSession()
        let output = OutputWriter(descriptor: StandardStream.output)
        let reader = LineReader(
            descriptor: StandardStream.input, maximumLength: Self.maximumLineLength)
        let inbox = SessionInbox()
        defer {
            session.end()
            reader.stop()
            inbox.close()
        }
        let hello = HelloLine(
            application: host.application, brand: BrandMembers(host.brand),
            language: host.localizer.language,
            direction: host.localizer.isRightToLeft ? .rightToLeft : .leftToRight)
        await output.send(JSONLine.text(of: hello))
        inbox.connect(session)
        reader.start { inbox.add($0) }
        var exchange = HeadlessExchange(
            session: session, scheme: host.application.scheme, inbox: inbox, output: output)
        return try await withTaskCancellationHandler {
            try await exchange.run()
        } onCancel: {
            output.stop()
        }
    }
}
