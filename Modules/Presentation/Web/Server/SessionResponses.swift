import Hummingbird
import TenonCore
import TenonUI

/// Answers requests that concern a session: with its screen, after a command where there is one.
///
/// Each tab has its own session, which is part of its addresses. A page with our script says which
/// tab it is by asking with that address. A browser that only follows addresses does not: when it
/// asks for a screen that the tab has left, another tab may be using that session by now, and so it
/// gets a new one.
struct SessionResponses {
    let site: WebSite
    let session: BrowserSession
    let request: Request
    let pages: MessageResponses

    /// The header of requests by our script, which changes pages in place.
    static let scriptHeader = "Tenon-Script"

    /// Whether our script asks.
    var isScript: Bool {
        HTTPFieldName(Self.scriptHeader).map { request.headers[$0] != nil } ?? false
    }

    /// The page at a location, or the present one.
    func screen(_ text: String?) async throws -> Response {
        if isScript { session.isLeft = false }
        guard let text else {
            guard session.isAsleep, !isScript else { return present() }
            return try await newTab(at: session.shown)
        }
        let location = try location(text)
        if isScript {
            if !session.isAsleep, session.session.screen?.location != location {
                try await open(location, isBack: isHistory)
            }
            return present()
        }
        let isThere = !session.isAsleep && session.session.screen?.location == location
        guard !isThere else { return await loaded() }
        // The screen has moved on by itself since this tab got it.
        if !session.isAsleep, session.shown == location { return present() }
        return try await newTab(at: location)
    }

    /// Opens a location in a new session, and leads there.
    ///
    /// - Parameters:
    ///   - text: The location as it is in an address; without it, where sessions begin.
    ///   - form: A form of a page at the location with which nothing was done: the new page has its values,
    ///     and says so.
    func newTab(at text: String?, after form: FormData? = nil) async throws -> Response {
        try await newTab(at: try text.map(location), after: form)
    }

    private func newTab(
        at location: Location?, after form: FormData? = nil
    ) async throws -> Response {
        guard !session.visit.isOver, !session.isEnded else { throw WebRefusal.ended }
        session.visit.touch()
        let tab = try await explaining {
            try await site.openSession(for: session.visit, at: location)
        }
        let responses = SessionResponses(site: site, session: tab, request: request, pages: pages)
        if let form, let screen = tab.session.screen, screen.location == location {
            responses.keepTyped(form.values(on: screen))
            tab.show(changed)
        } else if let form {
            tab.show(nothingDone(with: form))
        }
        return responses.present()
    }

    /// The page that a browser loads; it offers what was typed in tabs that were closed.
    private func loaded() async -> Response {
        session.isLeft = false
        await site.offerClosed(in: session)
        return page()
    }

    /// What a browser gets after it has sent a form: the present screen, at its own address.
    func present() -> Response {
        if session.isAsleep { return pages.asleep(session) }
        guard !session.isEnded, let screen = session.session.screen else { return pages.ended() }
        if isScript { return page() }
        session.shown = screen.location
        return .redirect(to: session.paths.screen(screen.location))
    }

    private func location(_ text: String) throws(WebRefusal) -> Location {
        do {
            return try Location(parsing: text, scheme: site.host.application.scheme)
        } catch {
            throw .notFound(session.paths)
        }
    }

    /// Whether it asks for what the browser's own buttons lead to.
    private var isHistory: Bool {
        HTTPFieldName(Self.scriptHeader).map { request.headers[$0] == "history" } ?? false
    }

    /// Navigates in this tab; leaving a page cancels its questions.
    ///
    /// - Parameter isBack: Whether it is going back where the location is that of the screen below.
    private func open(_ location: Location, isBack: Bool) async throws {
        guard !session.isEnded else { throw WebRefusal.ended }
        session.visit.touch()
        let own = session.session
        try await explaining {
            let questions = own.questions
            let goesBack = isBack && own.locationBelow == location
            try own.send(goesBack ? .back : .open(location))
            for question in questions { try? own.send(.answer(question.id, .cancel)) }
        }
        await session.settle(within: site.limits.settleTime)
    }

    /// Turns an unknown address into the page that reports it.
    private func explaining<Result>(
        _ body: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await body()
        } catch let error as SessionError where error.code == .sessionEnded {
            throw WebRefusal.ended
        } catch let error as RoutingError where error.code != .locationUnknown {
            throw WebRefusal.unreachable(session.paths, Explanation(error))
        } catch {
            throw WebRefusal.notFound(session.paths)
        }
    }

    private func page() -> Response {
        let own = session.session
        guard let screen = own.screen else { return pages.ended() }
        session.shown = screen.location
        let questions = own.questions
        var content = PageContent(
            screen: screen, questions: questions,
            answerProblem: questions.first.flatMap { session.answerProblem(for: $0.id) },
            notices: session.notices.map { ($0.id, $0.notice) }, progress: own.progress,
            canGoBack: own.canGoBack)
        content.tokenTexts = session.tokenTexts(at: screen.location)
        let context = site.context(scheme: pages.scheme, session: session)
        guard let part = context.sessionPart else { return pages.ended() }
        let page = ScreenPage(content, context: context, session: part)
        return .page(page.html, coding: page.mayHoldSecret ? .identity : site.coding(for: request))
    }
}
