import WalletVault

extension ImportPlanner {
    /// Decides on the entries of a password manager: each is an item of its own.
    ///
    /// Only one that is the same in everything as another one, or as an item of the vault, is sure to
    /// bring nothing; of the others the whole items tell.
    func planEntries(_ plan: inout ImportPlan) {
        let entries = analysis.entries.indices
        var known: Set<Fingerprint> = []
        let first = entries.filter { known.insert(analysis.details[$0].all).inserted }
        plan.counts.repeated += entries.count - first.count
        for index in first {
            guard let position = byAll[analysis.details[index].all] else { continue }
            candidates[position].isTaken = true
        }
        plan.kinds = Array(repeating: nil, count: plan.decisions.count)
        // Those with the title of a login first, so that each finds its own.
        for isTitled in [true, false] {
            for index in first {
                let row = Int(analysis.entries[index].row)
                guard plan.kinds[row] == nil, !isTitled || hasTitle(index) else { continue }
                if byAll[analysis.details[index].all] != nil {
                    plan.kinds[row] = .present
                } else {
                    (plan.kinds[row], plan.decisions[row]) = decision(on: index)
                }
            }
        }
        plan.countKinds()
        plan.taken = Set(candidates.filter(\.isTaken).map(\.id))
    }

    private func decision(on index: Int) -> (ImportKind, ImportPlan.Decision) {
        let (entry, details) = (analysis.entries[index], analysis.details[index])
        if let position = byContent[entry.content] {
            let same = ([position] + (twins[position] ?? [])).sorted { left, right in
                rank(left, details) > rank(right, details)
            }
            return (.present, .compare(same.map { candidates[$0].id }))
        }
        let free = byAccount[entry.account].filter { !candidates[$0].isTaken }
            .sorted { rank($0, details) > rank($1, details) }
        guard let best = free.first else { return (.new, .add) }
        let isNewer =
            if let time = entry.passwordChanged {
                time > changed(best)
            } else {
                !isPassword(details, of: best)
            }
        guard isNewer, !byPast[details.password].contains(best) else {
            return (.outdated, .compare(free.map { candidates[$0].id }))
        }
        candidates[best].isTaken = true
        return (.changed, .change(candidates[best].id))
    }

    private func hasTitle(_ index: Int) -> Bool {
        let (entry, details) = (analysis.entries[index], analysis.details[index])
        return byAccount[entry.account].contains {
            candidates[$0].title == details.title && !candidates[$0].isTaken
        }
    }

    /// How well a login fits an entry: by its title, its password, and how lately that changed.
    private func rank(_ position: Int, _ details: FileAnalysis.Details) -> (Int, Int64) {
        let isTitle = candidates[position].title == details.title
        let fit = (isTitle ? 2 : 0) + (isPassword(details, of: position) ? 1 : 0)
        return (fit, changed(position))
    }

    private func isPassword(_ details: FileAnalysis.Details, of position: Int) -> Bool {
        guard let same = byContent[details.password] else { return false }
        return same == position || twins[same]?.contains(position) ?? false
    }
}
