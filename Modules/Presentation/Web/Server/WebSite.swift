import Hummingbird
internal import Synchronization
import TenonCore
import TenonUI

/// The state of the server, without HTTP: the start token, the sessions, the time.
final class WebSite: Sendable {
    let host: SessionHost
    let limits: WebLimits
    let token = StartToken()
    let sessions = SessionStore()
    /// The name of our cookie, new for every start: cookies are not separated by port.
    let cookieName = "tenon-\(RandomKey(bits: 64).text)"
    /// The version in the paths of assets, new for every start, so that browsers may keep them.
    let assetVersion = RandomKey(bits: 64).text

    /// Gets the images of screens.
    let images: ImageLoader

    private let port = Mutex(0)

    init(host: SessionHost, limits: WebLimits) {
        self.host = host
        self.limits = limits
        images = ImageLoader(host.container)
    }

    /// Takes note of the port.
    ///
    /// - Returns: The start address with the one-time token.
    func open(port: Int) -> String {
        self.port.withLock { $0 = port }
        return "http://127.0.0.1:\(port)/start/\(token.key.text)"
    }

    /// Decides which requests come in.
    var gate: RequestGate { RequestGate(port: port.withLock { $0 }) }

    /// A context for pages.
    func context(scheme: Theme.Scheme, session: BrowserSession? = nil) -> PageContext {
        PageContext(
            application: host.application, brand: host.brand, localizer: host.localizer,
            scheme: scheme, codes: host.container[.qrCodes], assetVersion: assetVersion,
            sessionPart: session.map(part))
    }

    /// How the content of the response to a request travels: compressed only where a product links
    /// what compresses.
    func coding(for request: Request) -> ContentCoding {
        ContentCoding(for: request, gzip: try? host.container.value(of: .gzip))
    }

    private func part(_ session: BrowserSession) -> PageContext.SessionPart {
        let left = ContinuousClock.now.duration(to: session.visit.end(limits)).components.seconds
        return PageContext.SessionPart(
            paths: session.paths, formToken: session.formToken.text,
            idleMinutes: Int(limits.idleTime.components.seconds / 60),
            secondsLeft: max(0, Int(left)))
    }

    // MARK: - Sessions

    /// Opens a session for a tab of a browser that has shown the start token.
    ///
    /// - Throws: What opening a session throws.
    func openSession(
        for visit: BrowserVisit = BrowserVisit(), at location: Location? = nil
    ) async throws -> BrowserSession {
        _ = await endClosed(of: visit)
        let session = BrowserSession(try await host.openSession(at: location), visit: visit)
        sessions.add(session, limit: limits.tabs)
        await session.settle(within: limits.settleTime)
        return session
    }

    /// Offers in a session what was typed in tabs that were closed since it began.
    func offerClosed(in session: BrowserSession) async {
        if await endClosed(of: session.visit) { session.session.offerKept() }
    }

    /// Ends the sessions of tabs that were closed with something typed, so that another one offers it.
    ///
    /// - Returns: Whether there were any.
    private func endClosed(of visit: BrowserVisit) async -> Bool {
        guard host.container[.draftKeeper] != nil else { return false }
        let closed = sessions.takeClosed(of: visit)
        guard !closed.isEmpty else { return false }
        for session in closed { session.sleep() }
        await host.waitForEndings()
        return true
    }

    /// Ends all sessions.
    func endAll() {
        for session in sessions.all {
            session.visit.finish()
            session.session.end()
        }
    }

    // MARK: - The end

    /// Waits until a session is over, which ends the others, or no request has come in the idle
    /// time; then a little longer, so that the last page arrives.
    ///
    /// - Throws: `CancellationError`.
    func waitForEnd() async throws {
        let start = ContinuousClock.now
        while true {
            try await Task.sleep(for: .milliseconds(200))
            let now = ContinuousClock.now
            let all = sessions.all
            for session in all where !session.isEnded && now >= session.visit.end(limits) {
                session.session.end()
            }
            if all.isEmpty ? now >= start + limits.idleTime : all.contains(where: \.isEnded) {
                break
            }
        }
        endAll()
        try await Task.sleep(for: limits.graceTime)
    }
}
