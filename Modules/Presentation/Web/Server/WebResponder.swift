import Hummingbird
import TenonUI

/// Answers every request: first the gate, then the route; an error becomes a page.
struct WebResponder: HTTPResponder {
    typealias Context = BasicRequestContext

    let site: WebSite

    /// Answers in its own task: what a task leaves in its memory goes with it, while that of the
    /// connection stays for as long as a browser keeps it.
    func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        let answer = Task { try await respond(to: request) }
        return try await withTaskCancellationHandler {
            try await answer.value
        } onCancel: {
            answer.cancel()
        }
    }

    private func respond(to request: Request) async throws -> Response {
        let pages = MessageResponses(site: site, browserScheme: Self.scheme(of: request))
        do {
            return try await answer(request, pages: pages)
        } catch let refusal as WebRefusal {
            return pages.response(for: refusal)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            return pages.response(for: .defect)
        }
    }

    private func answer(_ request: Request, pages: MessageResponses) async throws -> Response {
        let origin = RequestOrigin(request)
        guard RequestOrigin.hasOneHost(request) else { throw WebRefusal.malformed }
        guard site.gate.checkHost(origin) == nil else { throw WebRefusal.foreign }
        guard request.method == .get || request.method == .post else { throw WebRefusal.method }
        guard let route = WebRoute(target: request.head.path ?? "") else {
            throw WebRefusal.notFound(nil)
        }
        switch route {
        case .root, .asset, .screen, .newTab, .image, .live:
            guard request.method == .get else { throw WebRefusal.method }
            guard site.gate.checkRead(origin, isStart: false) == nil else {
                throw WebRefusal.foreign
            }
        case .start:
            guard request.method == .get else { throw WebRefusal.method }
            guard site.gate.checkRead(origin, isStart: true) == nil else {
                throw WebRefusal.foreign
            }
        case .command:
            guard request.method == .post else { throw WebRefusal.method }
            guard site.gate.checkChange(origin) == nil else { throw WebRefusal.foreign }
        }
        return try await answer(request, route: route, origin: origin, pages: pages)
    }

    private func answer(
        _ request: Request, route: WebRoute, origin: RequestOrigin, pages: MessageResponses
    ) async throws -> Response {
        func responses(_ key: String) throws(WebRefusal) -> SessionResponses {
            SessionResponses(
                site: site, session: try find(key, request), request: request, pages: pages)
        }
        switch route {
        case .root:
            throw WebRefusal.noSession
        case .asset(let version, let name):
            guard version == site.assetVersion, let asset = WebAsset(rawValue: name) else {
                throw WebRefusal.notFound(nil)
            }
            return .asset(asset, of: site.host.brand, coding: site.coding(for: request))
        case .start(let token):
            return try await start(token, request, pages: pages)
        case .screen(let key, let location):
            return try await responses(key).screen(location)
        case .newTab(let key, let location):
            return try await responses(key).newTab(at: location)
        case .image(let key, let name, let text):
            let session = try find(key, request)
            return try await ImageResponses(site: site, session: session).image(name, text)
        case .live(let key):
            return try await EventStream(site: site, session: find(key, request)).response()
        case .command(let key, let command):
            return try await responses(key).perform(command)
        }
    }

    /// The session of a request: the key in its path and the cookie must agree.
    private func find(_ key: String, _ request: Request) throws(WebRefusal) -> BrowserSession {
        let cookies = Cookies.values(site.cookieName, in: request.headers)
        guard let session = site.sessions.find(key: key, cookies: cookies) else {
            throw WebRefusal.noSession
        }
        return session
    }

    // MARK: - Start

    private func start(
        _ token: String, _ request: Request, pages: MessageResponses
    ) async throws -> Response {
        switch site.token.exchange(token) {
        case .accepted:
            let session = try await site.openSession()
            var response = forward(to: session, request, pages: pages)
            response.headers[.setCookie] = Cookies.session(
                site.cookieName, session.visit.cookie.text)
            return response
        case .used:
            // The same browser again, for example by its back button: it has both proofs.
            let cookies = Cookies.values(site.cookieName, in: request.headers)
            guard let session = site.sessions.find(cookies: cookies) else {
                throw WebRefusal.usedToken
            }
            return forward(to: session, request, pages: pages)
        case .wrong:
            throw WebRefusal.noSession
        case .lockedOut:
            throw WebRefusal.lockedOut
        }
    }

    /// Leads to the clean address.
    ///
    /// A browser that comes from a file or another site sends no `SameSite=Strict` cookie with the
    /// request after a redirect; a page of ours that leads on starts a navigation of our own.
    private func forward(
        to session: BrowserSession, _ request: Request, pages: MessageResponses
    ) -> Response {
        switch RequestOrigin(request).fetchSite {
        case nil, "none", "same-origin": .redirect(to: session.paths.now)
        default: pages.continuation(to: session.paths.now)
        }
    }

    /// The appearance that the person chose; anything else in the cookie counts as none.
    static func scheme(of request: Request) -> Theme.Scheme {
        Cookies.values(SchemeCookie.name, in: request.headers).lazy
            .compactMap { Theme.Scheme(rawValue: $0) }.first ?? .system
    }
}

/// The cookie that remembers the appearance; it is not a secret and is kept from start to start.
enum SchemeCookie {
    static let name = "tenon-appearance"
}

extension RequestOrigin {
    /// Whether a request names one host, and not another one beside it: the first `Host` is the
    /// authority of the request, all others stay among its headers (RFC 9112, section 3.2).
    static func hasOneHost(_ request: Request) -> Bool {
        HTTPFieldName("Host").map { request.headers[$0] == nil } ?? false
    }

    /// Reads what the browser says.
    init(_ request: Request) {
        func header(_ name: String) -> String? {
            HTTPFieldName(name).flatMap { request.headers[$0] }
        }
        self.init(
            host: request.head.authority, origin: header("Origin"),
            fetchSite: header("Sec-Fetch-Site"), fetchMode: header("Sec-Fetch-Mode"),
            purpose: header("Sec-Purpose"))
    }
}
