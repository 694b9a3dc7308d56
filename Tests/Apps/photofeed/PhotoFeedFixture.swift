import FeedAPI
import FeedAccess
import FeedMenu
import FeedNotifications
import FeedPeople
import FeedPosts
import FeedSearch
import FeedStore
import FeedTestSupport
import FeedTimeline
import Foundation
import TenonCore
import TenonHTTP
import TenonNetworking
import TenonOAuth
import TenonSQLite
import TenonTesting
import TenonUI
import TestSupport
import Testing

/// A demonstration server, and PhotoFeed with a home folder of its own, without a front end.
final class PhotoFeedFixture {
    /// A clock that runs.
    private enum RunningClockPlugin: Plugin {
        static let manifest = PluginManifest(name: "test.clock", version: "1.0.0", summary: "Runs")

        static func register(in registrar: inout Registrar) {
            registrar.provide(.clock) { RunningClock() }
        }
    }

    let folder: TemporaryFolder
    private(set) var server: RunningProgram
    let networker: HTTPNetworker

    private let arguments: [String]

    /// Starts a server with further arguments.
    init(_ arguments: String...) async throws {
        self.arguments = arguments
        folder = try TemporaryFolder()
        try FilledFeedServer.fill("\(folder.path)/data")
        server = try Self.start(in: folder, port: 0, arguments)
        networker = try HTTPNetworker(HTTPSetup())
        await networker.start()
    }

    /// The address of the server.
    var address: String { server.firstLine }
    /// The environment of PhotoFeed as an executable.
    var environment: [String: String] {
        // A folder of the session of its own: an agent of whoever runs the tests is none of this.
        [
            "HOME": home, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8",
            "XDG_RUNTIME_DIR": folder.path,
        ]
    }
    private var home: String { "\(folder.path)/home" }

    /// Ends the server; its port stays in mind.
    func stopServer() { server.kill() }

    /// Starts the server again where it was.
    func startServer() throws { server = try Self.start(in: folder, port: server.port, arguments) }

    /// Ends the server and puts one in its place that does what a script says.
    func replaceServer(_ script: @escaping RawServer.Script) throws -> RawServer {
        stopServer()
        return try RawServer(port: server.port, script)
    }

    /// Changes what the server has, behind its back.
    func change(_ sql: String) throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/data")
        let name = try #require(files.first { $0.hasSuffix(".db") })
        let database = try SQLiteDatabases().open(
            path: "\(folder.path)/data/\(name)", options: DatabaseOptions(create: false))
        try database.write { try $0.execute(sql, []) }
        try database.close()
    }

    /// Whether a draft with some words is in the file of PhotoFeed.
    func keepsDraft(with words: String) throws -> Bool {
        let database = try SQLiteDatabases().open(
            path: "\(home)/.local/share/photofeed/photofeed.db",
            options: DatabaseOptions(create: false))
        var drafts: [[UInt8]] = []
        try database.read {
            try $0.query("SELECT value FROM feed_writing", []) { drafts.append($0.blob(0)) }
        }
        try database.close()
        return drafts.contains { String(decoding: $0, as: UTF8.self).contains(words) }
    }

    /// Uses PhotoFeed as it is after a start, by a clock that runs.
    func run<Result>(
        at location: String? = nil, by clock: any TimeTelling = RunningClock(),
        isolation: isolated (any Actor)? = #isolation,
        _ body: (SessionPilot) async throws -> Result
    ) async throws -> Result {
        try FileManager.default.createDirectory(
            atPath: home, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let pilot = try await SessionPilot(
            plugins: [
                AccessPlugin.self, FeedStorePlugin.self, MenuPlugin.self,
                NotificationsPlugin.self, PeoplePlugin.self, PostsPlugin.self,
                RunningClockPlugin.self, SearchPlugin.self, TimelinePlugin.self,
            ],
            application: ApplicationInfo(
                name: "PhotoFeed", executable: "photofeed", version: "1", scheme: "photofeed"),
            configuration: Configuration(environment: environment), at: location
        ) { registrar in
            registrar.provide(.clock, overriding: true) { clock }
            registrar.provide(.databases) { SQLiteDatabases() }
            // Its own, since it is stopped with the application.
            registrar.provide(.networker) { try HTTPNetworker(HTTPSetup()) }
            registrar.provide(.feedWatch, .session, overriding: true, using: .feedAccount, .clock) {
                FeedWatch($0, clock: $1, pace: Self.pace)
            }
        }
        do {
            let result = try await body(pilot)
            await pilot.stop()
            return result
        } catch {
            await pilot.stop()
            throw error
        }
    }

    /// A pace at which nobody waits for long.
    private static var pace: FeedWatch.Pace {
        var pace = FeedWatch.Pace()
        pace.betweenEvents = .milliseconds(50)
        pace.firstPause = .milliseconds(200)
        return pace
    }

    /// Signs in with the code that the page of the server shows.
    func signIn(_ name: String, _ pilot: SessionPilot) async throws {
        try await ask(pilot)
        try await enterCode(name, pilot)
    }

    /// Names the server, which then has a page with a code.
    func ask(_ pilot: SessionPilot) async throws { try await pilot.ask(address) }

    /// Allows PhotoFeed on the page, and enters the code that it shows.
    func enterCode(_ name: String, _ pilot: SessionPilot) async throws {
        let page = try #require(Self.page(in: try pilot.screen()))
        let answer = try await allow(page, name: name)
        let code = try #require(Self.code(in: answer.text))
        try await pilot.fill("Code", with: .secret(code))
        try await pilot.choose("Sign in with the code")
    }

    /// Allows PhotoFeed on a page of the server, as a person would.
    func allow(_ page: String, name: String) async throws -> LoopbackHTTP.Response {
        let page = try WebAddress(page)
        let http = LoopbackHTTP(port: server.port)
        let form = try await http.send("GET", "\(page.path)?\(page.query ?? "")")
        var pairs = form.text.matches(of: /<input type="hidden" name="([^"]+)" value="([^"]*)"/)
            .map { (String($0.1), String($0.2).replacing("&amp;", with: "&")) }
        pairs += [("username", name), ("password", "photofeed"), ("decision", "allow")]
        let body = pairs.map {
            "\($0.0)=\($0.1.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
        }.joined(separator: "&")
        return try await http.send(
            "POST", "/oauth/authorize",
            headers: ["Content-Type": "application/x-www-form-urlencoded"], body: Array(body.utf8))
    }

    /// Signs somebody in without PhotoFeed, who then acts on another machine.
    func somebodyElse(_ name: String) async throws -> FeedClient {
        let app = try await FeedClient(address, networker, token: nil).register(
            "Other", redirects: [AuthorizationRequest.outOfBand], scopes: ["read", "write"])
        let server = try #require(
            try await OAuthClient.describe(
                WebAddress(address), networker: networker, clock: RunningClock()))
        let identity = ClientIdentity(app.client, secret: app.secret)
        let client = OAuthClient(
            server: server, identity: identity, networker: networker, clock: RunningClock(),
            policy: RealNetwork.policy)
        let request = AuthorizationRequest(
            to: server, client: identity, redirect: AuthorizationRequest.outOfBand,
            scopes: ["read", "write"])
        let answer = try await allow(request.page().text, name: name)
        let code = try #require(Self.code(in: answer.text))
        let token = try await client.token(for: request.code(typed: SecretText(code))).token
        return FeedClient(
            server: try WebAddress(address), token: token, networker: networker,
            clock: RunningClock(), policy: RealNetwork.policy)
    }

    private static func code(in page: String) -> String? {
        page.firstMatch(of: /<code[^>]*>([^<]+)</).map { String($0.1) }
    }

    /// The token of an account, as it is kept.
    func token(_ number: Int = 1) -> String? {
        folder.text(of: "home/.local/share/photofeed/tokens/\(number)")?
            .split(separator: "\n").dropFirst(2).first.map(String.init)
    }

    /// Ends the sign-in at the server, as a person does on another machine.
    func revoke() async throws {
        let kept = folder.text(of: "home/.local/share/photofeed/tokens/1") ?? ""
        let lines = kept.split(separator: "\n")
        let body = "client_id=\(lines[0])&client_secret=\(lines[1])&token=\(lines[2])"
        let answer = try await LoopbackHTTP(port: server.port).send(
            "POST", "/oauth/revoke",
            headers: ["Content-Type": "application/x-www-form-urlencoded"], body: Array(body.utf8))
        #expect(answer.status == 200)
    }

    private static func page(in screen: Screen) -> String? {
        for case .facts(let block) in screen.blocks {
            for case .link(_, let address) in block.facts.map(\.value) { return address }
        }
        return nil
    }

    private static func start(
        in folder: TemporaryFolder, port: Int, _ arguments: [String]
    ) throws -> RunningProgram {
        try RunningProgram(
            built: "photofeed-server",
            [
                "--listen", "127.0.0.1:\(port)", "--folder", "\(folder.path)/data", "--processing",
                "20", "--requests", "100000",
            ] + arguments, environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path],
            errors: "\(folder.path)/log")
    }
}

extension SessionPilot {
    /// Names a server to sign in at, which then has a page with a code.
    func ask(_ address: String) async throws {
        try await wait(for: "Continue")
        try await fill("Server", with: .text(address))
        try await choose("Continue")
        try await wait(for: "Sign in with the code")
    }

    /// The first row of the first list.
    func firstRow() throws -> Row { try #require(try firstList().rows.first) }

    /// The first list.
    func firstList() throws -> ListBlock {
        let lists = try screen().blocks.compactMap { block -> ListBlock? in
            if case .list(let list) = block { list } else { nil }
        }
        return try #require(lists.first)
    }

    /// Whether the screen has an action of a title.
    func offers(_ title: String) -> Bool {
        (try? screen().actions.contains { $0.title == title }) ?? false
    }

    /// Takes an action of a row.
    func act(_ action: String, on row: Row) async throws {
        try session.send(.act(action, target: row.id))
        await session.settle()
    }
}
