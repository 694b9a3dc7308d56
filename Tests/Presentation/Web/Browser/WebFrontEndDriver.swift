import Foundation
import TenonCore
import TenonTesting
import TenonUI
import TenonWeb
import TestSupport

/// Uses the web front end by keyboard, in a real browser with or without scripts.
actor WebFrontEndDriver: FrontEndDriver {
    private let browser: Browser
    private let hasScripts: Bool
    private let language: String
    private var server: (location: String, kept: KeptServer)?
    /// The servers that end by themselves, which takes a moment, and where their sessions began.
    private var endings: [(location: String, status: Task<ExitStatus, any Error>)] = []
    private var pages: [String] = []
    private var looks = 0
    /// Whether something was typed that was not sent, and that would go with a page that is loaded again.
    private var hasUnsent = false
    /// Whether the way back is the browser's.
    private var isBehindLink = false

    /// Something that the keys can reach.
    private struct Target: Decodable {
        /// What it is found by again.
        let key: String
        let isDisabled: Bool
        /// How often to press the tab key, less than nothing backwards, as far as that can be counted.
        let stops: Int
    }

    /// An action, or the button in front of it that opens what it is in.
    private struct Choice: Decodable {
        let menu: Target?
        let action: Target?
    }

    /// Makes a driver that uses a browser for everything that it starts.
    init(_ browser: Browser, hasScripts: Bool, language: String = "en") {
        self.browser = browser
        self.hasScripts = hasScripts
        self.language = language
    }

    func start(at location: String, isNarrow: Bool) async throws {
        await server?.kept.stop()
        pages = []
        isBehindLink = false
        var limits = WebLimits()
        limits.graceTime = .milliseconds(100)
        let server = try await KeptServer(at: location, language: language, limits: limits)
        self.server = (location, server)
        try await browser.resize(width: isNarrow ? 320 : 1280, height: 800)
        try await attach(to: server.address)
        if isNarrow { try await checkWidth() }
    }

    /// Uses a server that somebody else has started.
    func attach(to address: String) async throws {
        try await browser.open(address)
        try await arrived()
    }

    func see() async throws -> String {
        looks += 1
        // Without scripts a person loads a page again to see what happened meanwhile.
        if !hasScripts, !hasUnsent, looks.isMultiple(of: 10) { try await browser.reload() }
        return try await look()
    }

    /// Waits until a text is there, or until it is not.
    func wait(for text: String, isThere: Bool = true) async throws {
        try await browser.wait(for: "the text “\(text)” is \(isThere ? "there" : "gone")") {
            try await see().contains(text) == isThere
        }
    }

    func everything() async throws -> String {
        _ = try await look()
        return pages.joined(separator: "\n")
    }

    /// What can be seen; keeps the markup of the page, once while it stays the same.
    private func look() async throws -> String {
        let seen: [String] = try await browser.evaluate(
            "return [document.documentElement.outerHTML, (() => {\(PageScript.text)})()]")
        if seen[0] != pages.last { pages.append(seen[0]) }
        return seen[1]
    }

    func scan() async throws -> [String]? {
        try await browser.run(
            "document.querySelector('[role=img]')?.scrollIntoView({ block: 'center' })")
        let folder = try TemporaryFolder()
        try await browser.takePicture("\(folder.path)/seen.png")
        return try await CodeReader.texts(inPicture: "\(folder.path)/seen.png")
    }

    /// Waits until a camera reads these texts and no others.
    ///
    /// - Parameter reveal: What shows again a code that conceals itself after some time.
    func waitToRead(_ texts: [String], revealedBy reveal: String? = nil) async throws {
        try await browser.wait(for: "codes of \(texts)") {
            if let reveal, try await see().contains(reveal) { try await choose(reveal, on: nil) }
            return try await scan() == texts
        }
    }

    func choose(_ title: String, on label: String?) async throws {
        func find() async throws -> Choice {
            try await browser.evaluate(
                PageScript.find
                    + """
                    const menu = reach(findMenu(arguments[0], arguments[1]));
                    return { menu, action: menu ? null : reach(findAction(arguments[0], arguments[1])) };
                    """, title, label ?? "")
        }
        var choice = try await find()
        // What is behind a button may have one of its own.
        for _ in 0..<2 {
            guard let menu = choice.menu else { break }
            try await focus(menu, "choose \"\(title)\"")
            try await browser.press(.enter)
            choice = try await find()
        }
        try await activate(
            choice.action, "choose \"\(title)\"\(label.map { " on \"\($0)\"" } ?? "")")
        // A link alone begins a session of its own, as in another tab.
        isBehindLink = !hasScripts && choice.action?.key.hasPrefix("/s/") == true
    }

    func showPlaces() async throws {
        let opener = try await find(
            "document.getElementById('places')?.checkVisibility() === false"
                + " ? document.querySelector('.bar [popovertarget=places]') : null")
        guard let opener else { return }
        try await focus(opener, "open the places")
        try await browser.press(.enter)
    }

    func follow(_ text: String) async throws {
        let found = try await find(
            "all('a.link').find((e) => same(e.textContent, arguments[0]))", text)
        try await activate(found, "follow \"\(text)\"")
        isBehindLink = !hasScripts
    }

    func go(to title: String) async throws {
        // Beside a form it is a button of it.
        let isLink: Bool = try await browser.evaluate(
            PageScript.find + "return places() === '.place'")
        try await choose(title, on: nil)
        isBehindLink = !hasScripts && isLink
    }

    func currentPlace() async throws -> String? {
        try await browser.evaluate(
            "return document.querySelector('[aria-current] .place-title')?.textContent ?? null")
    }

    func undo() async throws {
        let found = try await find("all('.undo').pop()")
        try await activate(found, "undo")
    }

    func select(_ titles: [String]) async throws {
        let boxes: [String] = try await browser.evaluate(
            PageScript.find + "return wrongBoxes(arguments[0]).map(mark)",
            titles.joined(separator: "\n"))
        for box in boxes {
            try await focus(box, "choose \(titles)")
            try await browser.press(.space)
            try await took()
        }
        // Without scripts the boxes are sent with what is done next, or by Return.
        if !hasScripts {
            try await browser.press(.enter)
            try await took()
        }
    }

    func filter(_ filter: String, by options: [String]) async throws {
        let what = "filter by \"\(filter)\""
        let wrong = PageScript.find + "return wrongOptions(arguments[0], arguments[1]).map(mark)"
        func find() async throws -> [String] {
            try await browser.evaluate(wrong, filter, options.joined(separator: "\n"))
        }
        let menu = try await self.find("findFilter(arguments[0])?.querySelector('summary')", filter)
        guard let menu else {
            let first = "wrongOptions(arguments[0], arguments[1])[0]"
            let titles = options.joined(separator: "\n")
            while let option = try await self.find(first, filter, titles) {
                try await activate(option, what)
                // A page that waits for an answer looks as before; another press would undo this one.
                try await browser.wait(for: what) { try await !find().contains(option.key) }
            }
            return
        }
        try await focus(menu, what)
        try await browser.press(.enter)
        for option in try await find() {
            try await focus(option, what)
            try await browser.press(.space)
        }
        let apply = try await self.find("findFilter(arguments[0]).querySelector('button')", filter)
        try await activate(apply, what)
    }

    func press(_ accelerator: Accelerator) async throws -> Bool {
        guard hasScripts else { return false }
        try await browser.type(accelerator.letter ?? "")
        looks = 0
        return true
    }

    func back() async throws {
        if isBehindLink {
            isBehindLink = false
            try await browser.run("history.back()")
            return try await took()
        }
        try await activate(find("document.getElementById('back')"), "go back")
    }

    func showMore(of list: String) async throws {
        let found = try await find("findNext(arguments[0])", list)
        try await activate(found, "show more of \"\(list)\"")
    }

    func answer(_ answer: DriverAnswer) async throws {
        guard try await browser.evaluate("return document.querySelector('#question') !== null")
        else { throw TestingError.cannot("answer", seen: try await see()) }
        switch answer {
        case .cancel where hasScripts:
            try await browser.press(.escape)
            try await took()
        case .cancel:
            try await activate(find("document.getElementById('answer.cancel')"), "answer")
        case .choice(let title):
            try await activate(find("findAnswer(arguments[0])", title), "answer")
        case .confirm:
            let found = try await find("document.querySelector('#question [value=confirm]')")
            try await activate(found, "answer")
        case .text(let text):
            try await focus("question-text", "answer with text")
            try await browser.replace(by: text + "\n")
            try await took()
        }
    }

    func search(_ text: String) async throws {
        try await focus("search-text", "search")
        // As one types is enough where there are scripts.
        try await browser.replace(by: hasScripts ? text : text + "\n")
        try await took()
    }

    nonisolated var hearsTyping: Bool { hasScripts }

    func close() async throws {
        try await browser.run("document.getElementById('stop').click()")
        try await took()
    }

    func reload() async throws {
        try await browser.reload()
        try await arrived()
    }

    func changeTheme() async throws {
        let other = try await find("document.querySelector('.theme [aria-pressed=false]')")
        try await activate(other, "change the theme")
    }

    func finish() async throws {
        guard let server else { return }
        self.server = nil
        // What is pressed may take the page away before it answers.
        let isStopped: Bool? = try? await browser.evaluate(
            """
            const stop = document.getElementById('stop');
            document.querySelector('#question')?.remove();
            stop?.click();
            return stop !== null;
            """)
        // The last page is there, or the server has gone before it came. What was typed is given up.
        do {
            if isStopped != false {
                try await browser.wait(
                    """
                    (() => {
                      const yes = document.querySelector('#question [value=confirm]');
                      yes?.click();
                      return yes || document.querySelector('#stop, #question') === null
                        || document.getElementById('lost')?.hidden === false;
                    })()
                    """)
            }
        } catch {
            await server.kept.stop()
            throw error
        }
        endings.append((server.location, Task { try await server.kept.end() }))
        try await browser.forgetCookies()
    }

    /// Waits until all servers have ended, and expects that they ended well.
    func expectEnds() async throws {
        for (location, status) in endings {
            guard try await status.value == .success else {
                throw TestingError.unmet("an end without failure of \(location)", seen: "a failure")
            }
        }
        endings = []
    }

    // MARK: - Fields

    func fill(_ label: String, with value: DriverValue) async throws {
        let what = "fill \"\(label)\""
        switch value {
        case .text(let text), .secret(let text), .number(let text), .month(let text):
            try await type(text, into: label, what)
        case .tokens(let tokens):
            try await type(tokens.joined(separator: ", "), into: label, what)
        case .date(let day):
            try await focusField(label, what)
            let parts = day.split(separator: "-")
            // The order of the browser's language.
            try await browser.type("\(parts[1])\(parts[2])\(parts[0])")
        case .toggle(let isOn):
            try await focusField(label, what)
            let isChecked: Bool = try await browser.evaluate(
                "return document.activeElement.checked")
            if isChecked != isOn { try await browser.press(.space) }
        case .choice(let title):
            try await choose(title, inField: label, what)
        case .choices(let titles):
            try await check(titles, inField: label, what)
        case .file(let path):
            try await focusField(label, what)
            let id: String = try await browser.evaluate(
                "return CSS.escape(document.activeElement.id)")
            try await browser.choose(file: path, in: "#\(id)")
        }
        (looks, hasUnsent) = (0, true)
    }

    private func type(_ text: String, into label: String, _ what: String) async throws {
        try await focusField(label, what)
        try await browser.replace(by: text)
    }

    private func focusField(_ label: String, _ what: String) async throws {
        let found = try await find("findField(arguments[0])", label)
        guard let found else { throw TestingError.cannot(what, seen: try await see()) }
        try await focus(found, what)
    }

    private func choose(_ title: String, inField label: String, _ what: String) async throws {
        let found = try await find("findChecked(arguments[0])", label)
        guard let found else { throw TestingError.cannot(what, seen: try await see()) }
        try await focus(found, what)
        for _ in 0..<50 {
            let isChosen: Bool = try await browser.evaluate(
                PageScript.find + "return isChosen(arguments[0])", title)
            if isChosen { return }
            try await browser.press(.down)
        }
        throw TestingError.cannot("\(what) with \"\(title)\"", seen: try await see())
    }

    private func check(_ titles: [String], inField label: String, _ what: String) async throws {
        let options: [String] = try await browser.evaluate(
            PageScript.find + "return optionTitles(arguments[0])", label)
        for option in options {
            let found = try await find("findOption(arguments[0], arguments[1])", label, option)
            guard let found else { throw TestingError.cannot(what, seen: try await see()) }
            try await focus(found, what)
            let isChecked: Bool = try await browser.evaluate(
                "return document.activeElement.checked")
            let isWanted = titles.contains {
                DriverText.normalized($0) == DriverText.normalized(option)
            }
            if isChecked != isWanted { try await browser.press(.space) }
        }
    }

    // MARK: - Keys

    /// Finds an element by an expression, and the way to it.
    private func find(_ expression: String, _ arguments: String...) async throws -> Target? {
        try await browser.evaluate(
            PageScript.find + "return reach(\(expression))", arguments: arguments)
    }

    /// Goes to an element by keyboard, and presses it.
    private func activate(_ target: Target?, _ what: String) async throws {
        guard let target else { throw TestingError.cannot(what, seen: try await see()) }
        guard !target.isDisabled else {
            throw TestingError.cannot(what, seen: "It is disabled.")
        }
        try await focus(target, what)
        try await browser.press(.enter)
        try await took()
    }

    /// More stops than any page has.
    private static let mostTabs = 250
    /// How often the stops are counted; from then on it is one after another.
    private static let mostCounts = 3

    private func focus(_ key: String, _ what: String) async throws {
        let stops = try await stops(to: key)
        try await focus(Target(key: key, isDisabled: false, stops: stops), what)
    }

    /// Presses the tab key until an element has the focus: backwards to what is above, since whoever
    /// goes through the rest of the page scrolls it.
    private func focus(_ target: Target, _ what: String) async throws {
        var stops = target.stops
        var isBackward = false
        for step in 0..<Self.mostTabs {
            if stops == 0 { return }
            // The page may have stops that were not counted. All of it is gone through in one direction.
            if step <= Self.mostCounts { isBackward = stops < 0 }
            try await browser.pressTab(
                times: step < Self.mostCounts ? abs(stops) : 1, isBackward: isBackward)
            stops = try await self.stops(to: target.key)
        }
        throw TestingError.cannot("\(what) by keyboard", seen: try await see())
    }

    private func stops(to key: String) async throws -> Int {
        try await browser.evaluate(PageScript.find + "return stopsTo(arguments[0])", key)
    }

    private static let isQuiet =
        "document.readyState === 'complete' && !('busy' in document.documentElement.dataset)"

    /// The input was taken: what was sent has been answered.
    private func took() async throws {
        (looks, hasUnsent) = (0, false)
        try await browser.wait(Self.isQuiet)
    }

    /// A screen is there.
    private func arrived() async throws {
        (looks, hasUnsent) = (0, false)
        try await browser.wait("document.body.dataset.location !== undefined && \(Self.isQuiet)")
    }

    /// With little room nothing is beside the page.
    private func checkWidth() async throws {
        let width: Int = try await browser.evaluate("return document.documentElement.scrollWidth")
        guard width <= 320 else {
            throw TestingError.unmet("a page of 320 pixels", seen: "\(width) pixels")
        }
    }
}
