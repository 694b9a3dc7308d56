import Hummingbird
import TenonUI

/// Tells a page that its session has changed, as server-sent events (WHATWG HTML, section 9.2).
///
/// The events say only that something changed; the page asks for the rest.
struct EventStream {
    let site: WebSite
    let session: BrowserSession

    /// Faster changes are reported together.
    private static let pause = Duration.milliseconds(100)
    private static let change = ByteBuffer(string: "event: change\ndata: 1\n\n")

    /// A response that lasts as long as the session.
    ///
    /// - Throws: ``WebRefusal`` when the session is over.
    func response() async throws(WebRefusal) -> Response {
        guard !session.isEnded else { throw WebRefusal.ended }
        session.isLeft = false
        let changes = session.changes(limit: site.limits.eventStreams)
        // The page before it may have said only now that it is closed.
        await site.offerClosed(in: session)
        var headers = HTTPFields()
        headers[.contentType] = "text/event-stream"
        let session = session
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { writer in
                try await writer.write(ByteBuffer(string: "retry: 2000\n\n"))
                // One that came after the page, such as about what was typed in a closed tab.
                if !session.session.questions.isEmpty { try await writer.write(Self.change) }
                for await _ in changes {
                    try await writer.write(Self.change)
                    try await Task.sleep(for: Self.pause)
                }
                if session.isEnded || session.isAsleep {
                    try await writer.write(ByteBuffer(string: "event: end\ndata: 1\n\n"))
                }
                try await writer.finish(nil)
            })
    }
}
