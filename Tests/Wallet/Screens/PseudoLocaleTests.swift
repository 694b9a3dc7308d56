import Foundation
import TenonCore
import TenonTesting
import TenonUI
import Testing
import WalletAccess
import WalletItems
import WalletSettings
import WalletSync
import WalletSyncScreens
import WalletTestSupport
import WalletVault

/// Wallet in the pseudo-locale: whatever is not in brackets was never localised.
@Suite("Wallet in the pseudo-locale")
struct PseudoLocaleTests {
    private static let login = Login(
        title: "Bank", sites: ["https://bank.example.com"], userName: "ada",
        password: SecretText("s3cret"), notes: SecretText("Branch"), tags: ["money"])
    private static let deleted = Login(
        title: "Mail", sites: ["https://mail.example.org"], userName: "bob",
        password: SecretText("s3cret"))
    private static let card = Card(
        head: ItemHead(
            title: "Bank",
            customFields: [
                CustomField(label: "money", value: SecretText("Branch"), isConcealed: false)
            ]),
        holder: "ada", number: SecretText("4111 1111 1111 1112"),
        expiry: YearMonth(year: 2020, month: 1), securityCode: SecretText("123"),
        pin: SecretText("9876"), issuer: "Bank")
    private static let note = Note(head: ItemHead(title: "Mail", notes: SecretText("Branch")))
    private static let own = [
        "Visa", "···· 1112", "Visa ···· 1112", "01/20", "4111 1111 1111 1112", "123", "9876",
        "https://bank.example.com", "https://mail.example.org", "bank.example.com",
        "mail.example.org", "Bank", "Mail", "ada", "bob", "s3cret", "Branch", "money",
        "logins.csv", "https://zoo.example.net", "zoo.example.net", "zoe",
        // Formats, and languages by their own names.
        "KeePass (KDBX 4)", "Bitwarden (JSON)", "Bitwarden (JSON, AES-256)", "1Password (1PUX)",
        "Bitwarden (ZIP)", "CSV",
        HostName.current, "English", "العربية", "Deutsch", "Português (Brasil)",
    ]

    private func pilot(_ vault: TemporaryVault) async throws -> SessionPilot {
        try await WalletScreens.pilot(vault, language: "en_XA.UTF-8")
    }

    /// Checks all that can be read now.
    private func check(_ pilot: SessionPilot, _ what: String) throws {
        let screen = try pilot.screen()
        let texts =
            UnlocalizedText.texts(of: screen)
            + pilot.session.questions.flatMap(UnlocalizedText.texts) + pilot.notices
            + pilot.session.progress.map(\.title)
        #expect(texts.contains { $0.contains("⟦") }, "\(what) is not in the pseudo-locale")
        let text = UnlocalizedText(data: Self.own + UnlocalizedText.revealed(on: screen))
        #expect(text.all(in: texts) == [], "\(what)")
    }

    /// Goes to a location and checks it, then does all that can be done there, each time anew.
    private func explore(_ pilot: SessionPilot, _ location: Location) async throws {
        try await open(pilot, location)
        let screen = try pilot.screen()
        #expect(screen.location == location)
        try check(pilot, "\(location)")
        let actions =
            screen.actions.filter { $0.scope != .application }.map { ($0, nil as String?) }
            + UnlocalizedText.targets(of: screen).map { ($0.action, $0.target) }
        for (action, target) in actions {
            try await open(pilot, location)
            let fields = try pilot.screen().fields.compactMap { field -> (String, FieldValue)? in
                guard case .text(let text, _) = field.kind else { return nil }
                return (field.id, .text(text))
            }
            do {
                try pilot.session.send(
                    .act(
                        action.id, target: target,
                        fields: Dictionary(uniqueKeysWithValues: target == nil ? fields : [])))
            } catch is SessionError {
                // The action is gone, or cannot be done now; its words have been looked at.
                continue
            }
            await pilot.session.settle()
            try check(pilot, "\(location) after \(action.id)")
            while let question = pilot.session.questions.first {
                try pilot.session.send(.answer(question.id, .cancel))
                await pilot.session.settle()
            }
        }
    }

    private func open(_ pilot: SessionPilot, _ location: Location) async throws {
        try pilot.session.send(.open(location))
        await pilot.session.settle()
        // A form with changes asks before it is left.
        while let question = pilot.session.questions.first {
            try pilot.session.send(.answer(question.id, .confirm))
            await pilot.session.settle()
        }
    }

    /// Makes a vault and a recovery code.
    ///
    /// - Returns: Where the person has been.
    private func begin(_ pilot: SessionPilot) async throws -> [Location] {
        try check(pilot, "welcome")
        let others = ["join", "recover"].map { AccessRoute.welcome.constant($0).location() }
        for location in others { try await explore(pilot, location) }
        try await open(pilot, AccessRoute.welcome.location())
        for field in try pilot.screen().fields {
            try await pilot.fill(field.label, with: .secret(TemporaryVault.passphrase))
        }
        for step in ["the vault is made", "the recovery code is made"] {
            let action = try pilot.screen().screenActions.first { $0.role == .primary }
            try await pilot.choose(try #require(action).title)
            try check(pilot, step)
            #expect(try pilot.screen().location == AccessRoute.recoveryCode.location())
        }
        return [AccessRoute.welcome.location(), AccessRoute.recoveryCode.location()] + others
    }

    @Test("every scene, all that it says and all that it asks is localised")
    func everyScene() async throws {
        let vault = try TemporaryVault()
        let pilot = try await pilot(vault)
        var seen = try await begin(pilot)
        try await vault.manager.add(Self.login)
        try await vault.manager.add(Self.deleted)
        try await vault.manager.moveToTrash(Self.deleted.id)
        try await vault.manager.add(.card(Self.card))
        var note = try await vault.manager.add(.note(Self.note))
        note.notes = SecretText("Branch Bank")
        try await vault.manager.save(note)
        var items: [(kind: ItemKind, id: ItemID)] = [(.card, Self.card.id), (.note, Self.note.id)]
        for kind in ItemKind.allCases {
            guard var record = Record(kind, head: ItemHead(title: "Mail")) else { continue }
            for part in kind.parts { record[part] = SecretText("Branch") }
            record[.security] = SecretText("WPA")
            record[.hiddenNetwork] = SecretText(PartText.yes)
            items.append((kind, try await vault.manager.add(.record(record)).id))
        }
        for (kind, id) in items {
            for location in [
                ItemsRoute.list(of: kind).location(), ItemsRoute.new(kind).location(),
                kind.route.location(id),
                ItemsRoute.edit(kind).location(id),
            ] {
                try await explore(pilot, location)
                seen.append(location)
            }
        }
        let file = try WalletVault.Attachment(
            "Branch", size: 1, added: Timestamp(milliseconds: 1))
        try await vault.manager.attach(file, to: Self.login.id) { $0.copyBytes(from: [1]) }
        let files = [
            ["files"], ["files", "\(Self.login.id)", "add"],
            ["file", "\(Self.login.id)", "\(file.id)"],
            ["file", "\(Self.login.id)", "\(file.id)", "save"],
        ].map { Location($0) }
        let sync =
            [SyncRoute.sync.location(), Location(["sync", "conflicts", "\(Self.login.id)"])]
            + ["set-up", "join", "recover", "devices", "conflicts", "invite", "recovery-sheet"]
            .map { SyncRoute.sync.constant($0).location() }
        for location in [
            ItemsRoute.list(of: .login).location(), ItemsRoute.favorites.location(),
            ItemsRoute.tags.location(),
            ItemsRoute.tag("money"), ItemsRoute.list.location(), ItemsRoute.new(.login).location(),
            ItemKind.login.route.location(Self.login.id),
            ItemsRoute.edit(.login).location(Self.login.id), ItemsRoute.trash.location(),
            ItemsRoute.newItem.location(),
            Location(["import"]),
            Location(["export"]),
            SettingsRoute.settings.location(), AccessRoute.passphrase.location(),
            AccessRoute.newRecoveryCode.location(),
        ] + files + sync {
            try await explore(pilot, location)
            seen.append(location)
        }
        await vault.manager.lock()
        try await pilot.wait("the vault to be locked") {
            (try? pilot.screen().location.segments.first) == "unlock"
        }
        for location in [AccessRoute.unlock(), AccessRoute.unlockWithRecoveryCode()] {
            try await explore(pilot, location)
            seen.append(location)
        }
        let router = pilot.application.container[.sceneRouter]
        let all = pilot.application.container[.scenes].map { "\($0.pattern)" }
        let visited = try seen.map { "\(try router.match($0).pattern)" }
        #expect(Set(all).subtracting(visited) == [], "A scene that this test does not open.")
        await pilot.stop()
    }

    @Test("an import is localised from the choice of the file to the result")
    func importing() async throws {
        let vault = try await TemporaryVault.make([Self.login])
        let pilot = try await pilot(vault)
        let path = vault.folder.appending(path: "logins.csv").path
        try """
        url,username,password,httpRealm,formActionOrigin,guid,timeCreated,timeLastUsed,\
        timePasswordChanged
        https://bank.example.com,ada,other,,,,0,0,0
        https://zoo.example.net,zoe,s3cret,,,,0,0,0
        https://zoo.example.net
        """.write(toFile: path, atomically: true, encoding: .utf8)
        try await open(pilot, Location(["import"]))
        for _ in 0..<3 {
            let screen = try pilot.screen()
            if let file = screen.fields.first(where: {
                if case .file = $0.kind { true } else { false }
            }) {
                try await pilot.fill(file.label, with: .file(path))
            }
            guard let action = screen.screenActions.first(where: { $0.role == .primary }) else {
                break
            }
            try await pilot.choose(action.title)
            try check(pilot, "after \(action.id)")
        }
        #expect(try await vault.manager.list(ItemQuery()).total > 1)
        await pilot.stop()
    }
}
