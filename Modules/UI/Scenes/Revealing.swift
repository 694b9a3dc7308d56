public import TenonCore

/// How secrets are shown for a while.
enum Revealing {
    /// How long a secret is in sight that nobody conceals.
    static let time = Duration.seconds(30)
}

extension Effect {
    /// Shows a secret, and conceals it again after 30 seconds; or conceals it at once.
    ///
    /// - Parameters:
    ///   - isRevealed: Whether it is to be shown.
    ///   - id: Names the secret, where a scene has several.
    ///   - clock: Counts the seconds.
    ///   - mutation: The mutation that shows or conceals it.
    public static func setRevealed(
        _ isRevealed: Bool, _ id: String = "", clock: any TimeTelling,
        _ mutation: @escaping @Sendable (Bool) -> Mutation
    ) -> Effect {
        let work = "conceal \(id)"
        guard isRevealed else { return .merge(.cancel(work), .just(mutation(false))) }
        return .merge(
            .just(mutation(true)),
            .run(work, policy: .latest, isBackground: true) { emit in
                try await clock.sleep(for: Revealing.time)
                emit(mutation(false))
            })
    }
}

extension Fact {
    /// A secret that is shown when a person asks for it, after its other actions.
    ///
    /// - Parameters:
    ///   - id: The id of the fact.
    ///   - label: What the secret is.
    ///   - secret: The text, which is only in the screen while it is revealed.
    ///   - isRevealed: Whether it is revealed now.
    ///   - reveal: The command that shows it.
    ///   - conceal: The command that conceals it.
    ///   - actions: Its other actions.
    ///   - localizer: Names the commands.
    public init<Command: RawRepresentable<String>>(
        id: String, label: String, secret: SecretText, isRevealed: Bool, reveal: Command,
        conceal: Command, actions: [Action] = [], _ localizer: Localizer
    ) {
        self.init(
            id: id, label: label, value: isRevealed ? .revealed(secret.reveal()) : .concealed,
            actions: actions + [
                isRevealed
                    ? Action(conceal, title: localizer(UIText.conceal), scope: .row)
                    : Action(reveal, title: localizer(UIText.reveal), scope: .row)
            ])
    }
}
