import WalletVault

extension ImportPlanner {
    /// Decides on the entries of a password manager: each is an item of its own.
    ///
    /// Only an entry that equals another one in everything is sure to bring nothing; the others are
    /// compared with whole items.
    func planEntries(_ plan: inout ImportPlan) {
        var known: [Sameness: Int] = [:]
        var units: [ImportUnit] = []
        for (index, entry) in analysis.entries.enumerated() {
            let unit = ImportUnit(index, entry)
            let details = analysis.details[index]
            let sameness = Sameness(all: details.all, files: details.files)
            if let position = known[sameness] {
                if unit.precedes(units[position]) { units[position] = unit }
            } else {
                known[sameness] = units.count
                units.append(unit)
            }
        }
        match(&units)
        var merged: Set<ItemID> = []
        for unit in units {
            let row = Int(analysis.entries[unit.lead].row)
            var (kind, decision) = decision(on: unit)
            // A second entry that brings something to one item stays an item of its own.
            if case .merge(let id, _) = decision, !merged.insert(id).inserted {
                (kind, decision) = (.new, .add(date: unit.date))
            }
            (plan.kinds[row], plan.decisions[row]) = (kind, decision)
        }
    }

    /// What entries have in common that say the same.
    private struct Sameness: Hashable {
        let all: Fingerprint
        let files: [FileMark]
    }

    private func decision(on unit: ImportUnit) -> (ImportKind, ImportPlan.Decision) {
        guard let partner = unit.partner else {
            guard let other = included(unit) else { return (.new, .add(date: unit.date)) }
            return (.present, .compareOrAdd(candidates[other].id, date: unit.date))
        }
        let (kind, merge) = merge(unit, into: partner)
        let id = candidates[partner].id
        if merge.password == .none {
            let details = analysis.details[unit.lead]
            let isSame = details.files.isEmpty && byAll[details.all].contains(partner)
            return isSame && merge.isEmpty ? (kind, .skip) : (kind, .compare(id, merge))
        }
        return (kind, .merge(id, merge))
    }

    /// An item with the content of an entry, or with its password in the history, which belongs to another
    /// one that may say the same.
    private func included(_ unit: ImportUnit) -> Int? {
        let details = analysis.details[unit.lead]
        guard details.names.isEmpty, details.former.isEmpty else { return nil }
        // The other parts of a card are not compared when its number is the same, or missing.
        guard !details.isNameless || details.kind != .card else { return nil }
        let same = byContent[analysis.entries[unit.lead].content] + byContent[details.password]
        let past = details.hasPassword ? byPast[details.password] : []
        func last(_ positions: [Int]) -> Int? {
            positions.filter { candidates[$0].kind == details.kind }
                .max { candidates[$0].order < candidates[$1].order }
        }
        return last(same.filter { candidates[$0].title == details.title }) ?? last(past)
    }
}
