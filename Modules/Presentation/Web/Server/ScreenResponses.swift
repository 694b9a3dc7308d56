import Hummingbird
import TenonCore
import TenonUI

/// Answers requests for the screen of a session.
struct ScreenResponses {
    let site: WebSite
    let session: BrowserSession
    let request: Request

    /// The header of requests by our script, which changes pages in place.
    static let scriptHeader = "Tenon-Script"

    /// Whether our script asks.
    var isScript: Bool {
        HTTPFieldName(Self.scriptHeader).map { request.headers[$0] != nil } ?? false
    }

    /// The page at a location, or the present one.
    func screen(_ text: String?, pages: MessageResponses) async throws -> Response {
        guard !session.isEnded else { throw WebRefusal.ended }
        guard let text else { return present(pages: pages) }
        let location: Location
        do {
            location = try Location(parsing: text, scheme: site.host.application.scheme)
        } catch {
            throw WebRefusal.notFound(session.paths)
        }
        if session.expected == location {
            session.expected = nil
        } else if session.session.screen?.location != location {
            try await open(location)
        }
        guard session.session.screen?.location != location else { return page(pages: pages) }
        return present(pages: pages)
    }

    /// What a browser gets after it has sent a form: the present screen, at its own address.
    func present(pages: MessageResponses) -> Response {
        guard !session.isEnded, let screen = session.session.screen else { return pages.ended() }
        if isScript { return page(pages: pages) }
        session.expected = screen.location
        return .redirect(to: session.paths.screen(screen.location))
    }

    private func open(_ location: Location) async throws {
        session.touch()
        do {
            try session.session.send(.open(location))
        } catch let error as SessionError where error.code == .sessionEnded {
            throw WebRefusal.ended
        } catch let error as RoutingError where error.code != .locationUnknown {
            throw WebRefusal.unreachable(session.paths, Explanation(error))
        } catch {
            throw WebRefusal.notFound(session.paths)
        }
        await session.settle(within: site.limits.settleTime)
    }

    private func page(pages: MessageResponses) -> Response {
        let own = session.session
        guard let screen = own.screen else { return pages.ended() }
        let questions = own.questions
        let content = PageContent(
            screen: screen, questions: questions,
            answerProblem: questions.first.flatMap { session.answerProblem(for: $0.id) },
            notices: session.notices.map { ($0.id, $0.notice) }, progress: own.progress,
            canGoBack: own.canGoBack)
        let context = site.context(scheme: pages.scheme, session: session)
        guard let part = context.sessionPart else { return pages.ended() }
        return .page(ScreenPage(content, context: context, session: part).html)
    }
}
