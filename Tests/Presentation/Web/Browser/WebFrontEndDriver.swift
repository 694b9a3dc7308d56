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
    private var server: KeptServer?
    private var pages: [String] = []
    private var looks = 0
    /// Whether the way back is the browser's.
    private var isBehindLink = false

    /// Makes a driver that uses a browser for everything that it starts.
    init(_ browser: Browser, hasScripts: Bool, language: String = "en") {
        self.browser = browser
        self.hasScripts = hasScripts
        self.language = language
    }

    func start(at location: String, isNarrow: Bool) async throws {
        await server?.stop()
        pages = []
        isBehindLink = false
        var limits = WebLimits()
        limits.graceTime = .milliseconds(100)
        let server = try await KeptServer(at: location, language: language, limits: limits)
        self.server = server
        try await browser.resize(width: isNarrow ? 320 : 1280, height: 800)
        try await browser.open(server.address)
        try await browser.wait("document.body.dataset.location !== undefined")
        if isNarrow { try await checkWidth() }
        try await took()
    }

    /// Uses a server that somebody else has started.
    func attach(to address: String) async throws {
        try await browser.open(address)
        try await browser.wait("document.body.dataset.location !== undefined")
        try await took()
    }

    func see() async throws -> String {
        looks += 1
        // Without scripts a person loads a page again to see what happened meanwhile.
        if !hasScripts, looks.isMultiple(of: 10) { try await browser.reload() }
        try await notePage()
        return try await browser.evaluate(PageScript.text)
    }

    /// Waits until a text is there, or until it is not.
    func wait(for text: String, isThere: Bool = true) async throws {
        try await browser.wait(for: "the text “\(text)” is \(isThere ? "there" : "gone")") {
            try await see().contains(text) == isThere
        }
    }

    func everything() async throws -> String {
        try await notePage()
        return pages.joined(separator: "\n")
    }

    /// Keeps the markup of the page, once while it stays the same.
    private func notePage() async throws {
        let page: String = try await browser.evaluate("return document.documentElement.outerHTML")
        if page != pages.last { pages.append(page) }
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
        // What is behind a button may have one of its own.
        for _ in 0..<2 {
            let menu: String? = try await browser.evaluate(
                PageScript.find + "return findMenu(arguments[0], arguments[1])", title, label ?? "")
            guard let menu else { break }
            try await focus(menu, "choose \"\(title)\"")
            try await browser.press(.enter)
        }
        let found: String? = try await browser.evaluate(
            PageScript.find + "return mark(findAction(arguments[0], arguments[1]))", title,
            label ?? "")
        try await activate(found, "choose \"\(title)\"\(label.map { " on \"\($0)\"" } ?? "")")
        // A link alone begins a session of its own, as in another tab.
        isBehindLink = !hasScripts && found?.hasPrefix("/s/") == true
    }

    func showPlaces() async throws {
        let isHidden: Bool = try await browser.evaluate(
            "return document.getElementById('places')?.checkVisibility() === false")
        guard isHidden else { return }
        let opener: String = try await browser.evaluate(
            PageScript.find
                + "return mark(document.querySelector('.bar [popovertarget=places]'))")
        try await focus(opener, "open the places")
        try await browser.press(.enter)
    }

    func follow(_ text: String) async throws {
        let found: String? = try await browser.evaluate(
            PageScript.find
                + "return mark(all('a.link').find((e) => same(e.textContent, arguments[0])))", text)
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
        let found: String? = try await browser.evaluate(
            PageScript.find + "return mark([...document.querySelectorAll('.undo')].pop())")
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
        let menu: String? = try await browser.evaluate(
            PageScript.find + "return mark(findFilter(arguments[0])?.querySelector('summary'))",
            filter)
        guard let menu else {
            while let option = try await find().first {
                try await activate(option, what)
                // A page that waits for an answer looks as before; another press would undo this one.
                try await browser.wait(for: what) { try await !find().contains(option) }
            }
            return
        }
        try await focus(menu, what)
        try await browser.press(.enter)
        for option in try await find() {
            try await focus(option, what)
            try await browser.press(.space)
        }
        let apply: String? = try await browser.evaluate(
            PageScript.find + "return mark(findFilter(arguments[0]).querySelector('button'))",
            filter)
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
        let found: String? = try await browser.evaluate(
            PageScript.find + "return mark(document.getElementById('back'))")
        try await activate(found, "go back")
    }

    func showMore(of list: String) async throws {
        let found: String? = try await browser.evaluate(
            PageScript.find + "return mark(findNext(arguments[0]))", list)
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
            try await pressAnswer("return mark(document.getElementById('answer.cancel'))")
        case .choice(let title):
            try await pressAnswer("return mark(findAnswer(arguments[0]))", title)
        case .confirm:
            try await pressAnswer(
                "return mark(document.querySelector('#question [value=confirm]'))")
        case .text(let text):
            try await focus("question-text", "answer with text")
            try await browser.press("a", holding: .control)
            try await browser.type(text)
            try await browser.press(.enter)
            try await took()
        }
    }

    func search(_ text: String) async throws {
        try await focus("search-text", "search")
        try await browser.press("a", holding: .control)
        try await browser.press(.delete)
        try await browser.type(text)
        // As one types is enough where there are scripts.
        if !hasScripts { try await browser.press(.enter) }
        try await took()
    }

    nonisolated var hearsTyping: Bool { hasScripts }

    func close() async throws {
        try await browser.run("document.getElementById('stop').click()")
        try await took()
    }

    func reload() async throws {
        try await browser.reload()
        try await browser.wait("document.body.dataset.location !== undefined")
        try await took()
    }

    func finish() async throws {
        guard let server else { return }
        self.server = nil
        if try await browser.evaluate("return document.getElementById('stop') !== null") {
            let isAsked: Bool = try await browser.evaluate(
                "return document.querySelector('#question') !== null")
            if isAsked { try await browser.run("document.querySelector('#question').remove()") }
            try? await browser.run("document.getElementById('stop').click()")
            // The last page is there, or the server has gone before it came.
            do {
                try await browser.wait(
                    "document.querySelector('#stop, #question') === null"
                        + " || document.querySelector('#question [value=confirm]') !== null"
                        + " || document.getElementById('lost')?.hidden === false")
            } catch {
                await server.stop()
                throw error
            }
            // What was typed is given up.
            try? await browser.run("document.querySelector('#question [value=confirm]')?.click()")
        }
        guard try await server.end() == .success else {
            throw TestingError.unmet("an end without failure", seen: "a failure")
        }
        try await browser.forgetCookies()
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
        looks = 0
    }

    private func type(_ text: String, into label: String, _ what: String) async throws {
        try await focusField(label, what)
        try await browser.press("a", holding: .control)
        try await browser.press(.delete)
        try await browser.type(text)
    }

    private func focusField(_ label: String, _ what: String) async throws {
        let found: String? = try await browser.evaluate(
            PageScript.find + "return mark(findField(arguments[0]))", label)
        guard let found else { throw TestingError.cannot(what, seen: try await see()) }
        try await focus(found, what)
    }

    private func choose(_ title: String, inField label: String, _ what: String) async throws {
        let found: String? = try await browser.evaluate(
            PageScript.find + "return mark(findChecked(arguments[0]))", label)
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
            let found: String? = try await browser.evaluate(
                PageScript.find + "return mark(findOption(arguments[0], arguments[1]))", label,
                option)
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

    private func pressAnswer(_ script: String, _ argument: String = "") async throws {
        let found: String? = try await browser.evaluate(PageScript.find + script, argument)
        try await activate(found, "answer")
    }

    /// Goes to an element by keyboard, and presses it.
    private func activate(_ id: String?, _ what: String) async throws {
        guard let id else { throw TestingError.cannot(what, seen: try await see()) }
        let isDisabled: Bool = try await browser.evaluate(
            PageScript.find + "const e = marked(arguments[0]);"
                + "return e?.disabled === true || e?.getAttribute('aria-disabled') === 'true'", id)
        guard !isDisabled else { throw TestingError.cannot(what, seen: "It is disabled.") }
        try await focus(id, what)
        try await browser.press(.enter)
        try await took()
    }

    /// More stops than any page has.
    private static let mostTabs = 250

    /// Presses the tab key until the element with an id has the focus.
    private func focus(_ id: String, _ what: String) async throws {
        for _ in 0..<Self.mostTabs {
            let isThere: Bool = try await browser.evaluate(
                PageScript.find + "return mark(document.activeElement) === arguments[0]", id)
            if isThere { return }
            try await browser.press(.tab)
        }
        throw TestingError.cannot("\(what) by keyboard", seen: try await see())
    }

    /// The input was taken: what was sent has been answered.
    private func took() async throws {
        looks = 0
        try await browser.wait(
            "document.readyState === 'complete' && !('busy' in document.documentElement.dataset)")
    }

    /// With little room nothing is beside the page.
    private func checkWidth() async throws {
        let width: Int = try await browser.evaluate("return document.documentElement.scrollWidth")
        guard width <= 320 else {
            throw TestingError.unmet("a page of 320 pixels", seen: "\(width) pixels")
        }
    }
}
