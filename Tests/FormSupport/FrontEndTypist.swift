package import TenonTesting
import TestSupport

/// Somebody who types into the forms of Wallet in a real front end and does whatever one can do meanwhile, by a
/// seed, and knows what must be there.
///
/// Nothing is known here of what the session holds: what is seen, and what is in the vault in the end, decide.
package struct FrontEndTypist {
    /// The seeds of this run: with the one of a short run everything is done in few steps.
    package static let seeds: [UInt64] = TestRun.isWhole ? [11, 23, 42] : [1599]
    /// How many things are done in each form of this run; each is a walk through a page by the keyboard.
    private static let steps = TestRun.isWhole ? 30 : 5
    /// What is done in each run.
    private static let things = ["act", "change", "leave", "refused", "save", "stay", "type"]

    /// A place without a form.
    private static let elsewhere = "Trash"
    /// A place that is left without a question, and what is read only there.
    private static let between = (place: "Password generator", mark: "No look-alikes")
    /// Another passphrase than that of the vault.
    private static let wrongPassphrase = "no such pelicans"

    private let driver: any FrontEndDriver
    private let home: WalletHome
    private let redraws: Bool
    private let seed: UInt64
    private var random: SeededGenerator
    private var form = SeenForm.wallet[0]
    /// What was typed and neither saved nor given up, by the label of its field.
    private var typed: [String: String] = [:]
    /// What of it the session has not heard of, by the label of its field.
    private var unsent: [String: DriverValue] = [:]
    /// Whether a secret was made that is neither saved nor given up.
    private var isMade = false
    /// What was seen since then, while the secret was in sight.
    private var glimpses: [String] = []
    /// The passwords in the vault when something was saved last.
    private var saved: Set<String> = []
    /// Whether a secret was made in the present form, so that what is typed over it may be in sight.
    private var isInSight = false
    /// The secrets that were typed.
    private var secrets: [String] = []
    /// Those of them that are never in sight.
    private var concealed: [String] = []
    private var words = 0
    /// What was done, for a failure.
    private var log: [String] = []
    private var counts: [String: Int] = [:]

    /// Makes one.
    ///
    /// - Parameters:
    ///   - driver: What uses the front end, which is at its first screen.
    ///   - home: Where the vault is.
    ///   - seed: What is done is the same for the same seed.
    ///   - redraws: Whether all values are seen at any time: not where they are printed once.
    package init(
        _ driver: any FrontEndDriver, _ home: WalletHome, seed: UInt64, redraws: Bool = true
    ) {
        self.driver = driver
        self.home = home
        self.seed = seed
        self.redraws = redraws
        random = SeededGenerator(seed: seed)
    }

    /// Makes a vault by its form, and finds that it opens with the passphrase that was typed.
    ///
    /// - Throws: `TestingError` with the seed and the steps when something that was typed is lost.
    package mutating func makeVault() async throws {
        try await reporting { typist in
            try await typist.see("Welcome to Wallet")
            try await typist.fill("Passphrase", with: .secret(WalletHome.passphrase))
            try await typist.fill("Passphrase once more", with: .secret(Self.wrongPassphrase))
            try await typist.choose("Create vault")
            try await typist.see("Enter the passphrase once more.")
            try await typist.fill("Passphrase once more", with: .secret(WalletHome.passphrase))
            try await typist.closeAndStay()
            try await typist.choose("Create vault")
            try await typist.see("Make a recovery code")
            try await typist.choose("Not now")
            try await typist.see("Nothing here yet.")
            try typist.home.write("\(WalletHome.passphrase)\n", to: "passphrase")
            _ = try await typist.home.wallet("list")
            try await typist.expectUnseen()
        }
    }

    /// Unlocks the vault, and types into all forms, one after the other.
    ///
    /// - Throws: `TestingError` with the seed and the steps when something that was typed is lost.
    package mutating func useForms() async throws {
        try await reporting { typist in
            try await typist.unlock()
            typist.saved = try ExportedPasswords(try await typist.home.export()).all
            for form in SeenForm.wallet {
                try await typist.begin(form)
                for _ in 0..<Self.steps {
                    let name = try await typist.step()
                    typist.counts[name, default: 0] += 1
                }
                if let secret = form.inputs.first(where: \.isSecret) {
                    try await typist.type(into: secret)
                }
                try await typist.expectUnseen()
                if form.savesMade { _ = try await typist.act() }
                try await typist.end()
            }
            try await typist.expectUnseen()
        }
        let undone = Self.things.filter { counts[$0] == nil }
        guard undone.isEmpty else {
            throw TestingError.unmet("another seed, which leads to \(undone)", seen: "\(counts)")
        }
        print("Typed text: seed \(seed), \(counts.sorted { $0.key < $1.key })")
    }

    /// Adds what was done and what is seen to an error.
    private mutating func reporting(
        _ body: (inout FrontEndTypist) async throws -> Void
    ) async throws {
        do {
            try await body(&self)
        } catch {
            let seen = (try? await driver.see()) ?? "Nothing."
            throw TestingError.unmet(
                "what was typed is kept (seed \(seed), step \(log.count): "
                    + "\(log.joined(separator: ", ")))", seen: "\(seen)\n\(error)")
        }
    }

    // MARK: - Seeing

    /// Waits until something holds for what is seen.
    private func wait(_ what: String, until condition: (String) -> Bool) async throws {
        let driver = driver
        try await until(what) {
            // What cannot be read is about to change.
            guard let seen = try? await driver.see() else { return false }
            return condition(seen)
        }
    }

    private func see(_ text: String) async throws {
        try await wait("“\(text)”") { DriverText.contains($0, text) }
    }

    /// Waits until everything that was typed is in its field, as far as it can be read.
    private func check() async throws {
        let texts = readable
        try await wait("all of \(texts)") { seen in
            texts.allSatisfy { DriverText.contains(seen, $0) }
        }
    }

    /// Looks whether no secret that was typed has ever been put out, or is in a file.
    private func expectUnseen() async throws {
        let all = DriverText.normalized(try await driver.everything())
        let seen = concealed.filter { all.contains(DriverText.normalized($0)) }
        guard seen.isEmpty else {
            throw TestingError.unmet("no secret is put out", seen: "\(seen)")
        }
        // The one with the passphrase, which is among the secrets, must be found.
        let files = try home.files(with: secrets)
        guard files == ["passphrase"] else {
            throw TestingError.unmet("no secret is in another file", seen: "\(files)")
        }
    }

    /// Keeps what can be seen of a secret that was made, which is in sight for a while.
    private mutating func glance() async throws {
        guard isMade else { return }
        let seen = try await redraws ? driver.see() : driver.everything()
        glimpses.append(seen)
    }

    /// What was typed and is not a secret.
    private var readable: [String] {
        let secrets = form.inputs.filter(\.isSecret).map(\.label)
        return typed.filter { label, _ in
            !secrets.contains(label) && label != form.mistake?.label
        }.map(\.value)
    }

    private var isUnsaved: Bool { isMade || !typed.isEmpty }

    // MARK: - Doing

    private mutating func fill(_ label: String, with value: DriverValue) async throws {
        log.append("type \(value) into \(label)")
        if case .secret(let text) = value {
            secrets.append(text)
            if !isInSight || label != form.maker?.label { concealed.append(text) }
        }
        try await driver.fill(label, with: value)
        if !driver.hearsTyping { unsent[label] = value }
    }

    /// Does something that the session hears of, with all that was typed.
    private mutating func send(
        _ what: String, _ act: (any FrontEndDriver) async throws -> Void
    ) async throws {
        log.append(what)
        try await act(driver)
        unsent = [:]
    }

    private mutating func choose(_ title: String, on label: String? = nil) async throws {
        try await send("choose \(title)\(label.map { " on \($0)" } ?? "")") {
            try await $0.choose(title, on: label)
        }
    }

    private mutating func answer(_ answer: DriverAnswer) async throws {
        try await send("answer \(answer)") { try await $0.answer(answer) }
        let question = driver.wordsBeforeLoss
        try await wait("the end of the question") { !DriverText.contains($0, question) }
    }

    private mutating func go(to place: String) async throws {
        try await send("go to \(place)") {
            try await $0.showPlaces()
            try await $0.go(to: place)
        }
    }

    private mutating func close() async throws { try await send("close") { try await $0.close() } }

    private mutating func pick<Value>(_ values: [Value]) throws -> Value {
        guard let value = values.randomElement(using: &random) else {
            throw TestingError.cannot("choose one of nothing", seen: "\(log)")
        }
        return value
    }

    private mutating func once(in count: Int) -> Bool {
        Int.random(in: 0..<count, using: &random) == 0
    }

    private mutating func closeAndStay() async throws {
        try await close()
        try await see(driver.wordsBeforeLoss)
        try await answer(.cancel)
    }

    private mutating func unlock() async throws {
        try await see("Unlock Wallet")
        try await fill("Passphrase", with: .secret(Self.wrongPassphrase))
        try await choose("Unlock")
        try await see("The passphrase is wrong.")
        try await fill("Passphrase", with: .secret(WalletHome.passphrase))
        try await closeAndStay()
        try await choose("Unlock")
        try await see("3 items")
    }

    private mutating func begin(_ form: SeenForm) async throws {
        (self.form, typed, isMade, isInSight, glimpses) = (form, [:], false, false, [])
        // Where the screen is printed, who goes where one is sees nothing new.
        if !redraws, form.place != Self.between.place {
            try await go(to: Self.between.place)
            try await see(Self.between.mark)
        }
        try await go(to: form.place)
        for opener in form.openers {
            // What stands beside the list may be the form that was left, yet.
            try await wait("“\(opener.text)”") { seen in
                DriverText.contains(seen, opener.text) && !DriverText.contains(seen, form.mark)
            }
            try await choose(opener.title, on: opener.label)
        }
        try await see(form.mark)
        // Where fields are asked for one by one, this ends the asking.
        _ = try await type()
    }

    /// Saves what is typed, where it can be saved, or gives it up.
    private mutating func end() async throws {
        switch form.end {
        case .vault: try await saveInVault()
        case .notice(let text):
            if typed.isEmpty { _ = try await type() }
            let saved = readable
            try await choose("Save")
            try await see(text)
            try await go(to: Self.elsewhere)
            try await wait("another place") { !DriverText.contains($0, form.mark) }
            try await go(to: form.place)
            try await see(form.mark)
            try await wait("\(saved) to be saved") { seen in
                saved.allSatisfy { DriverText.contains(seen, $0) }
            }
        case .kept: _ = try await comeBack()
        }
        (typed, isMade) = ([:], false)
    }

    /// Does something, and looks whether everything is there.
    ///
    /// - Returns: What was done.
    private mutating func step() async throws -> String {
        switch TypedStep.next(using: &random) {
        case .type: try await type()
        case .act: try await act()
        case .save: try await save()
        case .change: try await change()
        case .leave: try await form.isKept ? comeBack() : leaveOrStay()
        }
    }

    // MARK: - Steps

    private mutating func type() async throws -> String {
        let input = try pick(form.inputs)
        try await type(into: input)
        return "type"
    }

    private mutating func type(into input: SeenForm.Input) async throws {
        words += 1
        var text = "word\(words)z"
        let value: DriverValue
        switch input.kind {
        case .text: value = .text(text)
        case .secret: value = .secret(text)
        case .number(let range):
            text = "\(Int.random(in: range, using: &random))"
            value = .number(text)
        case .choice(let titles):
            text = try pick(titles)
            value = .choice(text)
        }
        try await fill(input.label, with: value)
        typed[input.label] = text
        if input.label == form.maker?.label { isMade = false }
        if !input.isSecret { try await see(text) }
    }

    /// Makes a secret in its field; nothing else of the form changes.
    private mutating func act() async throws -> String {
        // What is there already would not be seen to come.
        guard let maker = form.maker, !isMade else { return "nothing" }
        try await choose(maker.title, on: maker.label)
        try await see(maker.text)
        if !driver.showsMadeSecrets { try await choose("Reveal", on: maker.label) }
        (typed[maker.label], isMade, isInSight, glimpses) = (nil, true, true, [])
        try await glance()
        if redraws { try await check() }
        return "act"
    }

    private mutating func save() async throws -> String {
        guard form.savesInVault else { return "nothing" }
        if let mistake = form.mistake, once(in: 2) {
            try await typeRequired()
            try await fill(mistake.label, with: .secret(mistake.wrong))
            try await choose("Save")
            try await see(mistake.problem)
            try await fill(mistake.label, with: .secret(mistake.right))
            typed[mistake.label] = mistake.right
            if redraws { try await check() }
            return "refused"
        }
        try await saveInVault()
        try await begin(form)
        return "save"
    }

    private mutating func typeRequired() async throws {
        guard let required = form.required, typed[required.label] == nil else { return }
        try await type(into: required)
    }

    private mutating func saveInVault() async throws {
        try await typeRequired()
        try await glance()
        try await choose("Save")
        try await expectSaved()
    }

    private func expectLeft() async throws {
        let mark = form.mark
        try await wait("the form to be left") { !$0.isEmpty && !DriverText.contains($0, mark) }
    }

    /// Waits until the form is left, and finds everything in the vault that was typed or made.
    private mutating func expectSaved() async throws {
        try await expectLeft()
        let vault = try await home.export()
        let lost = typed.filter { !vault.contains($0.value) }
        guard lost.isEmpty else {
            throw TestingError.unmet("\(lost) is in the vault", seen: "It is not.")
        }
        let passwords = try ExportedPasswords(vault).all
        let new = passwords.subtracting(saved)
        let isKept = new.contains { text in glimpses.contains { DriverText.contains($0, text) } }
        guard !isMade || isKept else {
            throw TestingError.unmet(
                "the secret that was made is in the vault", seen: "\(new) in \(glimpses)")
        }
        saved = passwords
    }

    /// Something comes from elsewhere, or everything is shown afresh.
    private mutating func change() async throws -> String {
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
            words += 1
            log.append("add something elsewhere")
            _ = try await home.wallet("add", "note", "--title", "Elsewhere \(words)")
        case 1: try await reload()
        default: try await send("change the theme") { try await $0.changeTheme() }
        }
        if redraws { try await check() }
        return "change"
    }

    /// Shows everything afresh; what the session has not heard of may go with it, and is typed once more.
    private mutating func reload() async throws {
        log.append("reload")
        try await driver.reload()
        for (label, value) in unsent.sorted(by: { $0.key < $1.key }) {
            try await fill(label, with: value)
        }
    }

    /// Leaves a form that is kept, and comes back.
    private mutating func comeBack() async throws -> String {
        let (mark, question) = (form.mark, driver.wordsBeforeLoss)
        try await go(to: Self.elsewhere)
        try await wait("another place, without a question") {
            !DriverText.contains($0, mark) && !DriverText.contains($0, question)
        }
        try await go(to: form.place)
        try await see(mark)
        try await check()
        return "leave"
    }

    private enum Way: CaseIterable { case back, close, place, cancel, lock }

    private mutating func leave(by way: Way) async throws {
        switch way {
        case .back: try await send("back") { try await $0.back() }
        case .close: try await close()
        case .place: try await go(to: Self.elsewhere)
        case .cancel: try await choose("Cancel")
        case .lock: try await choose("Lock now")
        }
    }

    private mutating func leaveOrStay() async throws -> String {
        guard isUnsaved else { return "nothing" }
        try await glance()
        let way = try pick(form.leadsBack ? Way.allCases : [.close, .place, .lock])
        try await leave(by: way)
        try await see(driver.wordsBeforeLoss)
        // What is typed next needs the vault and the front end.
        let mayLeave = way != .close && way != .lock && once(in: 3)
        guard mayLeave else {
            try await answer(.cancel)
            try await check()
            return "stay"
        }
        let isWhole = form.required.map { typed[$0.label] != nil } ?? true
        if form.savesInVault, isWhole, once(in: 2) {
            try await answer(.choice("Save"))
            try await expectSaved()
            try await begin(form)
            return "save"
        }
        // The options that were not chosen are in sight as well.
        let former = form.savesInVault ? readable : []
        try await answer(.confirm)
        // What is given up is gone before one goes on: otherwise there is the question once more.
        try await expectLeft()
        try await begin(form)
        try await wait("nothing of \(former)") { seen in
            !former.contains { DriverText.contains(seen, $0) }
        }
        return "leave"
    }
}
