import TenonCore

extension Item {
    /// The item as it is added, with its missing dates filled in.
    func stamped(_ now: Timestamp, revision: Int64) -> Item {
        var item = self
        let unset = Timestamp(milliseconds: 0)
        if item.created == unset { item.created = now }
        if item.changed == unset { item.changed = item.created }
        item.head.trashed = nil
        item.head.revision = revision
        if case .login(var login) = item, login.passwordChanged == unset {
            login.passwordChanged = login.created
            item = .login(login)
        }
        return item
    }

    /// Whether the item is a stored one, which may have been used meanwhile.
    func isContent(of stored: Item) -> Bool {
        var item = self
        item.used = stored.used
        item.timesUsed = stored.timesUsed
        return item == stored
    }

    /// The item as it is saved after an older state: with what only the vault knows.
    ///
    /// - Parameter isImported: Whether the item says itself when its password changed.
    func following(
        _ old: Item, _ now: Timestamp, revision: Int64, isImported: Bool = false
    ) -> Item {
        var item = self
        item.changed = now
        item.used = old.used
        item.timesUsed = old.timesUsed
        item.head.trashed = old.trashed
        item.head.revision = revision
        guard case .login(var login) = item, let old = old.login else { return item }
        if !isImported {
            let isSame = login.password == old.password
            login.passwordChanged = isSame ? old.passwordChanged : now
            login.isPasswordDated = isSame ? old.isPasswordDated : true
            if !isSame { login.dropExpiry() }
            login.followFillTag(of: old)
        } else if login.passwordChanged == Timestamp(milliseconds: 0) {
            login.passwordChanged = now
        }
        item = .login(login)
        return item
    }

    /// When an item that a file brings something to has changed.
    ///
    /// The password of a login has a date of its own. Any other item keeps the date of its values, or takes
    /// that of the file, so that files may come in any order; it is later than the last one all the same,
    /// which shows that the item is another one.
    func changedInFile(since old: Item, _ now: Timestamp) -> Timestamp {
        guard login == nil, old.changed < now else { return now }
        return max(min(head.changed, now), old.changed.advanced(by: .milliseconds(1)))
    }
}
