import TenonCore
import TenonSecurity
import WalletVault

@testable import WalletTransfer  // The readers of formats are internal.

/// All that an item says, in lines, sorted by whether a format may leave it out.
struct ExportedContents {
    /// What every format holds.
    var present: [String]
    /// Hidden fields; another program may add some of its own.
    var hidden: Set<String>
    /// The names of files, and how many bytes they have.
    let files: [String]
    /// The former passwords, each with the time when it was replaced.
    var passwords: [String]
    /// Since when former passwords were valid, as far as that is known.
    var dates: [(password: String, text: String)]
    /// Other former values.
    var values: [String]
    var use: String

    /// Describes an item of a vault.
    ///
    /// - Parameter isCoarse: Whether times in its history count seconds.
    init(_ exported: ItemWithHistory, isCoarse: Bool) {
        let item = exported.item
        present = [
            item.kind.rawValue, "tags \(item.tags.sorted())", "favorite \(item.isFavorite)",
            "notes \(item.notes.reveal())", "created \(item.created.milliseconds)",
            "changed \(item.changed.milliseconds)", "groups \(KeePassItem.groups(of: item).path)",
        ]
        switch item {
        case .login(let login):
            present += [
                "sites \(login.sites)", "user \(login.userName)",
                "password \(login.password.reveal())", "code \(Self.code(login.oneTimePassword))",
                "dated \(login.isPasswordDated)",
            ]
            if login.isPasswordDated {
                present.append("since \(login.passwordChanged.milliseconds)")
            }
        case .card(let card):
            present += CardField.allCases.map { "\($0.rawValue) \($0.value(of: card).reveal())" }
        case .record(let record):
            present += record.kind.parts.map { "\($0) \(record[$0]?.reveal() ?? "")" }
        case .note: break
        }
        present += item.customFields.filter { !$0.isHidden }.map {
            "field \($0.label) \($0.value.reveal()) \($0.isConcealed)"
        }
        hidden = Set(
            item.customFields.filter { $0.isHidden && $0.label != ".\(KeePassItem.groupLabel)" }
                .map { "\($0.label) \($0.value.reveal())" })
        for group in KeePassItem.groups(of: item) where !group.uuid.isEmpty {
            hidden.insert("group \(group.name) \(Base64.encode(group.uuid))")
        }
        files = item.attachments.map { "\($0.name) \($0.size)" }.sorted()
        use = "\(item.used?.milliseconds ?? 0) \(item.timesUsed)"
        (passwords, dates, values) = ([], [], [])
        readHistory(exported, isCoarse: isCoarse)
    }

    private mutating func readHistory(_ exported: ItemWithHistory, isCoarse: Bool) {
        let login = exported.item.login
        var known = [exported.item[.password]]
        for (index, version) in exported.history.enumerated() {
            let replaced = isCoarse ? version.replaced.second : version.replaced
            let until = "until \(replaced.milliseconds)"
            if let password = version.password, !password.isEmpty, !known.contains(password) {
                known.append(password)
                passwords.append("\(password.reveal()) \(until)")
            }
            // Of a password that comes several times each one counts.
            if let password = version.password, !password.isEmpty, password != login?.password,
                version.changed.milliseconds != 0
            {
                dates.append((password.reveal(), "\(version.changed.milliseconds) \(until)"))
            }
            for (field, value) in version.values where field != .password && !value.isEmpty {
                if field == .userName, version.userName == login?.userName { continue }
                // A password with its user name is kept once, when it was replaced last.
                if field == .userName,
                    exported.history[..<index].contains(where: {
                        $0.password == version.password && $0.userName == version.userName
                    })
                {
                    continue
                }
                if let part = field.part {
                    let text = field == .oneTimePassword ? Self.code(value) : value.reveal()
                    values.append("\(part.rawValue) \(text) \(until)")
                }
                if let custom = CustomField(field, value) {
                    values.append(
                        "\(custom.label) \(field.customPlace) \(custom.value.reveal())"
                            + " \(custom.isConcealed) \(until)")
                }
            }
        }
        values.sort()
    }

    /// What codes are made from, however it is written.
    private static func code(_ text: SecretText?) -> String {
        guard let text, let code = try? OneTimePassword(reading: text) else {
            return text?.reveal() ?? ""
        }
        return
            "\(code.secret.withBytes { Array($0) }) \(code.algorithm) \(code.digits) \(code.factor)"
    }
}
