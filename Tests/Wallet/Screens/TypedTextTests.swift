import FormTestSupport
import TenonCore
import TenonTesting
import TenonUI
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

    /// The forms, of which those that write files or a new passphrase are not saved.
    private static func forms(
        _ items: [(ItemKind, ItemID)], _ vault: TemporaryVault
    ) -> [TypedForm] {
        let ofItems = items.flatMap { kind, id in
            [ItemsRoute.new(kind).location(), ItemsRoute.edit(kind).location(id)]
        }.map { TypedForm($0, .saved { try await Self.unsaved($0, in: vault) }) }
        let id = "\(login.id)"
        let sync = ["set-up", "join", "recover"].map { SyncRoute.sync.constant($0).location() }
        let files = [Location(["files", id, "add"]), Location(["file", id, id, "save"])]
        let others = [AccessRoute.passphrase.location(), Location(["export"])] + sync + files
        return ofItems + [TypedForm(SettingsRoute.settings.location(), .saved { _ in [] })]
            + others.map { TypedForm($0) }
    }

    /// What was typed and saved, and is in no item.
    private static func unsaved(
        _ typed: [String: FieldValue], in vault: TemporaryVault
    ) async throws -> [String] {
        var texts: [String] = []
        try await vault.manager.forEachItemWithHistory { exported in
            let item = exported.item
            texts += [item.title, item.notes.reveal()] + item.tags + (item.login?.sites ?? [])
            texts += (item.kind.parts + [.notes]).map { item[$0]?.reveal() ?? "" }
            texts += item.customFields.flatMap { [$0.label, $0.value.reveal()] }
        }
        return typed.flatMap { id, value -> [String] in
            // What is removed is not kept as well.
            guard id != "remove" else { return [] }
            let word: String
            switch value {
            case .text(let text): word = text
            case .secret(let secret): word = secret.reveal()
            case .choices, .toggle, .file: return []
            }
            guard word.hasPrefix("word") else { return [] }
            // Sites are lines of their own in the vault.
            return word.split(separator: "\n").map(String.init).filter { line in
                !texts.contains { $0.contains(line) }
            }
        }
    }

    /// The scenes where there is no vault, and those before a locked one.
    private static let first = ["join", "recover"].reduce([AccessRoute.welcome.location()]) {
        $0 + [AccessRoute.welcome.constant($1).location()]
    }
    private static let locked = [AccessRoute.unlock(), AccessRoute.unlockWithRecoveryCode()]

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
        _ items: [(ItemKind, ItemID)], _ vault: TemporaryVault, _ pilot: SessionPilot
    ) async throws -> [TypedForm] {
        let (forms, others) = (Self.forms(items, vault), Self.others(items))
        let beforeOpening = Self.first + Self.locked + [AccessRoute.recoveryCode.location()]
        let known = forms.map(\.location) + others + beforeOpening
        let strange = try pilot.scenes(besides: known)
        #expect(strange.isEmpty, "Scenes that this test does not know.")
        return forms + (try await pilot.forms(among: others)).map { TypedForm($0) }
    }

    /// How a form is left for another place.
    private static let ways = [ItemsRoute.trash, ItemsRoute.tags].map {
        SessionInput.open($0.location())
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
        var typist = Typist(
            pilot, seed: seed, home: ItemsRoute.list.location(), ways: Self.ways + [.act("lock")])
        typist.change = {
            try await vault.manager.add(.note(Note(head: ItemHead(title: $0))))
        }
        let counts = try await typist.use(try await formsToType(items, vault, pilot))
        for step in ["type", "act", "save", "refused", "change", "stay", "leave"] {
            #expect(counts[step, default: 0] > 3, "\(step)")
        }
        await pilot.stop()
    }

    @Test("on every screen before the vault is open", arguments: [11 as UInt64, 23, 42])
    func beforeOpening(_ seed: UInt64) async throws {
        let locked = try await TemporaryVault.make()
        await locked.manager.lock()
        for (vault, places) in [(try TemporaryVault(), Self.first), (locked, Self.locked)] {
            let pilot = try await WalletScreens.pilot(vault)
            var typist = Typist(
                pilot, seed: seed, home: ItemsRoute.list.location(), ways: Self.ways)
            #expect(try await pilot.forms(among: places) == places)
            let counts = try await typist.use(
                places.map { place in
                    // What opens a vault is typed anew when it is wrong. A new passphrase is never
                    // repeated, so that no vault is made.
                    vault === locked || place.segments.last == "join"
                        ? TypedForm(place) : TypedForm(place, .saved { _ in [] })
                }, steps: 60)
            for step in ["type", "change", "stay", "leave"] {
                #expect(counts[step, default: 0] > 0, "\(step)")
            }
            await pilot.stop()
        }
    }

    @Test("but there is no form where a recovery code is offered")
    func recoveryCode() async throws {
        let pilot = try await WalletScreens.pilot(TemporaryVault())
        for label in ["Passphrase", "Passphrase once more"] {
            try await pilot.fill(label, with: .secret(TemporaryVault.passphrase))
        }
        try await pilot.choose("Create vault")
        let screen = try pilot.screen()
        #expect(screen.location == AccessRoute.recoveryCode.location() && screen.fields.isEmpty)
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
