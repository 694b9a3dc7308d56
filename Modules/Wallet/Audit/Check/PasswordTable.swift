import TenonCore
import TenonSecurity

/// Facts about the different passwords of a vault, without the passwords.
struct PasswordTable {
    /// What is known of one password.
    struct Entry {
        /// How strong it is, if it is weak.
        var weak: PassphraseStrength?
        /// How often attackers have seen it.
        var breaches = 0
    }

    private let breaches: BreachList?
    /// The logins that share a password.
    var groups = EqualGroups()
    private(set) var entries: [Entry] = []

    /// Makes an empty table; without a list no password counts as known to attackers.
    init(breaches: BreachList?) { self.breaches = breaches }

    /// Counts a use of a password; looks at it closely when it is a new one.
    ///
    /// - Returns: The place of its entry.
    /// - Throws: ``AuditError`` when the list of known passwords cannot be read.
    mutating func add(_ password: SecretText, mark: SecretMark) throws -> Int32 {
        let (place, isNew) = groups.add(mark)
        guard isNew else { return place }
        let strength = Passphrase.strength(of: password)
        entries.append(
            Entry(
                weak: strength.level <= .weak ? strength : nil,
                breaches: try breaches?.count(of: password) ?? 0))
        return place
    }
}
