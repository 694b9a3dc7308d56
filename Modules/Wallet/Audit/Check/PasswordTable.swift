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
        /// How many logins have it.
        var uses = 0
        /// The number of the group of these logins, once it is given.
        var group = 0
    }

    private let breaches: BreachList?
    private var places: [SecretMark: Int32] = [:]
    private(set) var entries: [Entry] = []

    /// Makes an empty table; without a list no password counts as known to attackers.
    init(breaches: BreachList?) { self.breaches = breaches }

    /// Counts a use of a password; looks at it closely when it is a new one.
    ///
    /// - Returns: The place of its entry.
    /// - Throws: ``AuditError`` when the list of known passwords cannot be read.
    mutating func add(_ password: SecretText, mark: SecretMark) throws -> Int32 {
        if let place = places[mark] {
            entries[Int(place)].uses += 1
            return place
        }
        let strength = Passphrase.strength(of: password)
        let place = Int32(entries.count)
        entries.append(
            Entry(
                weak: strength.level <= .weak ? strength : nil,
                breaches: try breaches?.count(of: password) ?? 0, uses: 1))
        places[mark] = place
        return place
    }

    /// The group of a password that several logins have; numbers are given in the order of asking.
    mutating func group(at place: Int32, next: inout Int) -> AuditedItem.Group? {
        guard entries[Int(place)].uses > 1 else { return nil }
        if entries[Int(place)].group == 0 {
            next += 1
            entries[Int(place)].group = next
        }
        let entry = entries[Int(place)]
        return AuditedItem.Group(number: entry.group, count: entry.uses)
    }
}
