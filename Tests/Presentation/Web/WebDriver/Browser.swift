import Foundation
import TestSupport

/// A real Chromium without a window, as a test uses it.
struct Browser: Sendable {
    /// What a browser is like.
    struct Options: Sendable {
        /// CSS pixels.
        var width = 1280
        /// CSS pixels.
        var height = 800
        /// Whether pages may run scripts.
        var hasScripts = true
    }

    private struct Answer<Value: Decodable>: Decodable {
        let value: Value
    }

    private struct NewSession: Decodable {
        let sessionId: String
    }

    private struct Problem: Decodable {
        let error: String
        let message: String
    }

    /// Nothing of interest.
    struct Ignored: Decodable {
        init(from decoder: any Decoder) {}
    }

    /// How often a browser is started at most.
    private static let mostStarts = 3

    /// What drives it.
    let driver: ChromeDriver
    private let path: String

    private var http: LoopbackHTTP { driver.http }

    /// Starts a browser, lends it, and ends it.
    static func run<Result: Sendable>(
        _ options: Options = Options(), _ body: @Sendable (Browser) async throws -> Result
    ) async throws -> Result {
        let browser = try await start(options)
        defer { browser.driver.stop() }
        do {
            let result = try await body(browser)
            try await browser.end()
            return result
        } catch {
            try? await browser.end()
            throw error
        }
    }

    /// Starts a browser, with a new driver each time when it does not come up.
    private static func start(_ options: Options) async throws -> Browser {
        var starts = 1
        while true {
            let driver = try ChromeDriver()
            do {
                return try await Browser(driver, options)
            } catch {
                let log = driver.log
                driver.stop()
                guard starts < mostStarts else {
                    throw LoopbackHTTP.Failure(description: "No browser: \(error)\n\(log)")
                }
                starts += 1
            }
        }
    }

    private init(_ driver: ChromeDriver, _ options: Options) async throws {
        // As in the settings of the browser: pages run no scripts, while tests still can.
        let preferences =
            options.hasScripts
            ? [:] : ["profile.managed_default_content_settings.javascript": 2]
        let chromeOptions: [String: Any] = [
            "prefs": preferences,
            "args": [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                "--disable-dev-shm-usage", "--lang=en-US", "--no-first-run",
                "--disable-background-networking", "--disable-component-update",
                "--window-size=\(options.width),\(options.height)",
            ],
        ]
        let capabilities: [String: Any] = [
            "capabilities": [
                "alwaysMatch": [
                    "browserName": "chrome", "goog:chromeOptions": chromeOptions,
                    // In milliseconds: a look for barriers takes long on a busy machine.
                    "timeouts": ["script": 120_000],
                ]
            ]
        ]
        let session: NewSession = try await Self.send(
            driver.http, "POST", "/session", capabilities)
        self.driver = driver
        path = "/session/\(session.sessionId)"
        try await resize(width: options.width, height: options.height)
    }

    private func end() async throws {
        let _: Ignored = try await Self.send(http, "DELETE", path, nil)
    }

    // MARK: - Commands

    /// Opens an address in a new tab, which has the attention from then on.
    ///
    /// - Returns: The tab that had it before, and the new one.
    func openTab(_ address: String) async throws -> (before: String, new: String) {
        let before: String = try await Self.send(http, "GET", "\(path)/window", nil)
        let tab: [String: String] = try await command("/window/new", ["type": "tab"])
        let new = tab["handle"] ?? ""
        try await show(tab: new)
        try await open(address)
        return (before, new)
    }

    /// Gives a tab the attention.
    func show(tab: String) async throws {
        let _: Ignored = try await command("/window", ["handle": tab])
    }

    /// Goes to an address.
    func open(_ address: String) async throws {
        let _: Ignored = try await command("/url", ["url": address])
    }

    /// The address of the present page.
    func address() async throws -> String {
        try await Self.send(http, "GET", "\(path)/url", nil)
    }

    /// Loads the present page again.
    func reload() async throws {
        let _: Ignored = try await command("/refresh", [:])
    }

    /// Runs the body of a function in the page, also where pages may run no scripts.
    func evaluate<Value: Decodable>(
        _ script: String, _ arguments: String..., as type: Value.Type = Value.self
    ) async throws -> Value {
        try await evaluate(script, arguments: arguments)
    }

    /// Runs the body of a function in the page.
    func evaluate<Value: Decodable>(
        _ script: String, arguments: [String], as type: Value.Type = Value.self
    ) async throws -> Value {
        try await command("/execute/sync", ["script": script, "args": arguments])
    }

    /// Runs the body of a function for its effect.
    func run(_ script: String, _ arguments: String...) async throws {
        let _: Ignored = try await command(
            "/execute/sync", ["script": script, "args": arguments])
    }

    /// Presses keys one after another, as the keyboard does.
    func press(_ keys: [String]) async throws { try await keyboard(Self.strokes(keys)) }

    /// Presses one key.
    func press(_ key: Key) async throws { try await press([key.rawValue]) }

    /// Presses a key while another is held.
    func press(_ key: String, holding modifier: Key) async throws {
        try await keyboard(Self.strokes([key], holding: modifier))
    }

    /// Presses the tab key several times in a row.
    func pressTab(times: Int, isBackward: Bool) async throws {
        let keys = Array(repeating: Key.tab.rawValue, count: times)
        try await keyboard(Self.strokes(keys, holding: isBackward ? .shift : nil))
    }

    /// Types a text.
    func type(_ text: String) async throws { try await press(Self.keys(of: text)) }

    /// Types a text in place of all that is in the field.
    func replace(by text: String) async throws {
        try await keyboard(
            Self.strokes(["a"], holding: .control)
                + Self.strokes([Key.delete.rawValue] + Self.keys(of: text)))
    }

    private static func keys(of text: String) -> [String] {
        text.map { $0 == "\n" ? Key.enter.rawValue : String($0) }
    }

    private static func strokes(
        _ keys: [String], holding modifier: Key? = nil
    ) -> [[String: String]] {
        let pressed = keys.flatMap { key in
            [["type": "keyDown", "value": key], ["type": "keyUp", "value": key]]
        }
        guard let modifier else { return pressed }
        return [["type": "keyDown", "value": modifier.rawValue]] + pressed
            + [["type": "keyUp", "value": modifier.rawValue]]
    }

    /// Chooses a file in a file control, which no keyboard can do in a browser without a window.
    func choose(file: String, in selector: String) async throws {
        let element: [String: String] = try await command(
            "/element", ["using": "css selector", "value": selector])
        guard let id = element.values.first else { return }
        let _: Ignored = try await command("/element/\(id)/value", ["text": file])
    }

    /// Gives the page another size.
    func resize(width: Int, height: Int) async throws {
        try await protocolCommand(
            "Emulation.setDeviceMetricsOverride",
            ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false])
    }

    /// Says what the person prefers, such as `prefers-color-scheme`.
    func prefer(_ feature: String, _ value: String) async throws {
        try await protocolCommand(
            "Emulation.setEmulatedMedia", ["features": [["name": feature, "value": value]]])
    }

    /// Presses the button of the mouse above the first element that matches a selector, and lets it go.
    func click(_ selector: String) async throws {
        let middle: [Double] = try await evaluate(
            """
            const place = document.querySelector(arguments[0]).getBoundingClientRect();
            return [place.x + place.width / 2, place.y + place.height / 2];
            """, selector)
        for type in ["mousePressed", "mouseReleased"] {
            try await protocolCommand(
                "Input.dispatchMouseEvent",
                [
                    "type": type, "x": middle[0], "y": middle[1], "button": "left", "clickCount": 1,
                ])
        }
    }

    /// A command of the Chrome DevTools protocol.
    func protocolCommand(_ name: String, _ parameters: [String: Any]) async throws {
        let _: Ignored = try await command(
            "/goog/cdp/execute", ["cmd": name, "params": parameters])
    }

    /// A picture of what is seen of the page, as a file.
    func takePicture(_ file: String) async throws {
        let text: String = try await Self.send(http, "GET", "\(path)/screenshot", nil)
        guard let picture = Data(base64Encoded: text) else {
            throw LoopbackHTTP.Failure(description: "The picture is no base 64.")
        }
        try picture.write(to: URL(filePath: file))
    }

    /// Forgets all cookies.
    func forgetCookies() async throws {
        try await protocolCommand("Network.clearBrowserCookies", [:])
    }

    private func keyboard(_ actions: [[String: String]]) async throws {
        let _: Ignored = try await command(
            "/actions",
            ["actions": [["type": "key", "id": "keyboard", "actions": actions] as [String: Any]]])
    }

    private func command<Value: Decodable>(
        _ name: String, _ body: [String: Any]
    ) async throws -> Value {
        try await Self.send(http, "POST", path + name, body)
    }

    private static func send<Value: Decodable>(
        _ http: LoopbackHTTP, _ method: String, _ path: String, _ body: [String: Any]?
    ) async throws -> Value {
        let bytes = try body.map { Array(try JSONSerialization.data(withJSONObject: $0)) } ?? []
        let response = try await http.send(
            method, path, headers: ["Content-Type": "application/json"], body: bytes)
        let data = Data(response.body)
        guard response.status == 200 else {
            let problem = try? JSONDecoder().decode(Answer<Problem>.self, from: data).value
            throw LoopbackHTTP.Failure(
                description: "\(path): \(problem?.error ?? "") \(problem?.message ?? "")")
        }
        return try JSONDecoder().decode(Answer<Value>.self, from: data).value
    }
}

/// Keys that are not characters (W3C WebDriver, section 17.4.2).
enum Key: String {
    case alt = "\u{E00A}"
    case control = "\u{E009}"
    case shift = "\u{E008}"
    case tab = "\u{E004}"
    case enter = "\u{E007}"
    case space = " "
    case escape = "\u{E00C}"
    case up = "\u{E013}"
    case down = "\u{E015}"
    case delete = "\u{E017}"
    case backspace = "\u{E003}"
}
