import TenonCore
import TenonUI

extension LineConversation {
    /// What came of asking for a field.
    private enum Outcome {
        case value(FieldValue)
        case kept
        case stopped
    }

    /// Asks for fields by itself: when the screen is new and cannot be used without them, and when
    /// an action was done and something is wrong with them.
    ///
    /// - Returns: Whether anything was asked.
    func fillUnasked() async throws(Interruption) -> Bool {
        guard let screen = session.screen, !isBusy else { return false }
        let problems = screen.fields.filter { $0.problem != nil }
        if wasSubmitted {
            wasSubmitted = false
            guard !problems.isEmpty else { return false }
            // When a new secret and its repetition differ, it is unknown which one is wrong.
            let isNewWrong = problems.contains(where: \.isNewSecret)
            let fields = screen.fields.filter {
                $0.problem != nil || isNewWrong && $0.isNewSecret
            }
            try await fill(fields.map(\.id))
            return true
        }
        guard !wasOffered else { return false }
        wasOffered = true
        guard screen.mustBeFilled else { return false }
        try await fill(screen.fields.map(\.id))
        return true
    }

    /// Asks for fields, one after the other, and says how to go on.
    ///
    /// When there is only one, its answer also does the first action.
    func fill(_ ids: [String]) async throws(Interruption) {
        let hint = renderer.layout.paragraph(
            localizer(LineText.fillHint), mark: .role(.secondaryText))
        try await printLines([""] + (ids.count > 1 ? hint : []))
        var isStopped = false
        for id in ids where !isStopped {
            guard let field = session.screen?.field(id) else { continue }
            switch try await askAndNote(field) {
            case .value, .kept: continue
            case .stopped: isStopped = true
            }
            guard !session.isEnded else { return }
        }
        guard let screen = session.screen, let form = screen.forms.first else { return }
        isFilled = true
        if !isStopped, screen.fields.count == 1, let action = form.actions.first {
            return try await act(action.id)
        }
        try await sayHowToGoOn(form, on: screen)
    }

    /// Asks for one field because it was named.
    func fill(_ field: Field) async throws(Interruption) {
        switch try await askAndNote(field) {
        case .value: try await printField(field.id)
        case .kept, .stopped: return
        }
    }

    /// Takes a value that was typed together with the field's number.
    func fill(_ field: Field, with text: String) async throws(Interruption) {
        let line = SecretText(text)
        if field.isSecret { return try await fill(field) }
        if line == SpecialLine.explain { return try await explain(field) }
        guard let answer = answer(line, for: field) else { return }
        switch answer {
        case .value(let value):
            try await note(value, for: field)
            try await printField(field.id)
        case .problem(let message):
            try await complain(message)
        }
    }

    private func askAndNote(_ field: Field) async throws(Interruption) -> Outcome {
        let outcome = try await ask(field)
        if case .value(let value) = outcome { try await note(value, for: field) }
        return outcome
    }

    /// Tells the session a value, and what a scene says that wants to hear of it at once.
    private func note(_ value: FieldValue, for field: Field) async throws(Interruption) {
        isFilled = true
        let before = session.screen
        do {
            try session.send(.edit([field.id: value]))
        } catch {
            return try await complain(about: error)
        }
        if field.isLive {
            try await settle()
            try await answerQuestions()
        }
        guard let before, let after = session.screen else { return }
        defer { if before.location == after.location { shown = after } }
        guard field.isLive else { return }
        let changed = (ScreenNews.changedBlocks(before, after) ?? []).filter { block in
            if case .form = block { false } else { true }
        }
        try await printLines(reaction(to: field, on: after))
        if !changed.isEmpty { try await printBlocks(changed, of: after) }
    }

    /// The scene's current state of a field that it has received.
    private func reaction(to field: Field, on screen: Screen) -> [String] {
        guard let now = screen.field(field.id) else { return [] }
        if let problem = now.problem, problem != field.problem {
            return renderer.message(problem, tone: .critical, indent: 2)
        }
        if let strength = now.strength, strength != field.strength {
            return renderer.layout.paragraph(
                strength.text, indent: 2, mark: .role(.secondaryText))
        }
        guard now.help != field.help, !now.help.isEmpty else { return [] }
        return renderer.layout.paragraph(now.help, indent: 2, mark: .role(.secondaryText))
    }

    private func ask(_ asked: Field) async throws(Interruption) -> Outcome {
        var field = asked
        try await printLines(introduction(of: field))
        while true {
            let line = try await readAnswer(
                after: promptText(of: field), isSecret: field.isSecret)
            if line == SpecialLine.stop { return .stopped }
            if line.isEmpty { return .kept }
            let keys = field.isSecret ? field.actionKeys : []
            if let key = keys.first(where: { line == SecretText($0.letter) }) {
                try await perform(key.action, of: field)
                // A secret that was made is its own answer; one that was shown may be typed anew.
                guard !field.makers.contains(where: { $0.id == key.action.id }),
                    let shown = session.screen?.field(field.id)
                else { return .kept }
                field = shown
                try await printLines(introduction(of: field))
                continue
            }
            if let key = keys.first(where: { line == SecretText("\\\($0.letter)") }) {
                return .value(.secret(SecretText(key.letter)))
            }
            if line == SpecialLine.explain, !field.isSecret {
                try await explain(field)
                continue
            }
            if case .text(_, isMultiline: true) = field.kind, line != SpecialLine.clear {
                let text = try await readFurtherLines(after: line, for: field)
                if let answer = answer(text, for: field), case .value(let value) = answer {
                    return .value(value)
                }
                try await complain(localizer(LineText.problemControl))
                continue
            }
            switch answer(line, for: field) {
            case .value(let value): return .value(value)
            case .problem(let message): try await complain(message)
            case nil: return .kept
            }
        }
    }

    /// Does an action of a secret, and says what is in its field then.
    func perform(_ action: Action, of field: Field) async throws(Interruption) {
        guard try await send(.act(action.id, target: field.id)) else { return }
        isFilled = true
        try await answerQuestions()
        // What is printed stays to be read, so a secret that was made is shown on request only.
        if field.makers.contains(where: { $0.id == action.id }),
            session.screen?.field(field.id)?.revealed != nil
        {
            try await send(.act(SecretAction.conceal.rawValue, target: field.id))
        }
        guard let screen = session.screen else { return }
        if screen.location == shown?.location { shown = screen }
        try await printField(field.id)
        try await printLines(reaction(to: field, on: screen))
    }

    /// What a line means for a field; `nil` when it means to leave it as it is.
    private func answer(_ line: SecretText, for field: Field) -> FieldAnswer? {
        if line == SpecialLine.clear, !field.isSecret {
            return FieldAnswer.clearing(field).map { .value($0) }
                ?? .problem(localizer(UIText.problemRequired))
        }
        return line.isEmpty ? nil : FieldAnswer(line, for: field, localizer)
    }

    /// Reads lines up to one that has only a dot; the session hears of each.
    private func readFurtherLines(
        after first: SecretText, for field: Field
    ) async throws(Interruption) -> SecretText {
        var lines = [first.reveal()]
        while true {
            let text = SecretText(lines.joined(separator: "\n"))
            if case .value(let value) = answer(text, for: field) {
                try? session.send(.edit([field.id: value]))
                isFilled = true
            }
            let line = try await readAnswer(after: "> ")
            if line == SpecialLine.stop { return SecretText(lines.joined(separator: "\n")) }
            lines.append(line.unescaped.reveal())
        }
    }

    // MARK: - Words about fields

    private func introduction(of field: Field) -> [String] {
        let layout = renderer.layout
        var lines: [String] = []
        if let problem = field.problem {
            lines += renderer.message("\(field.label): \(problem)", tone: .critical)
        }
        switch field.kind {
        case .choice(_, let options), .choices(_, let options):
            lines += layout.paragraph(field.label + ":")
            for (place, option) in options.enumerated() {
                lines += layout.paragraph(option.title, after: "\(place + 1). ", indent: 2)
            }
        case .secret where !field.actions.isEmpty:
            lines += layout.keys(
                field.actionKeys.map { renderer.key(for: $0) }, indent: 2)
        case .text, .secret, .number, .date, .month, .toggle, .tokens, .file:
            break
        }
        return lines
    }

    /// The label, what is asked for, and the present value.
    private func promptText(of field: Field) -> String {
        var hints: [String] = []
        if field.isRequired { hints.append(localizer(UIText.required)) }
        switch field.kind {
        case .text(_, isMultiline: true): hints.append(localizer(LineText.fillMultiline))
        case .secret: hints.append(localizer(LineText.fillSecretHint))
        case .number(_, let currency, let range):
            hints += [currency, range.map { localizer.words(.range, $0) }].compactMap(\.self)
        case .date: hints.append(localizer(UIText.dateFormat))
        case .month: hints.append(localizer(UIText.monthFormat))
        case .toggle: hints.append(localizer(LineText.fillToggle))
        case .choice: hints.append(localizer(LineText.fillOptions))
        case .choices: hints.append(localizer(LineText.fillSeveralOptions))
        case .tokens: hints.append(localizer(UIText.tokensFormat))
        case .file: hints.append(localizer(LineText.fillPath))
        case .text: break
        }
        var text = HarmlessText.line(field.label)
        if !hints.isEmpty { text += " (\(hints.joined(separator: ", ")))" }
        if !field.kind.isUnfilled {
            text += " [\(HarmlessText.line(renderer.value(of: field)))]"
        }
        return text + ": "
    }

    private func explain(_ field: Field) async throws(Interruption) {
        let layout = renderer.layout
        var lines = field.help.isEmpty ? [] : layout.paragraph(field.help, indent: 2)
        lines += layout.paragraph(
            localizer(LineText.fillHint), indent: 2, mark: .role(.secondaryText))
        try await printLines(lines)
    }

    /// Prints a field with its new value.
    private func printField(_ id: String) async throws(Interruption) {
        guard let field = session.screen?.field(id) else { return }
        let text = "\(field.label): \(renderer.value(of: field))"
        try await printLines(renderer.layout.paragraph(text, mark: .role(.secondaryText)))
    }

    private func sayHowToGoOn(_ form: FormBlock, on screen: Screen) async throws(Interruption) {
        let keys = ScreenIndex(screen).keys.filter { key in
            form.actions.contains { $0.id == key.action.id }
        }
        let returns = returnKey(on: screen)
        let offers = keys.map { renderer.key(for: $0, returns: returns) }
        try await printLines([""] + renderer.layout.keys(offers))
    }
}

extension Screen {
    /// Whether fields have to be filled in first: a required one has no value, or no optional one
    /// has any.
    fileprivate var mustBeFilled: Bool {
        let open = fields.filter(\.kind.canBeUnfilled)
        return fields.contains { $0.isRequired && $0.kind.isUnfilled }
            || (!open.isEmpty && open.allSatisfy(\.kind.isUnfilled))
    }
}

extension Field {
    /// Whether it is for a secret that is given for the first time, which some forms ask for twice.
    fileprivate var isNewSecret: Bool { isSecret && autofill == .newPassword }
}
