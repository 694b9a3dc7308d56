import TenonCore
package import TenonUI
package import WalletSync

extension SyncStatus {
    /// Whether it only looks for news, which it does all the time: nobody has to hear of that.
    var isRoutine: Bool { phase == .working && progress?.total ?? 0 == 0 }

    /// What the frame says; `nil` when nothing is set up, or nothing can be known.
    ///
    /// - Parameter now: The time, as a day is named only when it is another one.
    func badge(_ localizer: Localizer, now: Timestamp) -> Badge? {
        switch phase {
        case .off, .locked: nil
        case .inStep:
            if passphraseChange != nil {
                Badge(localizer(SyncText.badgePassphrase), tone: .caution)
            } else if !newcomers.isEmpty {
                Badge(localizer(SyncText.badgeNewcomer), tone: .caution)
            } else if !clocks.isEmpty {
                Badge(localizer(SyncText.badgeClock), tone: .caution)
            } else {
                Badge(localizer(SyncText.badgeInStep), tone: .positive)
            }
        case .behind: Badge(localizer(SyncText.badgeBehind), tone: .caution)
        case .working: Badge(work(localizer))
        case .waiting: Badge(localizer(SyncText.badgeWaiting), tone: .caution)
        case .offline:
            Badge(
                localizer(
                    SyncText.badgeOffline, ["time": lastExchangeText(localizer, now: now)]),
                tone: .caution)
        case .dismissed: Badge(localizer(SyncText.badgeDismissed), tone: .critical)
        case .leaving: Badge(localizer(SyncText.badgeLeaving), tone: .caution)
        case .attention:
            conflictCount > 0 && problem == nil
                ? Badge(
                    localizer(SyncText.badgeConflicts, count: conflictCount), tone: .caution)
                : Badge(localizer(SyncText.badgeAttention), tone: .critical)
        }
    }

    /// The state in a sentence.
    func text(_ localizer: Localizer, now: Timestamp) -> TextBlock {
        switch phase {
        case .off: TextBlock(localizer(SyncText.isOff))
        case .locked: TextBlock(localizer(SyncText.isLocked))
        case .inStep: TextBlock(localizer(SyncText.isInStep), tone: .positive)
        case .behind: TextBlock(localizer(SyncText.isBehind), tone: .caution)
        case .working: TextBlock(localizer(SyncText.isWorking))
        case .waiting: TextBlock(localizer(SyncText.isWaiting), tone: .caution)
        case .offline:
            TextBlock(
                localizer(
                    SyncText.isOffline, ["time": lastExchangeText(localizer, now: now)]),
                tone: .caution)
        case .dismissed: TextBlock(localizer(SyncText.isDismissed), tone: .critical)
        case .leaving: TextBlock(localizer(SyncText.isLeaving), tone: .caution)
        case .attention:
            TextBlock(
                conflictCount > 0
                    ? localizer(SyncText.hasConflicts, count: conflictCount)
                    : localizer(SyncText.isAttention), tone: .caution)
        }
    }

    /// What a person should know before this machine leaves: also what nobody else has.
    ///
    /// - Parameter name: Writes the name of a file.
    package func leaveMessage(
        _ localizer: Localizer, name: (String) -> String = { $0 }
    ) -> String {
        let message: SyncText =
            switch (isLast, phase) {
            case (true, _): .leaveLast
            case (_, .waiting): .leaveWaiting
            case (false, _): .leaveMessage
            }
        let consequence = localizer(message, ["place": place ?? ""])
        return (backlog.texts(localizer, name: name) + [consequence]).joined(separator: " ")
    }

    /// When an exchange was last completed.
    private func lastExchangeText(_ localizer: Localizer, now: Timestamp) -> String {
        guard let lastExchange else { return localizer(SyncText.never) }
        return localizer.date(lastExchange) == localizer.date(now)
            ? localizer.time(lastExchange) : localizer.dateAndTime(lastExchange)
    }

    /// The exchange that is under way.
    func progressBlock(_ localizer: Localizer) -> ProgressBlock {
        ProgressBlock(
            id: "exchange", label: localizer(SyncText.isWorking),
            fraction: shownProgress.map { Double($0.completed) / Double($0.total) },
            detail: shownProgress.map { localizer(UIText.progress, $0.counts(localizer)) } ?? "")
    }

    private func work(_ localizer: Localizer) -> String {
        shownProgress.map { localizer(SyncText.badgeProgress, $0.counts(localizer)) }
            ?? localizer(SyncText.badgeWorking)
    }

    /// How far it is, where there is more than one step.
    private var shownProgress: Progress? {
        progress.flatMap { $0.total > 1 && $0.completed <= $0.total ? $0 : nil }
    }
}

extension SyncStatus.Progress {
    fileprivate func counts(_ localizer: Localizer) -> [String: String] {
        ["completed": localizer.number(completed), "total": localizer.number(total)]
    }
}

extension SyncOutcome {
    /// What a person should know of other machines after an exchange.
    ///
    /// - Parameters:
    ///   - localizer: The person's language.
    ///   - name: Writes the name of a machine.
    package func remarks(
        _ localizer: Localizer, name: (String) -> String = { $0 }
    ) -> [TextBlock] {
        var texts = [passphraseChange?.changeText(localizer)].compactMap(\.self)
        texts += missing.map { $0.text(localizer, name: name) }
        texts += newcomers.compactMap { $0.newcomerText(localizer, name: name) }
        texts += clocks.map { $0.text(localizer, name: name) }
        return results(localizer, name: name) + texts.map { TextBlock($0, tone: .caution) }
    }

    /// What the exchange came to for single machines, without what the status says as well.
    func results(
        _ localizer: Localizer, name: (String) -> String = { $0 }
    ) -> [TextBlock] {
        func texts(_ names: [String], _ text: SyncText, _ tone: Tone) -> [TextBlock] {
            names.map { TextBlock(localizer(text, ["device": name($0)]), tone: tone) }
        }
        return texts(caughtUp, .caughtUp, .neutral) + texts(waiting, .waits, .neutral)
            + texts(refused, .refused, .caution)
    }
}

extension SyncBacklog {
    /// What only this machine has, in a sentence each; nothing when everything was handed over.
    ///
    /// - Parameter name: Writes the name of a file.
    package func texts(
        _ localizer: Localizer, name: (String) -> String = { $0 }
    ) -> [String] {
        var texts: [String] = []
        if changes > 0 { texts.append(localizer(SyncText.ownChanges, count: changes)) }
        if !files.isEmpty {
            let names = files.map { localizer(SyncText.step, ["title": name($0)]) }
                .joined(separator: ", ")
            texts.append(localizer(SyncText.ownFiles, count: files.count, ["files": names]))
        }
        return texts
    }
}

extension SyncDeparture {
    /// What a person should know after this machine has left.
    ///
    /// - Parameters:
    ///   - place: Where the data is kept; `nil` when that is not known.
    ///   - name: Writes the name of a file.
    package func texts(
        _ localizer: Localizer, from place: String?, name: (String) -> String = { $0 }
    ) -> [String] {
        let gone = localizer(SyncText.nobodyToTell, ["place": place ?? ""])
        return (isRemoved ? [gone] : []) + backlog.texts(localizer, name: name)
    }
}

extension Timestamp {
    /// That another machine changed the passphrase by then.
    package func changeText(_ localizer: Localizer) -> String {
        localizer(SyncText.passphraseChanged, ["time": localizer.dateAndTime(self)])
    }
}

extension SyncMissing {
    /// What has not arrived, of which machine, and since when that is known.
    ///
    /// - Parameter name: Writes the name of a machine.
    package func text(_ localizer: Localizer, name: (String) -> String = { $0 }) -> String {
        localizer(
            SyncText.missingChange,
            [
                "device": name(device), "number": localizer.number(change),
                "time": localizer.dateAndTime(since),
            ])
    }
}

extension RemovedDevice {
    /// Why it keeps the vault no longer.
    package func text(_ localizer: Localizer) -> String {
        localizer(hasLeft ? SyncText.hasLeft : SyncText.wasRemoved)
    }
}

extension SyncClock {
    /// Whose clock is off, by how much, and what to do.
    ///
    /// - Parameter name: Writes the name of a machine.
    package func text(_ localizer: Localizer, name: (String) -> String = { $0 }) -> String {
        let text: SyncText =
            switch (isThis, days > 0) {
            case (true, true): .ownClockAhead
            case (true, false): .ownClockBehind
            case (false, true): .clockAhead
            case (false, false): .clockBehind
            }
        return localizer(text, count: abs(days), ["device": name(device)])
    }
}

extension SyncDevice {
    /// What a person should know who has not looked at it; `nil` for one that nobody has let in.
    ///
    /// - Parameter name: Writes the name of a machine.
    package func newcomerText(
        _ localizer: Localizer, name: (String) -> String = { $0 }
    ) -> String? {
        admissions.first.map { admission in
            localizer(
                SyncText.newcomer,
                [
                    "device": name(shownName(localizer)), "other": name(admission.name),
                    "time": localizer.dateAndTime(admission.time),
                ])
        }
    }
}

extension SyncAdmission {
    /// Who has let a machine in, and when.
    ///
    /// - Parameter name: Writes the name of a machine.
    package func text(_ localizer: Localizer, name: (String) -> String = { $0 }) -> String {
        localizer(
            SyncText.letIn, ["device": name(self.name), "time": localizer.dateAndTime(time)])
    }
}

extension SyncDevice {
    /// The name for people, also of a recovery sheet.
    func shownName(_ localizer: Localizer) -> String {
        isSheet ? localizer(SyncText.sheetMachine) : name
    }
}
