import TenonCore

extension VaultTransaction {
    /// Adds an item with former passwords that a file has of it.
    func add(_ item: Item, former: [ItemVersion]) throws {
        guard !former.isEmpty else {
            try add(item, history: [])
            return
        }
        let stored = item.stamped(vault.now(), revision: revision)
        let history = ItemHistoryMerge([], adding: former, to: stored, now: vault.now())
        try add(item, history: history.kept)
        try addOverflow(history.rest, of: stored)
    }

    /// Saves what a file brings to an item: its content, the date of its password, and former passwords.
    ///
    /// Nothing is lost: versions that do not fit into the history become a separate item. An item that
    /// is as it was read stays as it is.
    func merge(_ item: Item, former: [ItemVersion]) throws {
        try save(item, from: .file(former: former))
    }

    /// Whether a file brings nothing to an item.
    ///
    /// - Throws: ``VaultError`` (`vaultConflict`) for an item that is in the trash by now, where nobody would
    ///   see what it gets.
    func isNothing(_ item: Item, _ former: [ItemVersion], beside stored: Item) throws -> Bool {
        guard !stored.isTrashed else { throw VaultError.changedElsewhere(stored.title) }
        return former.isEmpty && item.isContent(of: stored)
    }

    /// Gives a login another password, a date for the one it has, further sites, or former passwords.
    func update(_ id: ItemID, with update: LoginUpdate) throws {
        guard var login = try item(id).login else { throw VaultError.notALogin(id) }
        if let password = update.password { login.password = password }
        if update.password != nil || update.passwordChanged != nil {
            login.passwordChanged = update.passwordChanged ?? Timestamp(milliseconds: 0)
            login.isPasswordDated = update.passwordChanged != nil
        }
        login.sites += update.addingSites.filter { !login.sites.contains($0) }
        try merge(.login(login), former: update.former)
    }

    /// Adds an item for former values that the history of another one has no room for; further ones go to
    /// the history of the new item.
    ///
    /// It has the newest password among them, if there is one, or else the newest values.
    func addOverflow(_ versions: [ItemVersion], of item: Item) throws {
        guard !versions.isEmpty else { return }
        var versions = versions
        let shown = versions.firstIndex { !($0.password?.isEmpty ?? true) } ?? 0
        let former = item.former(versions.remove(at: shown))
        try add(former, former: versions)
    }
}

extension Item {
    /// A new item with the values of a former version, and with what this one has that is not secret, or
    /// tells it from others.
    ///
    /// It is older than this one, which stays the one that files go to.
    fileprivate func former(_ version: ItemVersion) -> Item {
        var result = self
        result.head = ItemHead(title: head.title, tags: head.tags)
        let telling = kind.identifyingParts + [.number]
        for part in kind.parts where part.isSecret && !telling.contains(part) {
            result[part] = nil
        }
        let unknown = Timestamp(milliseconds: 0)
        if case .login(var login) = result {
            login.passwordChanged = version.changed
            login.isPasswordDated = version.changed != unknown
            result = .login(login)
        } else {
            let date = version.changed == unknown ? version.replaced : version.changed
            result.head.changed = min(date, head.changed.advanced(by: .milliseconds(-1)))
        }
        return result.restoring(version)
    }
}

/// The history of an item, with former passwords that a file has of it.
struct ItemHistoryMerge {
    /// What the item keeps, the newest first.
    let kept: [ItemVersion]
    /// The versions that do not fit.
    let rest: [ItemVersion]

    /// Puts former passwords where they belong by the time when they were replaced.
    ///
    /// A password that the item has, or had at that time already, is not kept once more; one that is
    /// the present one again leaves the history, unless its version holds something else.
    init(_ history: [ItemVersion], adding former: [ItemVersion], to item: Item, now: Timestamp) {
        let present = item.login?.password
        let userName = item.login?.userName
        var versions = history.filter { version in
            let isMore = version.values.keys.contains { $0 != .password && $0 != .userName }
            return isMore || version.password == nil || version.password != present
                || version.userName ?? userName != userName
        }
        for former in former {
            guard let former = former.lacking(in: versions, item.login) else { continue }
            let version = former.settled(before: item.login, now: now)
            let place = versions.firstIndex { $0.replaced < version.replaced }
            versions.insert(version, at: place ?? versions.endIndex)
        }
        kept = Array(versions.prefix(VaultFormat.historyLimit))
        rest = Array(versions.dropFirst(VaultFormat.historyLimit))
    }
}

extension ItemVersion {
    /// What of a version neither the item nor its history has; `nil` when that is nothing.
    fileprivate func lacking(in versions: [ItemVersion], _ login: Login?) -> ItemVersion? {
        var values = values
        if isLoginKnown(to: login, versions) {
            values[.password] = nil
            values[.userName] = nil
        }
        for version in versions where version.replaced == replaced {
            values = values.filter { field, value in
                field == .userName || field == .password || version.values[field] != value
            }
        }
        return values.isEmpty
            ? nil : ItemVersion(changed: changed, replaced: replaced, values: values)
    }

    /// The version with a time when it was replaced: at the latest when the present password came.
    fileprivate func settled(before login: Login?, now: Timestamp) -> ItemVersion {
        let unknown = Timestamp(milliseconds: 0)
        guard replaced == unknown else { return self }
        let present = login.map { $0.isPasswordDated ? $0.passwordChanged : now } ?? now
        return ItemVersion(
            changed: changed, replaced: changed != unknown && changed < present ? present : now,
            values: values)
    }
}
