internal import Synchronization
package import TenonCore

/// What was typed belongs to the session: nobody loses it without being asked.
extension Session {
    /// Whether something was typed on any screen that one can go back to, and is not saved.
    public var hasUnsent: Bool { !stage.unsent.isEmpty }

    /// Whether an input would lose something that was typed, so that the session asks first.
    ///
    /// Where a coordinator decides otherwise than usual on a location, it may ask all the same.
    public func asks(before input: SessionInput) -> Bool { !lost(by: input).isEmpty }

    /// What was typed into a field of the present screen; a screen has no secrets.
    package func typed(in field: String) -> FieldValue? { stage.typed(in: field) }

    /// The scenes that lose something that was typed.
    func lost(by input: SessionInput) -> [Int] {
        switch input {
        case .back: stage.unsentOnTop
        case .open(let location): stage.unsent(leavingFor: location)
        case .close: stage.unsent
        case .act(let id, nil, _): lost(byAction: id)
        case .act, .select, .edit, .answer, .undo, .search, .filter, .window, .reading, .forced: []
        }
    }

    private func lost(byAction id: String) -> [Int] {
        guard let action = screen?.action(id) else { return [] }
        if action.scope == .application {
            return switch effect(of: id) {
            case .open(let location): stage.unsent(leavingFor: location)
            case .leave: stage.unsent
            case .run, nil: []
            }
        }
        return action.role == .cancel ? stage.unsentOnTop : []
    }

    /// Does something by which a screen is left; asks first when something that was typed would be
    /// lost.
    func leave(by input: SessionInput, _ body: @escaping @Sendable () -> Void) {
        let lost = lost(by: input)
        if lost.isEmpty { return body() }
        ask(before: lost, closesOnly: closesOnly(input), body)
    }

    /// Ends the session after a question, for an end by which others lose what was typed.
    ///
    /// - Parameter others: Called when that is given up, before the end; not when it is saved.
    package func endAsking(giving others: @escaping @Sendable () -> Void = {}) {
        ask(before: stage.unsent, closesOnly: false, giving: others) { [weak self] in self?.end() }
    }

    /// Ends the session where nobody can be asked.
    ///
    /// - Returns: What to say about what was typed and is not saved: whether it is kept for the next program.
    package func endKeeping() async -> UIText {
        guard let keeper = container[.draftKeeper], keeper.outlivesProgram else {
            end()
            return .draftUnsaved
        }
        // Apart from the task that calls this, which may be cancelled because the program ends.
        return await Task<UIText, Never> { [self] in
            let former = await keeper.kept().map(\.id)
            let typed = stage.unsentValues
            end()
            await endings.wait()
            let kept = await keeper.kept().filter { !former.contains($0.id) }
            let lost = typed.flatMap { location, values -> [String: FieldValue] in
                let drafts = kept.filter { $0.location == location }
                return values.filter { id, value in !drafts.contains { $0.values[id] == value } }
            }
            let isOnlySecrets = lost.allSatisfy { _, value in
                if case .secret = value { true } else { false }
            }
            guard !kept.isEmpty, isOnlySecrets else { return .draftUnsaved }
            return lost.isEmpty ? .draftKept : .draftKeptWithoutSecrets
        }.value
    }

    /// Gives up everything that was typed and is not saved.
    package func giveUpTyped() { stage.discard(stage.unsent) }

    /// The location of the screen that going back leads to.
    package var locationBelow: Location? { stage.locationBelow }

    /// Whether an input does nothing but leave the screen, which may be left already when it has saved.
    private func closesOnly(_ input: SessionInput) -> Bool {
        switch input {
        case .back: true
        case .act(let id, nil, _): screen?.action(id)?.role == .cancel
        case .open, .close, .act, .select, .edit, .answer, .undo, .search, .filter, .window,
            .reading, .forced:
            false
        }
    }

    /// Asks before something that was typed is lost; does nothing while the person is asked already.
    ///
    /// - Parameters:
    ///   - lost: The scenes into which it was typed.
    ///   - closesOnly: Whether there is nothing to do any more when these scenes have gone meanwhile.
    ///   - others: Called when it is given up, not when it is saved.
    ///   - body: What loses it.
    func ask(
        before lost: [Int], closesOnly: Bool, giving others: @escaping @Sendable () -> Void = {},
        _ body: @escaping @Sendable () -> Void
    ) {
        guard !isAsking.exchange(true, ordering: .acquiringAndReleasing) else { return }
        let saving = saving(lost)
        work.run { [questionQueue, container, weak self] in
            let answer = await questionQueue.ask(.discarding(container[.localizer], saving: saving))
            guard let self else { return }
            self.isAsking.store(false, ordering: .releasing)
            guard !Task.isCancelled else { return }
            switch answer {
            case .confirm:
                // What was being saved may have led away meanwhile.
                let isLeft = self.stage.isEmpty(of: lost)
                self.stage.discard(lost)
                others()
                if !closesOnly || !isLeft { body() }
            case .choice:
                guard let saving, try await self.saves(lost, by: saving) else { return }
                if !closesOnly || !self.stage.isEmpty(of: lost) { body() }
            case .cancel, .text: break
            }
        }
    }

    /// The action that saves all that would be lost; it is on the screen that the person sees.
    private func saving(_ lost: [Int]) -> Action? {
        guard let entry = stage.current, lost == [entry.id], let screen else { return nil }
        let actions = screen.forms.flatMap(\.actions).filter { action in
            action.accelerator == .save && action.isEnabled && action.confirmation == nil
                && action.input == nil
        }
        return actions.count == 1 ? actions[0] : nil
    }

    /// Saves what would be lost; returns whether that is done, and nothing is to be asked or corrected.
    private func saves(_ lost: [Int], by action: Action) async throws -> Bool {
        guard saving(lost)?.id == action.id else { return false }
        try act(action.id, target: nil, fields: [:])
        // All but the task that this is called in.
        await gate.pass(holding: 1)
        return !Task.isCancelled && questions.isEmpty
            && !stage.unsent.contains(where: lost.contains)
    }

    /// Takes note that questions are answered with no: what their action has got is not saved.
    func decline(_ questions: [Question]) {
        let localizer = container[.localizer]
        guard questions.contains(where: { !$0.kind.isDiscarding(localizer) }) else { return }
        stage.decline()
    }

    /// An action with the values of all fields, so that observers see what the scene will get.
    func complete(_ input: SessionInput) -> SessionInput {
        guard case .act(let id, let target, let fields) = input else { return input }
        return .act(id, target: target, fields: stage.values(with: fields))
    }

    /// Ends the session when an action of the application is done, such as a lock.
    func end(after action: String?) {
        guard let action, screen?.action(action)?.isEnabled == true,
            let operation = effect(of: action)?.operation,
            // Who closes once more does not want to wait.
            !isClosing.exchange(true, ordering: .acquiringAndReleasing)
        else { return end() }
        work.run(isStackBound: false) { [container, weak self] in
            defer { self?.end() }
            try await operation(SessionPorts(container))
        }
    }
}

extension ApplicationAction.Effect {
    /// What it does beside going to a location.
    fileprivate var operation: (@Sendable (SessionPorts) async throws -> Void)? {
        switch self {
        case .open: nil
        case .run(let operation), .leave(let operation): operation
        }
    }
}

extension Question.Kind {
    /// The question before something that was typed is given up.
    ///
    /// - Parameter saving: The action that saves it instead, where there is one.
    package static func discarding(
        _ localizer: Localizer, saving: Action? = nil
    ) -> Question.Kind {
        var confirmation = Confirmation(
            title: localizer(UIText.discardTitle), message: localizer(UIText.discardMessage),
            confirmTitle: localizer(UIText.discard), cancelTitle: localizer(UIText.stay))
        confirmation.alternative = saving.map { Alert.Choice(id: $0.id, title: $0.title) }
        return .confirm(confirmation)
    }

    /// Whether it is asked before something that was typed is given up.
    package func isDiscarding(_ localizer: Localizer) -> Bool {
        guard case .confirm(var confirmation) = self else { return false }
        confirmation.alternative = nil
        return Self.confirm(confirmation) == .discarding(localizer)
    }
}
