import TenonCore

/// What a session does with secrets in the fields of a form.
extension Session {
    /// Shows, conceals or empties what was typed into the field of a secret; `false` for any other action.
    func tend(_ id: String, target: String?, fields: [String: FieldValue]) throws -> Bool {
        guard let action = SecretAction(rawValue: id), let target, let screen,
            let entry = stage.current, screen.field(target)?.isSecret == true
        else { return false }
        try hear(fields)
        switch action {
        case .reveal: reveal(target, of: entry.id)
        case .conceal: stage.conceal(target, of: entry.id)
        case .clear: try edit([target: .secret(SecretText(""))])
        }
        return true
    }

    /// Keeps what comes with something that is done with a secret, and lets the scene hear of it; a
    /// secret that is empty stays as it was typed before.
    func hear(_ fields: [String: FieldValue]) throws {
        try edit(fields.filter { $1 != .secret(SecretText("")) })
    }

    /// Fills the field of a secret with the one that its scene makes, and shows it; `false` when the
    /// scene makes none.
    func make(_ field: String, by id: String, in entry: SceneStack.Entry) -> Bool {
        do {
            guard let secret = try entry.scene.makeSecret(id, for: field) else { return false }
            try edit([field: .secret(secret)])
            reveal(field, of: entry.id)
        } catch {
            work.report(error)
        }
        return true
    }

    /// Shows a secret for a while; it and its scene may be gone before that is over.
    private func reveal(_ field: String, of scene: Int) {
        guard let sight = stage.reveal(field, of: scene) else { return }
        stage.showTyped()
        guard let clock = try? container.value(of: .clock) else { return }
        work.start(isStackBound: true) { [stage] in
            guard (try? await clock.sleep(for: Revealing.time)) != nil else { return }
            stage.conceal(field, of: scene, sight: sight)
        }
    }
}
