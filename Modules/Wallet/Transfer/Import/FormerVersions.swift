import TenonCore
import WalletVault

/// Finds what an entry once was, in the hidden fields where its program's history is kept.
struct FormerVersions {
    let xml: any XMLReading

    /// The former passwords of an item, each once, without the present one; a version may hold further
    /// values.
    func passwords(of item: Item) -> [ItemVersion] { passwords(of: item, own(of: item)) }

    private func passwords(of item: Item, _ own: [ItemVersion]) -> [ItemVersion] {
        guard let login = item.login else { return [] }
        var known = [login.password]
        return (own + foreign(of: item)).filter { version in
            guard let password = version.password, !password.isEmpty, !known.contains(password)
            else { return false }
            known.append(password)
            return true
        }
    }

    /// What an export of Wallet has of former versions beside ``passwords(of:)``: other values, and
    /// other times and user names of the same passwords.
    func others(of item: Item) -> [ItemVersion] {
        let own = own(of: item)
        let passwords = passwords(of: item, own)
        return own.compactMap { version in
            var values = version.values
            // A password of a login is among those above; that of a record, such as of a Wi-Fi network, is not.
            if item.login != nil,
                values[.userName] == nil || version.isLoginKnown(to: item.login, passwords)
            {
                values[.userName] = nil
                values[.password] = nil
            }
            return values.isEmpty
                ? nil
                : ItemVersion(
                    restored: values, changed: version.changed, replaced: version.replaced)
        }
    }

    /// Those of ``others(of:)`` that have anything that an item lacks, with what it was before.
    func others(of entry: Item, beyond item: Item, _ past: [ItemVersion]) -> [ItemVersion] {
        others(of: entry).filter { version in
            let isLoginKnown = version.isLoginKnown(to: item.login, past)
            // Where it is not known until when one was valid, its values are enough.
            let known = past.filter {
                $0.replaced == version.replaced || $0.replaced == Timestamp(milliseconds: 0)
            }
            return version.values.contains { field, value in
                isLoginKnown && (field == .password || field == .userName)
                    ? false : !known.contains { $0.values[field] == value }
            }
        }
    }

    /// Whether a field brings a version for the history of an item, and is not a field of it.
    static func isVersion(_ field: CustomField) -> Bool {
        field.label.hasPrefix(".\(KeePassVersion.label)")
    }

    /// The versions that other programs have left.
    private func foreign(of item: Item) -> [ItemVersion] {
        var versions: [ItemVersion] = []
        for field in item.customFields where field.isHidden {
            switch field.label {
            case ".bitwarden.passwordHistory":
                versions += PasswordHistoryFormat.bitwarden.versions(field.value)
            case ".1password.details.passwordHistory":
                versions += PasswordHistoryFormat.onePassword.versions(field.value)
            default: continue
            }
        }
        return versions + keePass(item)
    }

    /// The versions that an export of Wallet says everything of.
    private func own(of item: Item) -> [ItemVersion] {
        let translator = KeePassItem(xml: xml)
        // The oldest one comes first in a file.
        return item.customFields.reversed().filter(Self.isVersion).compactMap { field in
            translator.past(field.value).flatMap { KeePassVersion.version($0, by: translator) }
        }
    }

    /// The passwords of former states of a KeePass entry: each since the first state that has it, until
    /// the next one that has another.
    private func keePass(_ item: Item) -> [ItemVersion] {
        let translator = KeePassItem(xml: xml)
        let states = item.customFields.filter { $0.label.hasPrefix(".keepass.history.") }
            .compactMap { translator.past($0.value) }
        var versions: [ItemVersion] = []
        var since: Timestamp?
        for (index, state) in states.enumerated() {
            guard let password = state["Password"] else { continue }
            let before = index > 0 ? states[index - 1] : nil
            if before?["Password"] != password { since = state.changed }
            let next = index + 1 < states.count ? states[index + 1] : nil
            if let next, next["Password"] == password { continue }
            let present = item.login.flatMap(\.passwordDate).map(Timestamp.init(milliseconds:))
            versions.append(
                ItemVersion(
                    password: password, userName: state["UserName"]?.reveal(), changed: since,
                    replaced: next == nil ? present : next?.changed))
        }
        return versions.reversed()
    }
}

extension Vault {
    /// What an item was before; where its history is full, also what others have that took the rest.
    ///
    /// - Throws: `VaultError`.
    func past(of id: ItemID, _ merge: ImportPlan.Merge) async throws -> [ItemVersion] {
        var past = try await history(id)
        guard past.count >= ItemVersion.limit else { return past }
        let unknown = Timestamp(milliseconds: 0)
        for other in merge.alike {
            let values = try await item(other).versionedValues
            past.append(ItemVersion(restored: values, changed: unknown, replaced: unknown))
            past += try await history(other)
        }
        return past
    }
}
