import WalletVault

extension ImportPlanner {
    /// A row of a browser whose password is older than that of another one at the same place.
    private struct Loser {
        let index: Int
        /// The row with the newest password.
        let leader: Int
        var date: Int64?
    }

    /// Decides on the rows of a browser, which keeps one password for an account and little else.
    func planRows(_ plan: inout ImportPlan) {
        var losers: [Loser] = []
        var units = units(&losers)
        match(&units)
        var outcomes: [Fingerprint: ImportUnit] = [:]
        for unit in units { outcomes[analysis.entries[unit.lead].content] = unit }
        // An older password that is nowhere yet goes to the login of the newest one, which is made
        // even if another login had that.
        let needed = Set(
            losers.filter { loser in
                let content = analysis.entries[loser.index].content
                return outcomes[content] == nil && !isKnown(content)
            }.map { analysis.entries[$0.leader].content })
        for unit in units {
            let row = Int(analysis.entries[unit.lead].row)
            if let partner = unit.partner {
                let (kind, merge) = merge(unit, into: partner)
                plan.kinds[row] = kind
                if !merge.isEmpty { plan.decisions[row] = .merge(candidates[partner].id, merge) }
            } else if past.contains(analysis.entries[unit.lead].content),
                !needed.contains(analysis.entries[unit.lead].content)
            {
                plan.kinds[row] = .outdated
                continue
            } else {
                plan.kinds[row] = .new
                plan.decisions[row] = .add(date: unit.date)
            }
            guard plan.kinds[row] == .new || plan.kinds[row] == .changed else { continue }
            for other in unit.others {
                plan.decisions[Int(analysis.entries[other].row)] = .gather(
                    into: analysis.entries[unit.lead].row)
            }
        }
        keep(losers, outcomes, &plan)
    }

    /// The logins of the file: at each place the row with the newest password, or all of them when
    /// nothing tells which that is; those with one password at one owner together.
    private func units(_ losers: inout [Loser]) -> [ImportUnit] {
        var places: [Fingerprint: Int] = [:]
        places.reserveCapacity(analysis.entries.count)
        var several: [Fingerprint: [Int]] = [:]
        for index in analysis.entries.indices {
            let place = analysis.entries[index].place
            if let first = places[place] {
                several[place, default: [first]].append(index)
            } else {
                places[place] = index
            }
        }
        var leaders: [ImportUnit] = []
        leaders.reserveCapacity(places.count)
        for (place, index) in places {
            guard let rows = several[place] else {
                leaders.append(ImportUnit(index, analysis.entries[index]))
                continue
            }
            let distinct = distinct(rows)
            let newest = distinct.map { $0.date ?? .min }.max()
            let first = distinct.filter { $0.date ?? .min == newest }
            guard first.count == 1, let leader = first.first else {
                leaders += distinct
                continue
            }
            leaders.append(leader)
            losers += distinct.filter { $0.lead != leader.lead }
                .map { Loser(index: $0.lead, leader: leader.lead, date: $0.date) }
        }
        return joined(leaders)
    }

    /// The rows at one place with different passwords, each with the latest date that is known.
    private func distinct(_ rows: [Int]) -> [ImportUnit] {
        var found: [Fingerprint: ImportUnit] = [:]
        for index in rows {
            let unit = ImportUnit(index, analysis.entries[index])
            guard let present = found[analysis.entries[index].content] else {
                found[analysis.entries[index].content] = unit
                continue
            }
            if unit.precedes(present) { found[analysis.entries[index].content] = unit }
        }
        return found.values.sorted { $0.precedes($1) }
    }

    /// Joins rows with the same owner, user name and password; the last one in the file makes the login.
    private func joined(_ leaders: [ImportUnit]) -> [ImportUnit] {
        var positions: [Fingerprint: Int] = [:]
        positions.reserveCapacity(leaders.count)
        var units: [ImportUnit] = []
        units.reserveCapacity(leaders.count)
        for leader in leaders.sorted(by: { $0.lead < $1.lead }) {
            let content = analysis.entries[leader.lead].content
            guard let position = positions[content] else {
                positions[content] = units.count
                units.append(leader)
                continue
            }
            units[position].others.append(units[position].lead)
            units[position].lead = leader.lead
            units[position].order = max(units[position].order, leader.order)
            units[position].date = [units[position].date, leader.date].compactMap(\.self).max()
        }
        return units
    }

    /// Keeps older passwords in the history of the login that has the newest one, each once.
    private func keep(
        _ losers: [Loser], _ outcomes: [Fingerprint: ImportUnit], _ plan: inout ImportPlan
    ) {
        var kept: Set<Fingerprint> = []
        let ordered = losers.sorted {
            ImportUnit($0.index, analysis.entries[$0.index])
                .precedes(ImportUnit($1.index, analysis.entries[$1.index]))
        }
        for loser in ordered {
            let entry = analysis.entries[loser.index]
            // Another login of the file may have it, or an earlier row have said it.
            guard outcomes[entry.content] == nil, kept.insert(entry.content).inserted else {
                continue
            }
            guard !isKnown(entry.content) else {
                plan.kinds[Int(entry.row)] = .outdated
                continue
            }
            guard let leader = outcomes[analysis.entries[loser.leader].content] else { continue }
            let row = Int(entry.row)
            plan.kinds[row] = .kept
            if let partner = leader.partner {
                plan.decisions[row] = .merge(
                    candidates[partner].id, ImportPlan.Merge(password: .former, date: loser.date))
            } else {
                plan.decisions[row] = .keep(
                    analysis.entries[leader.lead].row, date: loser.date)
            }
        }
    }
}
