import TenonCore
import WalletVault

extension BrowserSession {
    // MARK: - Getting

    /// The logins of a page with their secrets, the best first.
    func logins(_ request: SecretJSON) async throws -> Members {
        let (id, site) = try await page(of: request)
        var entries: [SecretJSON] = []
        var size = 0
        for overview in try await matches(of: site) {
            let login = try await vault.existing.login(overview.id)
            guard !login.isMadeByProgram else { continue }
            let entry = try await self.entry(login)
            size += entry.written.count
            guard size <= Self.answerLimit else { break }
            entries.append(entry)
            offered.insert(login.id)
        }
        guard !entries.isEmpty else { throw BrowserProblem.noLogins }
        return [
            ("count", .string("\(entries.count)")), ("entries", .array(entries)),
            ("hash", databaseHash), ("id", .string(id)),
        ]
    }

    /// How many logins a page has.
    func loginCount(_ request: SecretJSON) async throws -> Members {
        let (id, site) = try await page(of: request)
        var count = 0
        for overview in try await matches(of: site)
        where try await !vault.existing.login(overview.id).isMadeByProgram { count += 1 }
        return [
            ("count", .string("\(count)")), ("hash", databaseHash), ("id", .string(id)),
        ]
    }

    /// Titles and sites of all logins, from A to Z, as many as fit into an answer.
    ///
    /// They reveal where the person has accounts, so the person is asked each time.
    func allLogins() async throws -> Members {
        try await associatedName()
        try await ask(
            "The extension of a browser wants to read the titles and sites of all your logins.",
            or: .allLoginsDenied)
        var entries: [SecretJSON] = []
        var size = 0
        for overview in try await vault.logins(tagged: nil) {
            let login = try await vault.existing.login(overview.id)
            guard !login.isMadeByProgram, !login.isKeyOfBrowser else { continue }
            let entry = SecretJSON.object([
                ("title", .string(login.title)), ("uuid", .string(login.id.description)),
                ("url", .string(login.sites.first ?? "")),
            ])
            size += entry.written.count
            guard size <= Self.answerLimit else { break }
            entries.append(entry)
            offered.insert(login.id)
        }
        guard !entries.isEmpty else { throw BrowserProblem.noLogins }
        return [("entries", .array(entries))]
    }

    /// A one-time code of a login that the browser knows.
    func oneTimeCode(_ request: SecretJSON) async throws -> Members {
        try await associatedName()
        let id = try itemID(in: request)
        guard offered.contains(id),
            let code = try await vault.existing.login(id).timedCode
        else { throw BrowserProblem.noLogins }
        return [("totp", .text(code))]
    }

    // MARK: - Changing

    /// Saves a new login, or changes one that the browser knows.
    func save(_ request: SecretJSON) async throws -> Members {
        try await associatedName()
        guard let url = request["url"]?.string, !url.isEmpty, let site = BrowserSite(url) else {
            throw BrowserProblem.noAddress
        }
        let userName = request["login"]?.string ?? ""
        let password = request["password"]?.secret ?? SecretText("")
        let done: Members = [
            ("count", .null), ("entries", .null), ("error", .string("")),
            ("hash", databaseHash),
        ]
        let known = try await vault.logins(at: site.origin, isExact: false)
        let meant: Login?
        if let text = request["uuid"]?.string, !text.isEmpty {
            let id = try itemID(in: request)
            guard offered.contains(id),
                let overview = known.first(where: { $0.id == id }), site.takes(overview.sites)
            else { throw BrowserProblem.denied }
            meant = try await vault.existing.login(overview.id)
        } else {
            meant = try await login(of: userName, at: site, among: known)
        }
        guard var login = meant else {
            var login = Login(
                title: "", sites: [site.origin], userName: userName, password: password,
                tags: BrowserGroup(named: request)?.tags ?? [])
            login.fillTitle()
            try await vault.existing.add(login)
            return done
        }
        guard login.userName != userName || login.password != password else { return done }
        login.userName = userName
        login.password = password
        try await vault.existing.save(login)
        return done
    }

    /// Moves a login that the browser knows to the trash, if the person agrees.
    func delete(_ request: SecretJSON) async throws -> Members {
        try await associatedName()
        let id = try itemID(in: request)
        guard offered.contains(id) else { throw BrowserProblem.denied }
        let title = try await vault.existing.login(id).title
        try await ask("The extension of a browser wants to move the login '\(title)' to the trash.")
        try await vault.existing.moveToTrash(id)
        offered.remove(id)
        return []
    }

    // MARK: - Parts

    /// The name of the browser, and the page that a message is about.
    private func page(of request: SecretJSON) async throws -> (String, BrowserSite) {
        try await recognize(request["keys"]?.elements ?? [])
        let id = try await associatedName()
        guard let url = request["url"]?.string, !url.isEmpty else {
            throw BrowserProblem.noAddress
        }
        guard let site = BrowserSite(url, form: request["submitUrl"]?.string) else {
            throw BrowserProblem.noLogins
        }
        return (id, site)
    }

    /// The logins for a page, the best first, with those that programs made for themselves.
    private func matches(of site: BrowserSite) async throws -> [ItemOverview] {
        site.ranked(try await vault.logins(at: site.origin, isExact: false))
    }

    /// The login that a page means by a user name.
    private func login(
        of userName: String, at site: BrowserSite, among known: [ItemOverview]
    ) async throws -> Login? {
        for overview in known where overview.userName == userName && site.isExactly(overview.sites)
        {
            let login = try await vault.existing.login(overview.id)
            if !login.isMadeByProgram { return login }
        }
        return nil
    }

    private func itemID(in request: SecretJSON) throws -> ItemID {
        guard let id = request["uuid"]?.string.flatMap({ ItemID($0) }) else {
            throw BrowserProblem.noValidID
        }
        return id
    }

    private func entry(_ login: Login) async throws -> SecretJSON {
        var members: Members = [
            ("login", .string(login.userName)), ("name", .string(login.title)),
            ("password", .text(login.password)), ("uuid", .string(login.id.description)),
            ("group", .string(BrowserGroup.rootName)),
        ]
        if let code = login.timedCode {
            members.append(("totp", .text(code)))
        }
        let fields = login.customFields.filter { $0.label.hasPrefix("KPH: ") }
        if !fields.isEmpty {
            let values = fields.map { SecretJSON.object([($0.label, .text($0.value))]) }
            members.append(("stringFields", .array(values)))
        }
        return .object(members)
    }
}
