import TenonCore
import WalletVault

extension BrowserSession {
    // MARK: - Getting

    /// The logins of a page with their secrets, the best first.
    func logins(_ request: JSONValue) async throws -> Members {
        let (id, site) = try await page(of: request)
        var entries: [JSONValue] = []
        var size = 0
        for overview in try await matches(of: site) {
            let login = try await vault.existing.login(overview.id)
            guard isMeant(login, for: site) else { continue }
            let entry = try await self.entry(login)
            size += entry.written.count
            guard size <= Self.answerLimit else { break }
            entries.append(entry)
            offered.insert(login.id)
        }
        guard !entries.isEmpty else { throw BrowserProblem.noLogins }
        return [
            .init("count", .string("\(entries.count)")), .init("entries", .array(entries)),
            .init("hash", databaseHash), .init("id", .string(id)),
        ]
    }

    /// How many logins a page has.
    func loginCount(_ request: JSONValue) async throws -> Members {
        let (id, site) = try await page(of: request)
        var count = 0
        for overview in try await matches(of: site)
        where try await isMeant(vault.existing.login(overview.id), for: site) { count += 1 }
        return [
            .init("count", .string("\(count)")), .init("hash", databaseHash),
            .init("id", .string(id)),
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
        var entries: [JSONValue] = []
        var size = 0
        for overview in try await vault.logins(tagged: nil) where !overview.isWithheld {
            let login = try await vault.existing.login(overview.id)
            guard !login.isMadeByProgram, !login.isKeyOfBrowser else { continue }
            let entry = JSONValue.object([
                .init("title", .string(login.title)), .init("uuid", .string(login.id.description)),
                .init("url", .string(login.sites.first ?? "")),
            ])
            size += entry.written.count
            guard size <= Self.answerLimit else { break }
            entries.append(entry)
            offered.insert(login.id)
        }
        guard !entries.isEmpty else { throw BrowserProblem.noLogins }
        return [.init("entries", .array(entries))]
    }

    /// A one-time code of a login that the browser knows.
    func oneTimeCode(_ request: JSONValue) async throws -> Members {
        try await associatedName()
        let id = try itemID(in: request)
        guard offered.contains(id) else { throw BrowserProblem.noLogins }
        let login = try await vault.existing.login(id)
        // The extension does not say for which page.
        guard !login.head.isWithheld, !login.hasExpired(at: GitCredentials.currentTime()),
            let code = login.timedCode
        else { throw BrowserProblem.noLogins }
        return [.init("totp", .string(code))]
    }

    // MARK: - Changing

    /// Saves a new login, or changes one that the browser knows.
    func save(_ request: JSONValue) async throws -> Members {
        try await associatedName()
        guard let url = request["url"]?.string, !url.isEmpty, let site = BrowserSite(url) else {
            throw BrowserProblem.noAddress
        }
        let userName = request["login"]?.string ?? ""
        let password = request["password"]?.secretString ?? SecretText("")
        let done: Members = [
            .init("count", .null), .init("entries", .null), .init("error", .string("")),
            .init("hash", databaseHash),
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
            let login = Login(
                title: SiteText.host(of: site.origin), sites: [site.origin], userName: userName,
                password: password,
                tags: BrowserGroup(named: request)?.tags ?? [])
            try await vault.existing.add(login)
            return done
        }
        guard login.userName != userName || login.password != password else { return done }
        guard !login.head.isWithheld else { throw BrowserProblem.denied }
        login.userName = userName
        login.password = password
        try await vault.existing.save(login)
        return done
    }

    /// Moves a login that the browser knows to the trash, if the person agrees.
    func delete(_ request: JSONValue) async throws -> Members {
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
    private func page(of request: JSONValue) async throws -> (String, BrowserSite) {
        try await recognize(request["keys"]?.elements ?? [])
        let id = try await associatedName()
        guard let url = request["url"]?.string, !url.isEmpty else {
            throw BrowserProblem.noAddress
        }
        guard
            let site = BrowserSite(
                url, form: request["submitUrl"]?.string,
                isHTTP: request["httpAuth"]?.string == "true")
        else { throw BrowserProblem.noLogins }
        return (id, site)
    }

    /// The logins for a page, the best first, with those that ``isMeant(_:for:)`` leaves out.
    private func matches(of site: BrowserSite) async throws -> [ItemOverview] {
        site.ranked(
            try await vault.logins(at: site.origin, isExact: false).filter { !$0.isWithheld })
    }

    /// Whether a login is no program's own, and no rule of another program speaks against the page.
    private func isMeant(_ login: Login, for site: BrowserSite) -> Bool {
        !login.isMadeByProgram && login.isForHTTP(site.isHTTP)
            && !site.hosts.contains(where: login.isDenied)
            && !login.hasExpired(at: GitCredentials.currentTime())
            && site.takes(login.sites(comparedWith: site.url))
    }

    /// The login that a page means by a user name; `nil` when there are several.
    private func login(
        of userName: String, at site: BrowserSite, among known: [ItemOverview]
    ) async throws -> Login? {
        var meant: [Login] = []
        for overview in known where overview.userName == userName && site.isExactly(overview.sites)
        {
            let login = try await vault.existing.login(overview.id)
            if !login.isMadeByProgram { meant.append(login) }
        }
        // The one that is kept from programs is refused, so that no second one is made beside it.
        if let withheld = meant.first(where: \.head.isWithheld) { return withheld }
        meant = meant.filter { $0.isForHTTP(site.isHTTP) && isComparable($0, with: site) }
        return meant.count == 1 ? meant[0] : nil
    }

    private func isComparable(_ login: Login, with site: BrowserSite) -> Bool {
        !site.hosts.contains(where: login.isDenied)
            && site.isExactly(login.sites(comparedWith: site.url))
    }

    private func itemID(in request: JSONValue) throws -> ItemID {
        guard let id = request["uuid"]?.string.flatMap({ ItemID($0) }) else {
            throw BrowserProblem.noValidID
        }
        return id
    }

    private func entry(_ login: Login) async throws -> JSONValue {
        var members: Members = [
            .init("login", .string(login.userName)), .init("name", .string(login.title)),
            .init("password", .string(login.password)),
            .init("uuid", .string(login.id.description)),
            .init("group", .string(BrowserGroup.rootName)),
        ]
        if let code = login.timedCode {
            members.append(.init("totp", .string(code)))
        }
        let fields = login.customFields.filter { $0.label.hasPrefix("KPH: ") }
        if !fields.isEmpty {
            let values = fields.map { JSONValue.object([.init($0.label, .string($0.value))]) }
            members.append(.init("stringFields", .array(values)))
        }
        return .object(members)
    }
}
