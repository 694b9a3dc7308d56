import TenonCore

/// What a person has put into the fields of a screen and not saved, until the screen is left.
package struct FormDraft: Sendable {
    /// How far a value has come.
    private enum Progress {
        /// It was typed.
        case typed
        /// An action has got it, and may still be saving it.
        case sent
        /// That action has ended.
        case taken
    }

    private struct Entry {
        var value: FieldValue
        /// The field as it was when the value was typed, without its words.
        var base: Field.Kind
        var progress = Progress.typed
        /// Whether the scene received it while it was typed, and shows it.
        var isLive: Bool
        /// How the field will look, without its words, when the scene has heard what was typed; the oldest first.
        var echoes: [Field.Kind] = []
        /// Which showing of a secret it is in sight by; `nil` while it is not shown.
        var sight: Int?
        /// What was wrong with the field when the value was typed, until the scene has judged the value.
        var corrected: String?
    }

    /// How many values may be on their way to a scene.
    private static let echoLimit = 100

    private var entries: [String: Entry] = [:]
    private var sights = 0
    /// Whether the screen says that something went wrong, so that what was sent did not arrive.
    private var isRefused = false
    /// Whether the action that has what was sent ended without taking it: the person has said no to what
    /// it asked, or the form came back after the screen had shown how far it was.
    private var isDeclined = false
    /// Whether the screen last showed how far something is in place of the form.
    private var wasWorking = false
    /// Whether the action that has what was sent is the one that saves it.
    private var isSentToSave = false

    /// A form in which nothing was typed.
    package init() {}

    /// Whether values would be lost that no scene has received, or that one has not taken.
    package var hasUnsent: Bool {
        entries.values.contains { entry in
            !entry.isLive && (entry.progress == .typed || isNotTaken)
                && entry.value != Self.noSecret
        }
    }

    /// What an emptied field of a secret has: nothing that could be lost.
    private static let noSecret = FieldValue.secret(SecretText(""))

    /// Whether an action has got values from the form that is there, which may still be saving them.
    var hasSent: Bool {
        !wasWorking && entries.values.contains { !$0.isLive && $0.progress == .sent }
    }

    /// Whether it is being saved.
    var isBeingSaved: Bool { hasSent && isSentToSave }

    /// Whether what was sent is not saved.
    private var isNotTaken: Bool { isRefused || isDeclined }

    /// Whether it holds no value.
    package var isEmpty: Bool { entries.isEmpty }

    /// What was put into a field, by its id.
    package func value(of field: String) -> FieldValue? { entries[field]?.value }

    /// All that was put into fields, but secrets that were emptied.
    var typed: [String: FieldValue] {
        entries.mapValues(\.value).filter { $0.value != Self.noSecret }
    }

    /// All that was put into the fields of a screen but files without a path, and secrets that are asked for to
    /// prove who one is.
    func values(toKeepFor screen: Screen) -> [String: FieldValue] {
        typed.filter { id, value in
            guard let field = screen.field(id) else { return false }
            if case .file(let file) = value, case .bytes = file.content { return false }
            return !(field.isSecret && field.autofill == .currentPassword)
        }
    }

    /// Remembers a value.
    package mutating func set(_ value: FieldValue, for field: Field) {
        // A secret that a scene hears of, to say how strong it is, is not kept by it.
        let isKept = field.isLive && !field.isSecret
        var entry = Entry(value: value, base: field.kind.withoutWords, isLive: isKept)
        entry.corrected = field.problem
        if field.isLive {
            let echoes = (entries[field.id]?.echoes ?? []) + [field.kind.with(value).withoutWords]
            entry.echoes = echoes.suffix(Self.echoLimit)
        }
        if value != Self.noSecret { entry.sight = entries[field.id]?.sight }
        entries[field.id] = entry
    }

    /// Shows a secret that was typed.
    ///
    /// - Returns: The number of this showing; `nil` when nothing was typed.
    mutating func reveal(_ field: String) -> Int? {
        guard case .secret(let secret)? = value(of: field), !secret.isEmpty else { return nil }
        sights += 1
        entries[field]?.sight = sights
        return sights
    }

    /// Conceals the secrets that are shown: that of a field, that of a showing, or all.
    mutating func conceal(_ field: String? = nil, sight: Int? = nil) {
        for (id, entry) in entries where field == nil || field == id {
            if sight == nil || sight == entry.sight { entries[id]?.sight = nil }
        }
    }

    /// Remembers what was typed on a screen; the value that a field has anyway is none.
    ///
    /// - Parameters:
    ///   - screen: The screen as the scene made it.
    ///   - keepsSecrets: Whether an empty secret means that it stays as it was typed before.
    package mutating func take(
        _ values: [String: FieldValue], on screen: Screen, keepsSecrets: Bool = false
    ) {
        for field in screen.fields {
            guard let value = values[field.id] else { continue }
            if value == Self.noSecret, keepsSecrets { continue }
            // A scene may show what it got and did not save, so this comes first.
            if entries[field.id]?.value == value { continue }
            // What a scene shows and has not taken is not saved, and what is live is heard of.
            let isKnown = entries[field.id] != nil
            if field.saysAnyway(value), !isKnown || !isNotTaken && !field.isLive {
                remove(field.id)
            } else {
                set(value, for: field)
            }
        }
    }

    /// Notes that an action was done, which takes all values if it belongs to a form.
    package mutating func markSent(by action: String, on screen: Screen) {
        conceal()
        guard screen.sendsForms(by: action) else { return }
        isDeclined = false
        // It may have said so before anything was typed, and may say the same again.
        if screen.saysProblem { isRefused = true }
        isSentToSave = screen.action(action)?.accelerator == .save
        for id in entries.keys { entries[id]?.progress = .sent }
    }

    /// Notes that the scene does nothing any more, or leads away, so that what it got is saved or refused.
    mutating func settle() {
        guard !wasWorking else { return }
        for (id, entry) in entries where entry.progress == .sent {
            entries[id]?.progress = .taken
            if !isDeclined { entries[id]?.corrected = nil }
        }
    }

    /// Notes that the action that has what was sent does not take it: the person has said no to what it asks,
    /// or it has failed.
    mutating func decline() { if hasSent { isDeclined = true } }

    /// Forgets the secrets that were sent and taken.
    mutating func forgetSentSecrets() {
        guard !isNotTaken else { return }
        entries = entries.filter { id, entry in
            guard case .secret = entry.value else { return true }
            return entry.progress == .typed
        }
    }

    /// Forgets a value.
    ///
    /// What is removed from a dictionary stays in its memory, so it is made again.
    private mutating func remove(_ field: String) {
        guard entries[field] != nil else { return }
        entries = entries.filter { $0.key != field }
    }

    /// Forgets the values of fields that are gone or that the scene has changed meanwhile, and a secret that
    /// was sent and is wrong, where the screen asks for nothing else: it is typed anew, as to unlock.
    package mutating func reconcile(with screen: Screen) {
        // While a scene works with what it got, it may show how far it is in place of the form.
        guard !screen.isWorking else {
            wasWorking = true
            return
        }
        isRefused = screen.saysProblem
        let cameBack = wasWorking
        wasWorking = false
        defer { if cameBack { decline() } }
        let fields = Dictionary(
            screen.fields.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        entries = entries.filter { id, entry in
            guard let field = fields[id] else { return false }
            if field.isSecret, field.problem != nil, entry.progress != .typed, fields.count == 1 {
                return false
            }
            let kind = field.kind.withoutWords
            // A scene may show what it got and did not save.
            let isShown =
                entry.progress != .typed && !field.isSecret
                && kind == field.kind.with(entry.value).withoutWords
            return isShown || kind == entry.base || entry.echoes.contains(kind)
        }
        for (id, entry) in entries where entry.corrected != nil {
            if cameBack || fields[id]?.problem != entry.corrected { entries[id]?.corrected = nil }
        }
        for (id, entry) in entries {
            // A value that the scene has already received is not a change, even if more was typed
            // since.
            guard let kind = fields[id]?.kind.withoutWords,
                kind != entry.base,
                let index = entry.echoes.firstIndex(of: kind)
            else { continue }
            entries[id]?.base = kind
            entries[id]?.echoes.removeFirst(index + 1)
        }
    }

    /// The screen with the values in its fields, and without what was wrong with those that were corrected.
    ///
    /// - Parameter localizer: Names what can be done with secrets that were typed; `nil` leaves that, and
    ///   what is wrong, as it is on the screen.
    package func applied(to screen: Screen, _ localizer: Localizer? = nil) -> Screen {
        guard !entries.isEmpty else { return screen }
        var screen = screen
        screen.changeForms { form in
            form.fields = form.fields.map { applied(to: $0, localizer) }
        }
        return screen
    }

    /// The field with its value; a secret only while it is shown.
    private func applied(to field: Field, _ localizer: Localizer?) -> Field {
        guard let entry = entries[field.id] else { return field }
        var field = field
        field.kind = field.kind.with(entry.value)
        guard let localizer else { return field }
        if entry.corrected != nil { field.problem = nil }
        if case .secret(let secret) = entry.value, !secret.isEmpty {
            let isShown = entry.sight != nil
            field.revealed = isShown ? secret.reveal() : nil
            // Behind the first one that makes it, before those that make it in another way.
            let actions = [isShown ? SecretAction.conceal : .reveal, .clear]
            field.actions.insert(
                contentsOf: actions.map { $0.action(localizer) }, at: min(1, field.actions.count))
        }
        return field
    }

    /// The values of all fields, as actions get them.
    package func values(for screen: Screen) -> [String: FieldValue] {
        var values: [String: FieldValue] = [:]
        for field in screen.fields {
            values[field.id] = entries[field.id]?.value ?? field.kind.presentValue
        }
        return values
    }
}

extension Screen {
    /// Whether an action takes the values of the forms: one of theirs, or any where they have none.
    fileprivate func sendsForms(by action: String) -> Bool {
        let actions = forms.flatMap(\.actions)
        return actions.isEmpty || actions.contains { $0.id == action }
    }

    /// Whether it has no field, and says how far something is; what is loading becomes another form.
    fileprivate var isWorking: Bool {
        phase == .ready && fields.isEmpty
            && allBlocks.contains { if case .progress = $0 { true } else { false } }
    }

    /// Whether a field or a paragraph says that something went wrong.
    package var saysProblem: Bool {
        fields.contains { $0.problem != nil }
            || allBlocks.contains {
                if case .text(let text) = $0 { text.tone == .critical } else { false }
            }
    }
}
