public import TenonCore

/// A front end that shows screens.
public protocol ScreenFrontEnd: FrontEnd {
    /// Runs until the person ends it, or until the task is cancelled.
    ///
    /// - Returns: What the process exits with.
    func run(_ host: SessionHost) async throws -> ExitStatus
}

extension ScreenFrontEnd {
    /// Runs with a host for the container; observers of its sessions may change the exit status.
    public func run(in container: Container) async throws -> ExitStatus {
        let host = SessionHost(container)
        let receiving = host.receiveMessages()
        let result: Result<ExitStatus, any Error>
        do {
            result = .success(try await run(host))
        } catch {
            result = .failure(error)
        }
        receiving.cancel()
        await receiving.value
        await host.waitForEndings()
        let status = try result.get()
        guard status == .success else { return status }
        for observer in container[.sessionObservers] {
            if let status = await observer.endingStatus() { return status }
        }
        return status
    }
}

/// What a front end gets: the application's name and texts, and sessions.
public struct SessionHost: Sendable {
    /// The container of the application.
    public let container: Container
    private let endings: SessionEndings
    private let offers: DraftOffers
    private let inbox: PushInbox

    /// Makes a host.
    public init(_ container: Container) {
        self.init(container, SessionEndings(), DraftOffers(), PushInbox())
    }

    private init(
        _ container: Container, _ endings: SessionEndings, _ offers: DraftOffers,
        _ inbox: PushInbox
    ) {
        self.container = container
        self.endings = endings
        self.offers = offers
        self.inbox = inbox
    }

    /// The same host, whose sessions have other values at some ports.
    package func overriding(_ change: (inout Overrides) -> Void) -> SessionHost {
        SessionHost(container.overriding(change), endings, offers, inbox)
    }

    /// What the application is called where people see it: with its edition behind the name, if it has one.
    public var application: ApplicationInfo {
        var application = container[.application]
        let edition = container[.configuration].edition
        if !edition.isEmpty { application.name += " (\(edition))" }
        return application
    }

    /// How the product looks.
    public var brand: Brand { container[.appearance].brand }

    /// The person's language.
    public var localizer: Localizer { container[.localizer] }

    /// The setting that says where a session starts.
    public static let startSetting = Setting<String?>.start

    /// Starts a session, at a location or where the application begins.
    ///
    /// Returns when there is something to see; ``Session/settle()`` waits until the first scene has
    /// done its work as well.
    ///
    /// - Throws: `RoutingError` when the location leads nowhere; what a session-scoped factory throws.
    public func openSession(at location: Location? = nil) async throws -> Session {
        let start = try location ?? startLocation()
        if let start { _ = try ResolvedScene(to: start, in: container) }
        let session = try await Session.make(in: container, endings: endings, offers: offers)
        inbox.begin(session)
        let events = session.events()
        session.begin(at: start)
        for await event in events {
            switch event {
            case .screen, .question, .ended: return session
            case .covered, .questionClosed, .notice, .undoClosed, .progress: continue
            }
        }
        return session
    }

    /// Opens what comes from other programs, until the task is cancelled.
    func receiveMessages() -> Task<Void, Never> {
        Task {
            await withTaskGroup { group in
                for delivery in container[.pushDeliveries] {
                    group.addTask { await delivery.receive { take($0) } }
                }
            }
        }
    }

    /// Opens what a message leads to in the session that began last, and shows what it says.
    ///
    /// - Parameter payload: JSON, as `PushMessage` has it.
    /// - Returns: Why nothing is opened, in the person's language; `nil` when it was asked for.
    package func take(_ payload: [UInt8]) -> Explanation? {
        inbox.take(payload, scheme: application.scheme, localizer: localizer)
    }

    /// A value each time that something came from another program, for a front end that can come to
    /// the front.
    package func messages() -> AsyncStream<Void> { inbox.changes() }

    /// Waits until what ran in sessions that have ended has stopped.
    package func waitForEndings() async { await endings.wait() }

    private func startLocation() throws -> Location? {
        try container[.configuration][Self.startSetting].map {
            try Location(parsing: $0, scheme: application.scheme)
        }
    }
}
