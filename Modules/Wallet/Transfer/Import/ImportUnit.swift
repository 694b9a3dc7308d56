import TenonCore
import WalletVault

/// Rows that are one item: an entry, or rows of a browser with one password at one owner.
struct ImportUnit {
    /// The position of the row that makes the item.
    var lead: Int
    /// Those of rows at other hosts whose addresses go to it.
    var others: [Int] = []
    /// When the password changed, as far as any of the rows knows.
    var date: Int64?
    var order: UInt64
    /// The candidate that it belongs to.
    var partner: Int?

    init(_ lead: Int, _ entry: FileAnalysis.Entry) {
        self.lead = lead
        date = entry.passwordChanged
        order = entry.order
    }

    /// Whether it comes first where several want the same item: the newest does, in any order.
    func precedes(_ other: ImportUnit) -> Bool {
        (date ?? .min, order) > (other.date ?? .min, other.order)
    }
}

extension ImportPlanner {
    /// Finds the item of the vault that each unit belongs to: each item takes one.
    ///
    /// First come those that agree in most, so that each finds its own.
    func match(_ units: inout [ImportUnit]) {
        let order = units.indices
            .filter { byPerson.contains(analysis.entries[units[$0].lead].person) }
            .sorted { units[$0].precedes(units[$1]) }
        for agreement in Agreement.allCases {
            // Of equal ones those with the same date first, so that a second import finds the items that
            // the first one has made.
            for hasSameDate in agreement.isOfContent ? [true, false] : [false] {
                for index in order where units[index].partner == nil {
                    let found = positions(agreement, units[index])
                        .filter { fits($0, units[index], agreement) }
                        .filter { !hasSameDate || candidates[$0].date == units[index].date }
                        .max { isLess($0, $1) }
                    guard let found else { continue }
                    units[index].partner = found
                    candidates[found].isTaken = true
                }
            }
        }
    }

    /// In what a unit and an item agree.
    private enum Agreement: CaseIterable {
        /// The name, and the password: where a program has given one name twice.
        case nameAndPassword
        case name
        case everything
        case contentAndTitle
        case content
        case formerPassword
        case accountAndTitle
        case account

        /// Whether the passwords are the same.
        var isOfContent: Bool {
            switch self {
            case .everything, .contentAndTitle, .content: true
            case .nameAndPassword, .name, .formerPassword, .accountAndTitle, .account: false
            }
        }

        /// Whether it holds for entries that nothing but their whole content tells apart.
        var isSure: Bool {
            switch self {
            case .nameAndPassword, .name, .everything: true
            case .contentAndTitle, .content, .formerPassword, .accountAndTitle, .account: false
            }
        }
    }

    private func positions(_ agreement: Agreement, _ unit: ImportUnit) -> [Int] {
        let entry = analysis.entries[unit.lead]
        let details = details(of: unit.lead)
        // Two accounts may have one password, or one user name, and no name.
        guard agreement.isSure || details?.isNameless != true else { return [] }
        switch agreement {
        case .nameAndPassword:
            let password = password(of: unit.lead)
            return positions(.name, unit).filter { candidates[$0].passwords.contains(password) }
        case .name:
            guard let details, !details.names.isEmpty else { return [] }
            // An entry that belongs to somebody else by now is another one.
            let persons = byPerson[entry.person]
            return details.names.flatMap { byName[$0.value] }.filter(persons.contains)
        case .everything: return details.map { byAll[$0.all] } ?? []
        case .contentAndTitle, .content:
            return byContent[entry.content] + (details.map { byContent[$0.password] } ?? [])
        case .formerPassword: return byPast[password(of: unit.lead)]
        case .accountAndTitle, .account:
            let accounts = ([unit.lead] + unit.others).map { analysis.entries[$0].account }
            return Set(accounts).flatMap { byAccount[$0] }
        }
    }

    private func fits(_ position: Int, _ unit: ImportUnit, _ agreement: Agreement) -> Bool {
        let candidate = candidates[position]
        guard let details = details(of: unit.lead) else { return !candidate.isTaken }
        let isTitled = agreement == .contentAndTitle || agreement == .accountAndTitle
        let isNamed = agreement == .name || agreement == .nameAndPassword
        // An item that several became takes the entries of all of them.
        guard !candidate.isTaken || isNamed && candidate.isOfSeveral else { return false }
        // A name says that a note or login is what an earlier version of Wallet has made of a record.
        let isFormer = isNamed && details.kind.isRecord && [.note, .login].contains(candidate.kind)
        return (details.kind == candidate.kind || isFormer)
            && !details.names.contradicts(candidate.names)
            && (!isTitled || details.title == candidate.title)
            && (isNamed || !Self.isContradiction(details.identity, candidate.identity))
    }

    /// Whether two records have another text in a part that tells records apart.
    private static func isContradiction(
        _ left: [ItemPart: Fingerprint], _ right: [ItemPart: Fingerprint]
    ) -> Bool {
        left.contains { part, text in right[part].map { $0 != text } ?? false }
    }

    /// The item whose password changed last comes first.
    private func isLess(_ left: Int, _ right: Int) -> Bool {
        let (left, right) = (candidates[left], candidates[right])
        return (left.date ?? .min, left.order) < (right.date ?? .min, right.order)
    }

    /// What a unit brings to the item that it belongs to, without looking at the whole of both.
    func merge(_ unit: ImportUnit, into position: Int) -> (ImportKind, ImportPlan.Merge) {
        let candidate = candidates[position]
        let password = password(of: unit.lead)
        var merge = ImportPlan.Merge()
        merge.former = newFormer(of: unit.lead)
        merge.alike = alike(unit, position)
        let kind = details(of: unit.lead)?.kind ?? .login
        guard kind == .login else {
            merge.isNewer = unit.date.map { $0 > candidate.date ?? .min } ?? false
            // As that of a password it counts for what comes later. The time of a change is never in the future,
            // and an item of several has one time for all of them.
            if merge.isNewer, kind == candidate.kind, !candidate.isOfSeveral,
                unit.date.map({ $0 <= now.milliseconds }) ?? false
            {
                merge.date = unit.date
            }
            return (.present, merge)
        }
        let isNewer =
            if let date = unit.date {
                candidate.date.map { date > $0 } ?? true
            } else {
                candidate.date == nil && !hadBefore(password, unit, position)
            }
        if candidate.passwords.contains(password) {
            // What is known about its date counts for what comes later.
            if isNewer, unit.date != nil { merge.date = unit.date }
            return (merge.isEmpty ? .present : .completed, merge)
        }
        guard details(of: unit.lead)?.hasPassword ?? true else { return (.present, merge) }
        if isNewer || !candidate.hasPassword {
            merge.password = .present
            merge.date = unit.date
            return (.changed, merge)
        }
        guard isKnown(password) else {
            merge.password = .former
            merge.date = unit.date
            return (.kept, merge)
        }
        return (merge.isEmpty ? .outdated : .completed, merge)
    }

    /// The items that may have what the history of a candidate had no room for: no program gave them a name.
    private func alike(_ unit: ImportUnit, _ position: Int) -> [ItemID] {
        guard details(of: unit.lead) != nil else { return [] }
        let candidate = candidates[position]
        return byPerson[analysis.entries[unit.lead].person].filter { other in
            other != position && candidates[other].kind == candidate.kind
                && candidates[other].title == candidate.title && candidates[other].names.isEmpty
        }.map { candidates[$0].id }
    }

    /// Whether a password is an old one: the item had it, or, where the file gives no names to its
    /// entries, any item for the person.
    private func hadBefore(_ password: Fingerprint, _ unit: ImportUnit, _ position: Int) -> Bool {
        let isNamed = details(of: unit.lead).map { !$0.names.isEmpty } ?? false
        return isNamed ? byPast[password].contains(position) : isKnown(password)
    }

    /// The former passwords of an entry that no item for the person has, or had.
    private func newFormer(of index: Int) -> [Int] {
        guard let details = details(of: index) else { return [] }
        return details.former.indices.filter { !isKnown(details.former[$0]) }
    }
}
