import Hummingbird
import TenonCore
import TenonUI

/// Makes the responses that show no screen.
struct MessageResponses {
    let site: WebSite
    /// What this browser remembers; it applies until the application has a choice of its own.
    let browserScheme: Theme.Scheme

    /// The colours at this moment: what is done for a request may change them.
    var scheme: Theme.Scheme { site.host.container[.appearance].scheme ?? browserScheme }

    private var localizer: Localizer { site.host.localizer }
    private var name: String { site.host.application.name }

    /// The page for a refusal.
    func response(for refusal: WebRefusal) -> Response {
        switch refusal {
        case .foreign, .wrongFormToken:
            closing(page(.forbidden, .refusedTitle, .refusedText))
        case .noSession:
            closing(page(.forbidden, .privateTitle, .privateText))
        case .usedToken:
            page(.forbidden, .usedTitle, .usedText)
        case .lockedOut:
            page(.tooManyRequests, .lockedTitle, .lockedText)
        case .notFound(let paths):
            page(.notFound, .notFoundTitle, .notFoundText, backTo: paths)
        case .unreachable(let paths, let reason):
            message(
                reason.code == .locationRefused ? .forbidden : .notFound, text(.unreachableTitle),
                localizer.text(of: reason.sentence), backTo: paths)
        case .malformed:
            closing(page(.badRequest, .malformedTitle, .malformedText))
        case .mediaType:
            closing(page(.unsupportedMediaType, .malformedTitle, .malformedText))
        case .method:
            method()
        case .tooLarge:
            closing(tooLarge())
        case .tooSlow:
            closing(page(.requestTimeout, .tooSlowTitle, .tooSlowText))
        case .ended:
            ended()
        case .defect:
            page(.internalServerError, .defectTitle, .defectText)
        }
    }

    /// The page that leads on to the session by itself.
    func continuation(to address: PageLink) -> Response {
        let page = MessagePage(
            text(.continueTitle), [], link: (text(.continueText), address), forwards: true,
            context: site.context(scheme: scheme))
        return .page(page.html)
    }

    /// The page at the end.
    func ended() -> Response {
        let page = MessagePage(
            text(.overTitle), [text(.overText), text(.overStop)], isOver: true,
            context: site.context(scheme: scheme))
        return .page(page.html, status: .gone)
    }

    /// The page of a tab whose session was given up.
    func asleep(_ session: BrowserSession) -> Response {
        let paths = session.paths
        let page = MessagePage(
            text(.asleepTitle), [text(.asleepText)],
            link: (text(.asleepContinue), session.shown.map(paths.screen) ?? paths.now),
            isOver: true, context: site.context(scheme: scheme))
        return .page(page.html, status: .gone)
    }

    private func method() -> Response {
        var response = closing(page(.methodNotAllowed, .methodTitle, .methodText))
        if let allow = HTTPFieldName("Allow") { response.headers[allow] = "GET, POST" }
        return response
    }

    private func tooLarge() -> Response {
        let megabytes = site.limits.uploadBytes / (1024 * 1024)
        return message(
            .contentTooLarge, text(.tooLargeTitle),
            localizer(WebText.tooLargeText, count: megabytes), backTo: nil)
    }

    private func page(
        _ status: HTTPResponse.Status, _ title: WebText, _ paragraph: WebText,
        backTo paths: SessionPaths? = nil
    ) -> Response {
        message(status, text(title), text(paragraph), backTo: paths)
    }

    private func message(
        _ status: HTTPResponse.Status, _ title: String, _ paragraph: String,
        backTo paths: SessionPaths?
    ) -> Response {
        let page = MessagePage(
            title, [paragraph], link: paths.map { (text(.backToScreen), $0.now) },
            context: site.context(scheme: scheme))
        return .page(page.html, status: status)
    }

    /// Ends the connection after the response, since the body of the request was not read.
    private func closing(_ response: Response) -> Response {
        var response = response
        response.headers[.connection] = "close"
        return response
    }

    private func text(_ key: WebText) -> String { localizer(key, ["name": name]) }
}

extension Response {
    /// A page.
    static func page(
        _ html: HTML, status: HTTPResponse.Status = .ok, coding: ContentCoding = .identity
    ) -> Response {
        var headers = HTTPFields()
        headers[.contentType] = "text/html; charset=utf-8"
        return coding.response(HTMLWriter.document(html), status: status, headers: headers)
    }

    /// A file of the front end, which browsers may keep: its path changes with every start.
    static func asset(_ asset: WebAsset, of brand: Brand, coding: ContentCoding) -> Response {
        var headers = HTTPFields()
        headers[.contentType] = asset.mediaType
        if asset == .icon { headers[.contentSecurityPolicy] = SecurityHeaders.picturePolicy }
        headers[.cacheControl] = "private, max-age=31536000, immutable"
        return coding.response(asset.bytes(of: brand), headers: headers)
    }

    /// "See other": the answer to a form, so that reloading the page sends nothing again.
    static func redirect(to address: PageLink) -> Response {
        var headers = HTTPFields()
        headers[.location] = address.text
        return Response(status: .seeOther, headers: headers)
    }
}
