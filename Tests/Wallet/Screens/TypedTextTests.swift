import TenonCore
import TenonTesting
import TenonUI
import TestSupport
import Testing
import WalletAccess
import WalletAudit
import WalletGenerator
import WalletItems
import WalletSettings
import WalletSyncScreens
import WalletTestSupport
import WalletVault

/// Types into every form of Wallet and does whatever one can do meanwhile, by seeds.
@Suite("What is typed is in the form, in the vault, or was given up by an answer")
struct TypedTextTests {
    private static let login = Login(
        title: "Bank", sites: ["https://bank.example.com"], userName: "ada",
        password: SecretText("s3cret"), notes: SecretText("Branch"), tags: ["money"])
    private static let card = Card(
        head: ItemHead(title: "Travel"), holder: "ada", number: SecretText("4111 1111 1111 1111"),
        expiry: YearMonth(year: 2101, month: 1), securityCode: SecretText("123"),
        pin: SecretText("9876"), issuer: "Bank")

    private static let note = Note(head: ItemHead(title: "Diary", notes: SecretText("Rain")))

    /// The forms, and whether they are saved as well: not those that write files or a new passphrase.
    private static func forms(_ items: [(ItemKind, ItemID)]) -> [(Location, isSaved: Bool)] {
        let sync = ["set-up", "join", "recover"].map { SyncRoute.sync.constant($0).location() }
        let id = "\(login.id)"
        let files = [Location(["files", id, "add"]), Location(["file", id, id, "save"])]
        let unsaved = [AccessRoute.passphrase.location(), Location(["export"])] + sync + files
        return items.flatMap { kind, id in
            [
                (ItemsRoute.new(kind).location(), true),
                (ItemsRoute.edit(kind).location(id), true),
            ]
        } + [(SettingsRoute.settings.location(), true)] + unsaved.map { ($0, false) }
    }

    /// The other scenes of an open vault; whoever adds one adds it here, or to the forms.
    private static func others(_ items: [(ItemKind, ItemID)]) -> [Location] {
        let places = [
            ItemsRoute.list, ItemsRoute.favorites, ItemsRoute.tags, ItemsRoute.trash,
            ItemsRoute.newItem, AccessRoute.newRecoveryCode, SyncRoute.sync, DuplicateGroup.list,
        ].map { $0.location() }
        let sync = ["conflicts", "devices", "invite", "recovery-sheet"].map {
            SyncRoute.sync.constant($0).location()
        }
        let ofItems = items.flatMap { kind, id in
            [ItemsRoute.list(of: kind).location(), kind.route.location(id)]
        }
        let others = [
            ItemsRoute.tag("money"), DuplicateGroup.route.location(login.id),
            Location(["sync", "conflicts", "\(login.id)"]), Location(["import"]),
            Location(["audit"]), Location(["generator"]), Location(["files"]),
            Location(["file", "\(login.id)", "\(login.id)"]),
        ]
        return ofItems + places + sync + others
    }

    /// The forms to type into: those that are known, and whatever else has one.
    private func formsToType(
        _ items: [(ItemKind, ItemID)], _ pilot: SessionPilot
    ) async throws -> [(Location, isSaved: Bool)] {
        let (forms, others) = (Self.forms(items), Self.others(items))
        let container = pilot.application.container
        let router = container[.sceneRouter]
        let known = try (forms.map { $0.0 } + others).map { "\(try router.match($0).pattern)" }
        // What is there before the vault is open has no way to leave but to open it.
        let all = container[.scenes].map(\.pattern).filter { pattern in
            !["welcome", "unlock"].contains(where: pattern.text.hasPrefix)
        }.map { "\($0)" }
        #expect(Set(all).subtracting(known) == [], "A scene that this test does not know.")
        var found: [(Location, isSaved: Bool)] = []
        for location in others {
            try await pilot.open("\(location)")
            let screen = try pilot.screen()
            guard screen.location == location, screen.fields.contains(where: \.isDraft) else {
                continue
            }
            found.append((location, false))
        }
        return forms + found
    }

    @Test("on every screen with a form", arguments: [11 as UInt64, 23, 42])
    func everywhere(_ seed: UInt64) async throws {
        let vault = try await TemporaryVault.make([Self.login])
        try await vault.manager.add(.card(Self.card))
        let note = try await vault.manager.add(.note(Self.note)).id
        var items = [(ItemKind.login, Self.login.id), (.card, Self.card.id), (.note, note)]
        for kind in ItemKind.allCases {
            guard var record = Record(kind, head: ItemHead(title: "Mail")) else { continue }
            for part in kind.parts where part != .privateKey { record[part] = SecretText("1") }
            items.append((kind, try await vault.manager.add(.record(record)).id))
        }
        let pilot = try await WalletScreens.pilot(
            vault, others: [AuditPlugin.self, GeneratorPlugin.self])
        var typist = Typist(pilot: pilot, vault: vault, seed: seed)
        var counts: [String: Int] = [:]
        for (location, isSaved) in try await formsToType(items, pilot) {
            try await typist.begin(at: location, isSaved: isSaved)
            for _ in 0..<20 {
                let step = try await typist.step()
                counts[step, default: 0] += 1
            }
            try await typist.leave()
        }
        print("Typed text: seed \(seed), \(counts.sorted { $0.key < $1.key })")
        for step in ["type", "act", "save", "refused", "change", "stay", "leave"] {
            #expect(counts[step, default: 0] > 3, "\(step)")
        }
        await pilot.stop()
    }

    @Test("and can be saved on the way out, by whatever way that is")
    func savedOnTheWay() async throws {
        let vault = try await TemporaryVault.make([Self.login])
        try await vault.manager.add(.card(Self.card))
        let pilot = try await WalletScreens.pilot(vault)
        let session = pilot.session
        let trash = ItemsRoute.trash.location()
        let kinds = ItemKind.allCases.filter { $0 != .other && $0 != .sshKey }
        let places =
            kinds.map { (ItemsRoute.new($0).location(), title: "Title") } + [
                (ItemsRoute.edit(.login).location(Self.login.id), "Title"),
                (ItemsRoute.edit(.card).location(Self.card.id), "Title"),
            ]
        for (number, (form, title)) in places.enumerated() {
            for (name, way) in [
                ("open", SessionInput.open(trash)), ("back", .back), ("cancel", .act("cancel")),
            ] {
                let word = "word \(number) \(name)"
                try await pilot.open("items")
                try await pilot.open("\(form)")
                try await pilot.fill(title, with: .text(word))
                try session.send(way)
                await session.settle()
                try await pilot.answer(.choice("Save"))
                #expect(session.questions.isEmpty && !session.hasUnsent, "\(form) \(name)")
                let screen = try pilot.screen()
                #expect(screen.location != form, "\(form) \(name)")
                if name == "open" { #expect(screen.location == trash, "\(form)") }
                var titles: [String] = []
                try await vault.manager.forEachItem { titles.append($0.title) }
                #expect(titles.contains(word), "\(form) \(name): \(titles)")
            }
        }
        // What is refused stays, and nobody is led away from it.
        try await pilot.open("items")
        try await pilot.open("\(ItemsRoute.new(.note).location())")
        try await pilot.fill("Tags", with: .tokens(["a"]))
        try session.send(.open(trash))
        await session.settle()
        try await pilot.answer(.choice("Save"))
        #expect(try pilot.screen().location == ItemsRoute.new(.note).location())
        #expect(session.hasUnsent)
        await pilot.stop()
    }
}

/// Settings that are chosen and not saved, while one does something else.
@Suite("What is chosen in the settings and not saved")
struct ChosenSettingsTests {
    private static let setting = "Ask for the passphrase before a secret is shown"

    private func isOn(_ pilot: SessionPilot) throws -> Bool {
        let field = try #require(try pilot.screen().fields.first { $0.label == Self.setting })
        return field.kind == .toggle(true)
    }

    @Test("Is there again after the passphrase was looked at, and is saved then")
    func elsewhere() async throws {
        let vault = try await TemporaryVault.make()
        let pilot = try await WalletScreens.pilot(vault)
        try await pilot.open("settings")
        try await pilot.fill(Self.setting, with: .toggle(true))
        try await pilot.choose("Change the passphrase")
        #expect(pilot.session.questions.isEmpty)
        #expect(try pilot.screen().location == AccessRoute.passphrase.location())
        try await pilot.back()
        #expect(try isOn(pilot))
        try await pilot.choose("Save")
        try await pilot.back()
        #expect(pilot.session.questions.isEmpty)
        try await pilot.open("settings")
        #expect(try isOn(pilot))
        await pilot.stop()
    }

    @Test("Is asked about on the way to another place, and can be saved there")
    func place() async throws {
        let vault = try await TemporaryVault.make()
        let pilot = try await WalletScreens.pilot(vault)
        for (answer, isSaved) in [(DriverAnswer.confirm, false), (.choice("Save"), true)] {
            try await pilot.open("settings")
            try await pilot.fill(Self.setting, with: .toggle(true))
            try await pilot.open("trash")
            #expect(pilot.sees("Discard what you typed?") && pilot.sees("Save"))
            try await pilot.answer(.cancel)
            #expect(try isOn(pilot))
            try await pilot.open("trash")
            try await pilot.answer(answer)
            #expect(try pilot.screen().location == ItemsRoute.trash.location())
            try await pilot.open("settings")
            #expect(try isOn(pilot) == isSaved)
        }
        await pilot.stop()
    }
}

/// Somebody who types, and knows what must be there.
private struct Typist {
    let pilot: SessionPilot
    let vault: TemporaryVault
    private var random: SeededGenerator
    private let seed: UInt64
    private var location = Location(["items"])
    private var isSaved = false
    /// What was typed and neither saved nor given up, by field.
    private var typed: [String: FieldValue] = [:]
    private var words = 0
    /// What was done, for a failure.
    private var log: [String] = []

    init(pilot: SessionPilot, vault: TemporaryVault, seed: UInt64) {
        self.pilot = pilot
        self.vault = vault
        self.seed = seed
        random = SeededGenerator(seed: seed)
    }

    private var session: Session { pilot.session }

    private mutating func pick<Value>(_ values: [Value]) throws -> Value {
        try #require(values.randomElement(using: &random))
    }

    private mutating func once(in count: Int) -> Bool {
        Int.random(in: 0..<count, using: &random) == 0
    }

    private mutating func send(_ input: SessionInput, _ name: String) async throws {
        log.append(name)
        try session.send(input)
        await session.settle()
    }

    /// Goes to a form.
    mutating func begin(at location: Location, isSaved: Bool) async throws {
        log = []
        try await send(.open(location), "begin at \(location)")
        (self.location, self.isSaved, typed) = (location, isSaved, [:])
        #expect(try pilot.screen().location == location)
        #expect(try !pilot.screen().fields.isEmpty, "\(location)")
    }

    /// Gives up what is typed.
    mutating func leave() async throws {
        try await send(.forced(.open(ItemsRoute.list.location())), "end")
        #expect(session.questions.isEmpty && !session.hasUnsent)
    }

    /// Does something, and looks whether everything is there.
    ///
    /// - Returns: What was done.
    mutating func step() async throws -> String {
        let name: String
        switch Int.random(in: 0..<10, using: &random) {
        case 0...4: name = try await type()
        case 5: name = try await act()
        case 6: name = try await save()
        case 7: name = try await change()
        default: name = try await leaveOrStay()
        }
        try check()
        return name
    }

    // MARK: - What is done

    private mutating func type() async throws -> String {
        let fields = try pilot.screen().fields.filter(\.isDraft)
        guard !fields.isEmpty else { return "nothing" }
        let field = try pick(fields)
        words += 1
        let word = "word\(words)"
        let value: FieldValue
        switch field.kind {
        case .text(_, let isMultiline):
            value = .text(isMultiline && once(in: 2) ? "\(word)\nb" : word)
        case .secret: value = .secret(SecretText(word))
        case .number: value = .text("\(words)")
        case .date: value = .text(once(in: 3) ? word : "2031-02-03")
        case .month: value = .text(once(in: 3) ? word : "2031-04")
        case .toggle(let isOn): value = .toggle(!isOn)
        case .choice(_, let options): value = .text(try pick(options).id)
        case .choices(_, let options):
            value = .choices(options.map(\.id).filter { _ in once(in: 2) })
        case .tokens: value = .choices([word])
        case .file: return "nothing"
        }
        try await send(.edit([field.id: value]), "type \(value) into \(field.id)")
        typed[field.id] = value
        return "type"
    }

    /// Does something else of the form, such as making or showing a secret.
    private mutating func act() async throws -> String {
        let screen = try pilot.screen()
        let ofScreen = screen.screenActions.filter {
            $0.scope != .application && $0.role != .primary && $0.role != .cancel
        }.map { ($0, nil as String?) }
        let ofFields = screen.fields.flatMap { field in
            field.actions.map { ($0, field.id as String?) }
        }
        guard !(ofScreen + ofFields).isEmpty else { return "nothing" }
        let (action, target) = try pick(ofScreen + ofFields)
        guard action.isEnabled else { return "nothing" }
        try await send(.act(action.id, target: target), "act \(action.id) \(target ?? "")")
        while let question = session.questions.first {
            try await send(.answer(question.id, .cancel), "answer no")
        }
        if let target, !["reveal", "conceal"].contains(where: action.id.hasPrefix) {
            let value = session.typed(in: target)
            typed[target] = value == .secret(SecretText("")) ? nil : value
        }
        if try pilot.screen().location != location { try await send(.back, "back") }
        return "act"
    }

    private mutating func save() async throws -> String {
        let screen = try pilot.screen()
        guard isSaved, let action = screen.screenActions.first(where: { $0.role == .primary }),
            action.isEnabled
        else { return "nothing" }
        try await send(.act(action.id), "save")
        #expect(session.questions.isEmpty)
        guard try pilot.screen().location != location || !session.hasUnsent else {
            return "refused"
        }
        if location.segments.first != "settings" { try await checkVault() }
        try await begin(at: location, isSaved: isSaved)
        return "save"
    }

    /// Something comes from elsewhere, or the same place is opened once more.
    private mutating func change() async throws -> String {
        if once(in: 2) {
            words += 1
            log.append("add an item")
            try await vault.manager.add(.note(Note(head: ItemHead(title: "other \(words)"))))
            await session.settle()
        } else {
            try await send(.open(location), "open the same place")
            while let question = session.questions.first {
                try await send(.answer(question.id, .cancel), "answer no")
            }
        }
        return "change"
    }

    private mutating func leaveOrStay() async throws -> String {
        guard session.hasUnsent else { return "nothing" }
        let cancel = try pilot.screen().screenActions.first { $0.role == .cancel }
        let ways: [SessionInput] =
            [
                .back, .open(ItemsRoute.trash.location()), .open(ItemsRoute.tags.location()),
                .close(), .act("lock"),
            ]
            + (cancel.map { [.act($0.id)] } ?? [])
        let way = try pick(ways)
        try await send(way, "leave by \(way)")
        let question = try #require(session.questions.first, "\(failure)")
        #expect(question.kind.isDiscarding(session.container[.localizer]), "\(failure)")
        #expect(session.questions.count == 1, "\(failure)")
        guard case .open = way, !once(in: 3) else {
            try await send(.answer(question.id, .cancel), "stay")
            return "stay"
        }
        try await send(.answer(question.id, .confirm), "discard")
        #expect(!session.hasUnsent && session.questions.isEmpty, "\(failure)")
        try await begin(at: location, isSaved: isSaved)
        let texts = try pilot.screen().fields.map { "\($0.kind)" }
        #expect(!texts.contains { $0.contains("word\(words)") }, "\(failure)")
        return "leave"
    }

    // MARK: - What must be so

    private var failure: String {
        "seed \(seed): \(log.joined(separator: ", "))\n\(pilot.see())"
    }

    /// Everything that was typed is in its field, as long as there is one.
    private mutating func check() throws {
        let screen = try pilot.screen()
        try #require(screen.location == location, "\(failure)")
        for (id, value) in typed {
            guard let field = screen.field(id) else {
                typed[id] = nil
                continue
            }
            switch (field.kind, value) {
            case (.secret(let isSet), .secret):
                try #require(isSet && session.typed(in: id) == value, "\(id): \(failure)")
            case (.text(let text, _), .text(let new)), (.date(let text), .text(let new)),
                (.month(let text), .text(let new)), (.choice(let text, _), .text(let new)),
                (.number(let text, _, _), .text(let new)):
                try #require(text == new, "\(id): \(failure)")
            case (.toggle(let isOn), .toggle(let new)):
                try #require(isOn == new, "\(id): \(failure)")
            case (.choices(let ids, _), .choices(let new)),
                (.tokens(let ids, _), .choices(let new)):
                try #require(ids == new, "\(id): \(failure)")
            default: Issue.record("\(id) is of another kind now: \(failure)")
            }
        }
    }

    /// Every word that was typed and saved is in an item.
    private func checkVault() async throws {
        var texts: [String] = []
        try await vault.manager.forEachItemWithHistory { exported in
            let item = exported.item
            texts += [item.title, item.notes.reveal()] + item.tags + (item.login?.sites ?? [])
            texts += (item.kind.parts + [.notes]).map { item[$0]?.reveal() ?? "" }
            texts += item.customFields.flatMap { [$0.label, $0.value.reveal()] }
        }
        for (id, value) in typed {
            // What is removed is not kept as well.
            guard id != "remove" else { continue }
            let word: String
            switch value {
            case .text(let text): word = text
            case .secret(let secret): word = secret.reveal()
            case .choices, .toggle, .file: continue
            }
            guard word.hasPrefix("word") else { continue }
            // Sites are lines of their own in the vault.
            for line in word.split(separator: "\n") {
                #expect(texts.contains { $0.contains(line) }, "\(line) of \(id): \(failure)")
            }
        }
    }
}

extension Field {
    /// Whether what is typed into it is a draft: what a scene hears of at once is its own, but a secret is
    /// not kept by it.
    fileprivate var isDraft: Bool {
        if case .file = kind { false } else { !isLive || isSecret }
    }
}
