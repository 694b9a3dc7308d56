import Hummingbird
import TenonCore
import TenonUI

extension SessionResponses {
    /// Carries out what a form asks for, and leads on to the page that shows the result.
    func perform(_ command: WebRoute.Command) async throws -> Response {
        let form = try await FormData.reading(request, within: site.limits)
        guard let token = form.text(FormNames.token), session.formToken.matches(token) else {
            throw WebRefusal.wrongFormToken
        }
        guard !session.isEnded else { throw WebRefusal.ended }
        // The page tells that of a list that moved by itself, too.
        if command != .reading {
            session.visit.touch()
            note(leaving: form.text(FormNames.leaving))
        }
        if let screen = session.session.screen, isAboutPresentScreen(form) {
            session.keep(tokenTexts: form.tokenTexts(on: screen), at: screen.location)
        }
        if !command.concernsScreen { keepTypedInPage(form) }
        switch command {
        case .reading:
            // Nobody asked for anything, so nothing is shown.
            if !session.isAsleep, isAboutPresentScreen(form),
                let input = form.reading(on: session.session.screen)
            {
                try send(input)
            }
            return Response(status: .noContent)
        case .theme:
            return setScheme(form)
        case .stop:
            guard try await stops() else { break }
            return pages.ended()
        case .stay:
            break
        case .act, .choose, .select, .filter, .edit, .answer, .undo, .back, .open, .search,
            .window:
            guard !session.isAsleep else { break }
            if command.concernsScreen, !isScript, let other = otherTab(form) {
                return try await newTab(at: other, after: form)
            }
            try send(command, form)
            await session.settle(within: site.limits.settleTime)
        }
        return present()
    }

    /// Notes whether the page is being closed; one that was only covered by another tab changes nothing, as it
    /// may say so late.
    private func note(leaving way: String?) {
        if way == nil || way == FormNames.closed { session.isLeft = way != nil }
    }

    private func setScheme(_ form: FormData) -> Response {
        let scheme = form.text(FormNames.scheme).flatMap { Theme.Scheme(rawValue: $0) } ?? .system
        site.host.container[.appearance].setScheme(scheme)
        let coloured = SessionResponses(
            site: site, session: session, request: request,
            pages: MessageResponses(site: site, browserScheme: scheme))
        var response = coloured.present()
        response.headers[.setCookie] = Cookies.kept(SchemeCookie.name, scheme.rawValue)
        return response
    }

    // MARK: - Inputs

    private func send(_ command: WebRoute.Command, _ form: FormData) throws {
        // A page that is being closed may have nothing that is not known.
        guard command != .edit || form.hasFields else { return }
        guard !command.concernsScreen || isAboutPresentScreen(form) else {
            return session.show(nothingDone(with: form))
        }
        // What is done with rows that are chosen is done with those whose boxes are checked.
        for selection in form.selections(on: session.session.screen) {
            guard try send(selection) else { return }
        }
        guard command != .choose else { return }
        let screen = session.session.screen
        guard let input = form.input(command, on: screen) else { throw WebRefusal.malformed }
        if [.back, .open, .window].contains(command) { keepTyped(form.values(on: screen)) }
        try send(input)
    }

    /// Tells the session; `false` when it cannot be done.
    @discardableResult
    private func send(_ input: SessionInput) throws -> Bool {
        do {
            try session.session.send(input)
            return true
        } catch let error as SessionError {
            if case .act(_, _, let fields) = input { keepTyped(fields) }
            try tell(error, input)
            return false
        } catch is RoutingError {
            // A place is in the page only while it can be reached.
            throw WebRefusal.notFound(session.paths)
        }
    }

    /// Keeps what came with something else than an action that is done with it: without a script it
    /// is nowhere else.
    func keepTyped(_ fields: [String: FieldValue]) {
        try? session.session.send(.edit(fields.filter { $1 != .secret(SecretText("")) }))
    }

    /// Keeps what was typed into the present screen when a button around it was pressed.
    private func keepTypedInPage(_ form: FormData) {
        guard !session.isAsleep, isAboutPresentScreen(form) else { return }
        keepTyped(form.values(on: session.session.screen))
    }

    /// Ends everything, unless something that was typed in any tab would be lost: then the person is
    /// asked here, and the end of this session ends the others.
    private func stops() async throws -> Bool {
        guard !session.isAsleep, site.sessions.all.contains(where: \.session.hasUnsent) else {
            site.endAll()
            return true
        }
        let others = site.sessions.all.filter { $0 !== session }
        session.session.endAsking { for other in others { other.session.giveUpTyped() } }
        await session.settle(within: site.limits.settleTime)
        return session.isEnded
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
        case (.sessionTooLate, _), (.sessionNothingChosen, _):
            let text = localizer.text(of: Explanation(error).sentence)
            session.show(Notice(text, tone: .caution))
        default:
            session.show(changed)
        }
    }

    var changed: Notice { Notice(localizer(WebText.changed), tone: .caution) }

    /// What to say of a form whose screen is gone, such as behind a lock: without a script, nobody has any
    /// more what was typed into it.
    func nothingDone(with form: FormData) -> Notice {
        guard !isScript, form.hasFieldValue else { return changed }
        return Notice(localizer(WebText.changedForm), tone: .caution)
    }

    private func wrongName(_ question: String) -> String {
        let kind = session.session.questions.first { $0.id == question }?.kind
        return kind?.requiredName.map { localizer(WebText.wrongName, ["name": $0]) } ?? ""
    }

    private var localizer: Localizer { site.host.localizer }
}
