import TenonCore

/// What a session does with actions and fields.
extension Session {
    /// Keeps what is typed; the scene hears of what is live and has changed.
    func edit(_ fields: [String: FieldValue]) throws {
        guard let screen, let entry = stage.current else { return }
        try screen.check(fields)
        let live = fields.filter { id, value in
            guard let field = screen.field(id), field.isLive else { return false }
            return (typed(in: id) ?? field.kind.presentValue) != value
        }
        stage.keep(fields, of: entry)
        if !live.isEmpty { _ = entry.scene.receive(.edit(live)) }
        stage.showTyped()
    }

    /// Does an action, after what it asks for.
    func act(_ id: String, target: String?, fields: [String: FieldValue]) throws {
        if try tend(id, target: target, fields: fields) { return }
        guard let screen, let entry = stage.current, var action = screen.action(id, target: target)
        else { throw SessionError.unknownAction(id, target: target) }
        if case .disabled(let reason) = action.availability {
            throw SessionError.unavailable(action, reason: reason)
        }
        try screen.check(fields)
        let rows = try screen.chosenRows(for: action)
        if let rows {
            action.confirmation = action.confirmation?.counting(rows.count, container[.localizer])
        }
        if let target, screen.field(target)?.isSecret == true {
            try hear(fields)
        } else {
            stage.keep(fields, of: entry, isSending: true)
            stage.showTyped()
        }
        let effect = action.scope == .application ? effect(of: id) : nil
        let act = SessionInput.act(id, target: target, fields: fields)
        if action.confirmation == nil, action.input == nil {
            return leave(by: act) { [weak self, action] in
                guard let self else { return }
                let fields = stage.values(with: action.role == .cancel ? [:] : fields)
                perform(
                    .action(id, target, rows, fields, input: nil), effect: effect, in: entry)
            }
        }
        work.run { [container, weak self, action] in
            if let confirmation = action.confirmation {
                guard await container[.confirmations].confirm(confirmation) else { return }
            }
            var input: SecretText?
            if let prompt = action.input {
                input = await container[.prompts].prompt(prompt)
                guard input != nil else { return }
            }
            // The answer was meant for the screen that the person saw when it was asked.
            guard let self, self.stage.current?.id == entry.id else { return }
            // Some rows may have gone while the person thought about it.
            let remaining = rows.map { self.screen?.stillChosen($0, for: id) ?? [] }
            guard remaining != [] else { return }
            let done = SceneInput.action(id, target, remaining, fields, input: input)
            self.leave(by: act) { [weak self] in
                self?.perform(done, effect: effect, in: entry)
            }
        }
    }

    /// What an action of the application does; `nil` for others.
    func effect(of id: String) -> ApplicationAction.Effect? {
        let localizer = container[.localizer]
        return container[.applicationActions].first { $0.action(localizer).id == id }?.effect
    }

    private func perform(
        _ input: SceneInput, effect: ApplicationAction.Effect?, in entry: SceneStack.Entry
    ) {
        switch effect {
        case .open(let location):
            stage.navigate(by: .open(location))
        case .run(let operation), .leave(let operation):
            // It belongs to the application, and may be what replaces the stack.
            work.run(isStackBound: false) { [container] in
                try await operation(SessionPorts(container))
            }
        case nil:
            switch input {
            case .actOnRows: stage.release()
            case .act(let id, let field?, _, _)
            where screen?.field(field)?.isSecret == true && make(field, by: id, in: entry):
                return
            case .act(let id, target: nil, _, _): stage.markSent(by: id, of: entry)
            default: break
            }
            _ = entry.scene.receive(input)
            stage.settle(entry)
            stage.showTyped()
        }
    }

    /// Hands the scene that the person sees an input.
    func deliver(_ input: SceneInput) {
        _ = stage.current?.scene.receive(input)
    }
}

extension SceneInput {
    /// An action of what is chosen in a list, with its rows; without rows, any other action.
    fileprivate static func action(
        _ id: String, _ target: String?, _ rows: [String]?, _ fields: [String: FieldValue],
        input: SecretText?
    ) -> SceneInput {
        rows.map { .actOnRows(id, rows: $0, input: input) }
            ?? .act(id, target: target, fields: fields, input: input)
    }
}
