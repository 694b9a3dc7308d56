import TenonCore
package import TenonUI

extension Phase {
    /// The action, by id, that the phase itself points to.
    fileprivate var offer: String? {
        switch self {
        case .ready, .loading: nil
        case .empty(_, let action): action
        case .failed(_, let retry): retry
        }
    }
}

/// What the Return key alone does.
enum ReturnKey: Equatable {
    /// Prints the screen again.
    case repeats
    /// Asks for the fields of the form.
    case fills
    /// Does an action, by id.
    case acts(String)
}

/// Turns a screen into lines of text; a pure function of its properties and the screen.
package struct LineRenderer {
    let localizer: Localizer
    let layout: LineLayout
    let pages: ListPages
    /// Makes QR codes; `nil` where nothing does, or where none can be seen.
    let codes: (any QRCodeMaking)?

    /// Makes a renderer.
    ///
    /// - Parameters:
    ///   - width: The available columns; less than 20 count as 20.
    ///   - style: Whether and how text is coloured.
    ///   - pages: Which rows of lists are printed.
    ///   - codes: Makes QR codes, for a terminal.
    init(
        localizer: Localizer, width: Int, style: TextStyle,
        pages: ListPages = ListPages(size: 20), codes: (any QRCodeMaking)? = nil
    ) {
        self.localizer = localizer
        self.codes = codes
        layout = LineLayout(width: max(20, width), style: style)
        self.pages = pages
    }

    /// The whole screen, from its title to what can be typed.
    ///
    /// - Parameters:
    ///   - returns: What Return does.
    ///   - canGoBack: Whether there is something to go back to.
    func text(of screen: Screen, returns: ReturnKey = .repeats, canGoBack: Bool = false) -> String {
        let index = ScreenIndex(screen)
        var parts = [head(of: screen)]
        parts += phase(of: screen, index)
        parts += screen.blocks.map { block($0, index, depth: 0) }
        parts += [footer(of: screen, index, returns: returns, canGoBack: canGoBack)]
        return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
            .joined(separator: "\n\n") + "\n"
    }

    /// The whole screen without colours.
    package static func plainText(of screen: Screen, localizer: Localizer, width: Int) -> String {
        LineRenderer(localizer: localizer, width: width, style: TextStyle(isOn: false)).text(
            of: screen)
    }

    /// Some blocks of a screen, as they are printed in it.
    func text(of blocks: [Block], in screen: Screen) -> String {
        let index = ScreenIndex(screen)
        return blocks.map { block($0, index, depth: 0).joined(separator: "\n") + "\n" }
            .joined(separator: "\n")
    }

    /// A message with the word and the sign of its tone.
    func message(_ text: String, tone: Tone, indent: Int = 0) -> [String] {
        guard let sign = tone.sign, let word = tone.word else {
            return layout.paragraph(text, indent: indent)
        }
        return layout.paragraph(
            "\(localizer(word)): \(text)", after: sign + " ", indent: indent, mark: .tone(tone))
    }

    private func head(of screen: Screen) -> [String] {
        var lines = layout.heading(screen.title, level: 1)
        if !screen.summary.isEmpty { lines += layout.paragraph(screen.summary) }
        if let search = screen.search, !search.text.isEmpty {
            lines += layout.paragraph(
                localizer(LineText.searching, ["text": search.text]),
                mark: .role(.secondaryText))
        }
        lines += filters(of: screen)
        return lines
    }

    private func phase(of screen: Screen, _ index: ScreenIndex) -> [[String]] {
        switch screen.phase {
        case .ready:
            return []
        case .loading(let message):
            return [layout.paragraph(message, after: "… ")]
        case .empty(let message, let action):
            return [layout.paragraph(message) + offer(action, index)]
        case .failed(let problem, let retry):
            var lines = message(problem.message, tone: .critical)
            if !problem.remedy.isEmpty { lines += layout.paragraph(problem.remedy, indent: 2) }
            return [lines + offer(retry, index)]
        }
    }

    /// The action that a phase points to.
    private func offer(_ id: String?, _ index: ScreenIndex) -> [String] {
        layout.keys(index.keys.filter { $0.action.id == id }.map { key(for: $0) })
    }

    /// An action of the screen with what is typed for it.
    func key(for key: ActionKey, returns: ReturnKey = .repeats) -> LineLayout.Key {
        let isReturn = returns == .acts(key.action.id)
        let typed = isReturn ? "\(localizer(LineText.returnKey)), \(key.letter)" : key.letter
        return LineLayout.Key(
            key: typed, title: title(of: key.action), isEnabled: key.action.isEnabled)
    }

    /// An action of something numbered with what is typed for it; the first needs no letter.
    func key(for key: ActionKey, number: String, isFirst: Bool) -> LineLayout.Key {
        LineLayout.Key(
            key: isFirst ? number : "\(number) \(key.letter)", title: title(of: key.action),
            isEnabled: key.action.isEnabled)
    }

    private func title(of action: Action) -> String {
        switch action.availability {
        case .enabled: action.title
        case .disabled(let reason):
            "\(action.title) (\(localizer(UIText.unavailable, ["reason": reason])))"
        }
    }

    private func footer(
        of screen: Screen, _ index: ScreenIndex, returns: ReturnKey, canGoBack: Bool
    ) -> [String] {
        let own = index.keys.filter {
            $0.action.scope != .application && $0.action.id != screen.phase.offer
        }
        let shared = index.keys.filter { $0.action.scope == .application }
        var keys: [LineLayout.Key] = []
        if returns == .fills {
            let key = localizer(LineText.returnKey)
            keys.append(LineLayout.Key(key: key, title: localizer(LineText.fill)))
        }
        keys += own.map { key(for: $0, returns: returns) }
        var system: [LineLayout.Key] = []
        if let search = screen.search {
            system.append(
                LineLayout.Key(key: "/" + localizer(LineText.legendText), title: search.label))
            if !search.text.isEmpty {
                system.append(
                    LineLayout.Key(key: "/", title: localizer(LineText.legendEndSearch)))
            }
        }
        if !screen.filters.isEmpty {
            system.append(LineLayout.Key(key: "f", title: localizer(UIText.filters)))
        }
        if !screen.destinations.isEmpty {
            system.append(LineLayout.Key(key: "g", title: localizer(UIText.places)))
        }
        system += shared.map { key(for: $0) }
        if canGoBack { system.append(LineLayout.Key(key: "b", title: localizer(UIText.back))) }
        system.append(LineLayout.Key(key: "?", title: localizer(LineText.legendHelp)))
        system.append(LineLayout.Key(key: "q", title: localizer(UIText.quit)))
        return layout.keys(keys) + layout.keys(system)
    }
}
