import Hummingbird
import TenonCore
import TenonUI

/// Carries out what a form asks for, and leads on to the page that shows the result.
struct CommandResponses {
    let site: WebSite
    let session: BrowserSession
    let request: Request

    /// Carries out a command.
    func perform(
        _ command: WebRoute.Command, pages: MessageResponses
    ) async throws -> Response {
        let form = try await BodyReader(limits: site.limits).form(of: request)
        guard let token = form.text(FormNames.token), session.formToken.matches(token) else {
            throw WebRefusal.wrongFormToken
        }
        guard !session.isEnded else { throw WebRefusal.ended }
        session.visit.touch()
        let screens = ScreenResponses(site: site, session: session, request: request)
        switch command {
        case .theme:
            return setScheme(form, pages: pages)
        case .stop:
            site.endAll()
            return pages.ended()
        case .stay:
            break
        case .act, .edit, .answer, .undo, .back, .search, .window:
            guard !session.isAsleep else { break }
            if command.concernsScreen, !screens.isScript, let other = otherTab(form) {
                return try await screens.newTab(at: other, notice: changed, pages: pages)
            }
            try send(command, form)
            await session.settle(within: site.limits.settleTime)
        }
        return screens.present(pages: pages)
    }

    private func setScheme(_ form: FormData, pages: MessageResponses) -> Response {
        let scheme = form.text(FormNames.scheme).flatMap { Theme.Scheme(rawValue: $0) } ?? .system
        site.host.container[.appearance].setScheme(scheme)
        let screens = ScreenResponses(site: site, session: session, request: request)
        var response = screens.present(pages: MessageResponses(site: site, browserScheme: scheme))
        response.headers[.setCookie] = Cookies.kept(SchemeCookie.name, scheme.rawValue)
        return response
    }

    // MARK: - Inputs

    private func send(_ command: WebRoute.Command, _ form: FormData) throws {
        guard !command.concernsScreen || isAboutPresentScreen(form) else {
            return session.show(changed)
        }
        let reader = InputReader(form: form, screen: session.session.screen)
        guard let input = reader.input(command) else { throw WebRefusal.malformed }
        do {
            try session.session.send(input)
        } catch let error as SessionError {
            try tell(error, input)
        }
    }

    /// The location of a form in a page of another tab, which has lost its session to a later page;
    /// `nil` when the form belongs to the latest page, or the screen has moved on by itself.
    private func otherTab(_ form: FormData) -> String? {
        guard let text = form.text(FormNames.location), !isAboutPresentScreen(form),
            text != session.shown?.description
        else { return nil }
        return text
    }

    /// A form of a page that is not there any more must do nothing.
    private func isAboutPresentScreen(_ form: FormData) -> Bool {
        form.text(FormNames.location) == session.session.screen?.location.description
    }

    /// Reports in the person's language what cannot be done.
    private func tell(_ error: SessionError, _ input: SessionInput) throws {
        switch (error.code, input) {
        case (.sessionEnded, _):
            throw WebRefusal.ended
        case (.sessionUnavailable, .act(let id, let target, _)):
            guard let action = session.session.screen?.action(id, target: target),
                case .disabled(let reason) = action.availability
            else { fallthrough }
            let text = localizer(
                WebText.unavailable, ["name": action.title, "reason": reason])
            session.show(Notice(text, tone: .caution))
        case (.sessionWrongName, .answer(let id, _)):
            session.setAnswerProblem(wrongName(id), for: id)
        case (.sessionTooLate, _):
            let text = localizer.text(of: Explanation(error).sentence)
            session.show(Notice(text, tone: .caution))
        default:
            session.show(changed)
        }
    }

    private var changed: Notice { Notice(localizer(WebText.changed), tone: .caution) }

    private func wrongName(_ question: String) -> String {
        let kind = session.session.questions.first { $0.id == question }?.kind
        return kind?.requiredName.map { localizer(WebText.wrongName, ["name": $0]) } ?? ""
    }

    private var localizer: Localizer { site.host.localizer }
}
