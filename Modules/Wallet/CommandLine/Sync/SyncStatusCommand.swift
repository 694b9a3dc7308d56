import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonUI
import WalletSync
import WalletSyncScreens
import WalletVault

/// `wallet sync status`.
struct SyncStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: Help.localized("Show how this machine stands with the others."),
        discussion: Help.localized(
            """
            Needs no passphrase. The fingerprint is the same on all machines with the same data. With \
            --plain the line has the state, the place, the changes that wait, and the conflicts.

            The exit status is 1 when a person should look, also at a new machine, when this machine was \
            taken out or has not finished leaving, and 75 when changes wait for another machine or for the \
            place.

            Examples:
              wallet sync status
              wallet sync status --json
            """))

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let session = try CommandSession.current
        try await session.vault.refresh()
        let status = try await session.sync.syncStatus()
        try output.write(status, text: TextTable(rows(status, session.localizer)).text)
        try SyncNowCommand.end(
            isWrong: status.phase.isWrong || !status.newcomers.isEmpty,
            isBehind: status.phase.isBehind)
    }

    private func rows(_ status: SyncStatus, _ localizer: Localizer) -> [[String]] {
        var rows = [[localizer(CommandText.syncState), status.phase.text(localizer)]]
        func add(_ label: some LocalizedKey, _ value: String?) {
            if let value, !value.isEmpty { rows.append([localizer(label), value]) }
        }
        add(SyncText.place, status.place)
        add(CommandText.syncLast, status.lastExchange.map { localizer.dateAndTime($0) })
        add(CommandText.syncProblem, status.problem.map { localizer.text(of: $0) })
        add(CommandText.syncRemedy, status.remedy.map { localizer.text(of: $0) })
        add(SyncText.badgePassphrase, status.passphraseChange?.changeText(localizer))
        for missing in status.missing {
            add(CommandText.syncMissing, missing.text(localizer, name: HarmlessText.line))
        }
        for newcomer in status.newcomers {
            add(SyncText.badgeNewcomer, newcomer.newcomerText(localizer, name: HarmlessText.line))
        }
        for clock in status.clocks {
            add(SyncText.badgeClock, clock.text(localizer, name: HarmlessText.line))
        }
        if status.unsent > 0 { add(SyncText.unsent, localizer.number(status.unsent)) }
        if status.conflictCount > 0 {
            add(SyncText.conflicts, localizer.number(status.conflictCount))
        }
        for device in status.devices {
            rows.append([localizer(CommandText.syncMachine), device.text(localizer)])
        }
        for former in status.formerMachines {
            let text = "\(HarmlessText.line(former.device.name)): \(former.text(localizer))"
            rows.append([localizer(CommandText.syncMachine), text])
        }
        add(SyncText.fingerprint, status.fingerprint)
        return rows
    }
}

extension OutputOptions {
    /// Writes how this machine stands with the others; to people it says what the text says.
    func write(_ status: SyncStatus, text: @autoclosure () -> String = "") throws {
        try write(
            json: StatusDocument(status),
            plain: [
                [
                    status.phase.rawValue, status.place ?? "", "\(status.unsent)",
                    "\(status.conflictCount)",
                ]
            ], text: text())
    }
}

/// How this machine stands with the others, as JSON.
private struct StatusDocument: Encodable {
    let state: String
    let place: String?
    let lastExchange: String?
    let problem: String?
    let remedy: String?
    let passphraseChanged: String?
    let missing: [MissingDocument]
    let clocks: [ClockDocument]
    let unsent: Int
    let conflicts: Int
    let fingerprint: String
    let devices: [DeviceDocument]
    let former: [FormerDocument]

    init(_ status: SyncStatus) {
        (state, place, unsent) = (status.phase.rawValue, status.place, status.unsent)
        (conflicts, fingerprint) = (status.conflictCount, status.fingerprint)
        lastExchange = status.lastExchange?.internetDate
        (problem, remedy) = (status.problem.map { "\($0)" }, status.remedy.map { "\($0)" })
        passphraseChanged = status.passphraseChange?.internetDate
        missing = status.missing.map(MissingDocument.init)
        clocks = status.clocks.map(ClockDocument.init)
        devices = status.devices.map(DeviceDocument.init)
        former = status.formerMachines.map(FormerDocument.init)
    }
}

/// `wallet sync devices`.
struct SyncDevicesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices", abstract: Help.localized("List the machines that keep the vault."),
        discussion: Help.localized(
            """
            Each machine is listed with the fingerprint of its key, the time when something of it last \
            arrived, and who has let it in. One that another machine has let in is new until it was listed \
            once. Machines that have left or were taken out come last. With --plain each line has the name, the whole fingerprint, "this" or nothing, the \
            number of its changes that have arrived, and that time; --plain and --json leave it new.

            Examples:
              wallet sync devices
              wallet sync devices --json
            """))

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let session = try CommandSession.current
        _ = try await session.unlockedVault()
        let status = try await session.sync.syncStatus()
        let (devices, former) = (status.devices, status.formerMachines)
        let localizer = session.localizer
        try output.write(
            json: DevicesDocument(
                devices: devices.map(DeviceDocument.init), former: former.map(FormerDocument.init)),
            plain: devices.map {
                [
                    $0.name, $0.id.description, $0.isThis ? "this" : "", "\($0.changeCount)",
                    $0.lastHeard?.internetDate ?? "",
                ]
            },
            text: TextTable(
                devices.map { device in
                    [
                        device.name, device.shortFingerprint, device.lastHeardText(localizer),
                        device.admissionText(localizer),
                    ]
                }
                    + former.map { former in
                        [
                            former.device.name, former.device.shortFingerprint,
                            former.text(localizer), "",
                        ]
                    }
            ).text)
        let newcomers = devices.filter(\.isNew).map(\.id)
        guard !newcomers.isEmpty, !output.json, !output.plain else { return }
        try await session.sync.noteSeen(newcomers)
    }

    private struct DevicesDocument: Encodable {
        let devices: [DeviceDocument]
        let former: [FormerDocument]
    }
}

/// What has not arrived, as JSON.
struct MissingDocument: Encodable {
    /// The id of the machine whose change it is.
    let id: String
    let device: String
    let change: Int
    let since: String

    init(_ missing: SyncMissing) {
        (id, device) = (missing.id.description, missing.device)
        (change, since) = (missing.change, missing.since.internetDate)
    }
}

/// A clock that is more than a day off, as JSON.
struct ClockDocument: Encodable {
    /// The id of the machine that has it.
    let id: String
    let device: String
    let this: Bool
    /// How many days it is ahead, at least; below zero when it is behind.
    let days: Int

    init(_ clock: SyncClock) {
        (id, device, this) = (clock.id.description, clock.device, clock.isThis)
        days = clock.days
    }
}

/// A machine as JSON.
private struct DeviceDocument: Encodable {
    let id: String
    let name: String
    let this: Bool
    let changes: Int
    let lastHeard: String?
    let admissions: [AdmissionDocument]
    /// Whether no person has looked at it here since another machine has let it in.
    let new: Bool

    init(_ device: SyncDevice) {
        (id, name, this) = (device.id.description, device.name, device.isThis)
        (changes, lastHeard) = (device.changeCount, device.lastHeard?.internetDate)
        admissions = device.admissions.map(AdmissionDocument.init)
        new = device.isNew
    }
}

/// A machine that keeps the vault no longer, as JSON.
private struct FormerDocument: Encodable {
    let id: String
    let name: String
    /// Whether it has left by itself; else another machine took it out.
    let left: Bool

    init(_ former: RemovedDevice) {
        (id, name) = (former.device.id.description, former.device.name)
        left = former.hasLeft
    }
}

/// Who has let a machine in, as JSON.
private struct AdmissionDocument: Encodable {
    /// The id of the machine that did it.
    let by: String
    let name: String
    let time: String

    init(_ admission: SyncAdmission) {
        (by, name) = (admission.device.description, admission.name)
        time = admission.time.internetDate
    }
}

extension SyncDevice {
    /// The machine in one line: its name, and when it was last heard of.
    fileprivate func text(_ localizer: Localizer) -> String {
        "\(HarmlessText.line(name)): \(lastHeardText(localizer))"
    }

    /// Who has let it in, and whether nobody has looked at that yet.
    fileprivate func admissionText(_ localizer: Localizer) -> String {
        let text = admissions.map { $0.text(localizer, name: HarmlessText.line) }
            .joined(separator: ", ")
        return isNew ? "\(text) (\(localizer(SyncText.isNew)))" : text
    }

    /// When it was last heard of, or that it is this one.
    fileprivate func lastHeardText(_ localizer: Localizer) -> String {
        guard !isThis else { return localizer(SyncText.thisMachine) }
        return lastHeard.map { localizer.dateAndTime($0) } ?? localizer(CommandText.syncNever)
    }
}

extension SyncStatus.Phase {
    /// Whether a person has to do something.
    fileprivate var isWrong: Bool { [.attention, .dismissed, .leaving].contains(self) }

    /// Whether something waits that time may bring.
    fileprivate var isBehind: Bool { [.behind, .waiting, .offline].contains(self) }

    /// The state for people.
    fileprivate func text(_ localizer: Localizer) -> String {
        switch self {
        case .off: localizer(CommandText.syncIsOff)
        case .locked: localizer(CommandText.syncIsLocked)
        case .inStep: localizer(SyncText.badgeInStep)
        case .behind: localizer(SyncText.isBehind)
        case .working: localizer(SyncText.isWorking)
        case .waiting: localizer(CommandText.syncIsWaiting)
        case .offline: localizer(CommandText.syncIsOffline)
        case .dismissed: localizer(CommandText.syncIsDismissed)
        case .leaving: localizer(CommandText.syncIsLeaving)
        case .attention: localizer(CommandText.syncIsAttention)
        }
    }
}
