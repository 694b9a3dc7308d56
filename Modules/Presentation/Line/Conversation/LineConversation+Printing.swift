import TenonCore
import TenonUI

extension LineConversation {
    /// Turns screens into text of the present width.
    var renderer: LineRenderer {
        LineRenderer(
            localizer: localizer, width: console.width, style: console.style, pages: pages,
            codes: codes)
    }

    /// What Return does on a screen.
    func returnKey(on screen: Screen) -> ReturnKey {
        guard let form = screen.forms.first else { return .repeats }
        guard isFilled, let action = form.actions.first else { return .fills }
        return .acts(action.id)
    }

    /// Prints what is new: notices, and the screen if it has changed.
    func show() async throws(Interruption) {
        try await printNotices()
        guard let screen = session.screen else { return }
        defer {
            shown = screen
            mustShow = false
            isFromOutside = false
        }
        guard let shown, shown.location == screen.location else {
            arrive()
            return try await printScreen(screen)
        }
        if shown.search != screen.search { pages.reset() }
        if mustShow { return try await printScreen(screen) }
        if ScreenNews.isNone(shown, screen, ignoringCodes: isFromOutside) {
            let progress = isFromOutside ? ScreenNews.changedProgress(shown, screen) : []
            if !progress.isEmpty { try await printBlocks(progress, of: screen) }
            for (title, badge) in ScreenNews.newWarnings(shown, screen) {
                try await printLines(
                    renderer.message("\(title): \(badge.text)", tone: badge.tone))
            }
            return
        }
        try await printScreen(screen)
    }

    /// Forgets what was about the screen before.
    private func arrive() {
        pages = ListPages(size: console.pageSize)
        isFilled = session.asks(before: .back)
        wasSubmitted = false
        wasOffered = false
    }

    private func printScreen(_ screen: Screen) async throws(Interruption) {
        lastShown = .now
        try await print(
            "\n"
                + renderer.text(
                    of: screen, returns: returnKey(on: screen),
                    canGoBack: session.canGoBack || screen.parent != nil))
    }

    /// Prints some blocks of a screen.
    func printBlocks(_ blocks: [Block], of screen: Screen) async throws(Interruption) {
        lastShown = .now
        try await print("\n" + renderer.text(of: blocks, in: screen))
    }

    /// Prints the messages that have come, each once.
    func printNotices() async throws(Interruption) {
        while !notices.isEmpty {
            let notice = notices.removeFirst()
            var lines = renderer.message(notice.text, tone: notice.tone)
            if notice.undo != nil {
                lines += renderer.layout.keys([.init(key: "u", title: localizer(UIText.undo))])
            }
            try await printLines(lines)
        }
    }

    /// Says something in passing.
    func say(_ text: String) async throws(Interruption) {
        try await printLines(renderer.layout.paragraph(text))
    }

    /// Says that something cannot be done, and what can.
    func complain(_ text: String) async throws(Interruption) {
        try await printLines(renderer.layout.paragraph(text, mark: .tone(.caution)))
    }

    /// Says what an error says.
    func complain(about error: any Error) async throws(Interruption) {
        let problem = Problem(error, renderer.localizer)
        var lines = renderer.message(problem.message, tone: .critical)
        if !problem.remedy.isEmpty { lines += renderer.layout.paragraph(problem.remedy, indent: 2) }
        try await printLines(lines)
    }

    /// Prints lines that were set already.
    func printLines(_ lines: [String]) async throws(Interruption) {
        guard !lines.isEmpty else { return }
        try await print(lines.joined(separator: "\n") + "\n")
    }

    /// Prints what comes before what is typed; where nobody types, a sign without meaning is left
    /// out, and words stand on a line of their own.
    func prompt(_ text: String) async throws(Interruption) {
        if console.isInteractive {
            try await print(console.style(text, .strong))
        } else if text != "> " {
            try await print(text.trimmedAtEnd + "\n")
        }
    }

    /// Ends the line of a prompt that was not answered.
    func breakLine() async throws(Interruption) {
        if console.isInteractive { try await print("\n") }
    }

    private func print(_ text: String) async throws(Interruption) {
        progress.close()
        guard await console.output.send(text) else { throw .unheard }
    }
}
