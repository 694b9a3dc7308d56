import TenonCore
import WalletVault

extension ItemWithHistory {
    /// The former versions of a login with their passwords, the newest first; where only the user
    /// name changed, the password is not a former one.
    var formerPasswords: [ItemVersion] {
        guard let login = item.login else { return [] }
        return history.filter { version in
            guard let password = version.password, !password.isEmpty else { return false }
            let isSameName = version.userName ?? login.userName == login.userName
            return password != login.password || isSameName
        }
    }

    /// The former passwords of what is no login, such as a Wi-Fi network: each once, without the present one.
    var formerRecordPasswords: [SecretText] {
        guard item.login == nil else { return [] }
        return history.compactMap(\.password).reduce(into: []) { passwords, password in
            guard !password.isEmpty, password != item[.password], !passwords.contains(password)
            else { return }
            passwords.append(password)
        }
    }

    /// How many former values there are beside passwords; a user name counts once with each password.
    var formerValueCount: Int {
        history.indices.reduce(0) { count, index in
            let version = history[index]
            let isKnownName =
                version.userName == item.login?.userName
                || history[..<index].contains(where: version.hasLogin(of:))
            return count
                + version.values.count { field, value in
                    field != .password && !value.isEmpty && !(field == .userName && isKnownName)
                }
        }
    }
}

extension ItemVersion {
    /// Whether another version has its password and its user name.
    func hasLogin(of other: ItemVersion) -> Bool {
        password == other.password && userName == other.userName
    }
}
