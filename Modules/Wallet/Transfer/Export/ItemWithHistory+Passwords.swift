import TenonCore
import WalletVault

extension ItemWithHistory {
    /// The former versions of a login with their passwords, the newest first; where only the user name
    /// was another one, the password is no former one.
    var formerPasswords: [ItemVersion] {
        guard let login = item.login else { return [] }
        return history.filter { version in
            guard let password = version.password, !password.isEmpty else { return false }
            let isSameName = version.userName ?? login.userName == login.userName
            return password != login.password || isSameName
        }
    }

    /// How many former values there are beside passwords.
    var formerValueCount: Int {
        history.reduce(0) { count, version in
            count
                + version.values.count { field, value in
                    let isPresentName =
                        field == .userName && version.userName == item.login?.userName
                    return field != .password && !value.isEmpty && !isPresentName
                }
        }
    }
}
