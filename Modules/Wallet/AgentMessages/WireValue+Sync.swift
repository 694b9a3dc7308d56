import TenonCore
package import WalletAgentLink
package import WalletSync
import WalletVault

extension SyncStatus.Phase: WireChoice {}

extension SyncStatus: WireRecord {
    /// How it goes over the wire.
    package static var layout: WireLayout<Self> {
        WireLayout(
            \.phase, \.progress, \.place, \.lastExchange, \.problem, \.remedy, \.unsent,
            \.conflictCount, \.fingerprint, \.devices, \.removed, \.missing,
            \.passphraseChange, \.clocks, \.unsentFiles
        ) {
            phase, progress, place, lastExchange, problem, remedy, unsent, conflictCount,
            fingerprint, devices, removed, missing, passphraseChange, clocks, unsentFiles in
            var status = Self(phase)
            status.progress = progress
            (status.place, status.lastExchange) = (place, lastExchange)
            (status.problem, status.remedy) = (problem, remedy)
            (status.unsent, status.conflictCount) = (unsent, conflictCount)
            (status.fingerprint, status.devices, status.removed) = (fingerprint, devices, removed)
            (status.missing, status.passphraseChange) = (missing, passphraseChange)
            (status.clocks, status.unsentFiles) = (clocks, unsentFiles)
            return status
        }
    }
}

extension SyncStatus.Progress: WireRecord {
    /// How it goes over the wire.
    package static var layout: WireLayout<Self> {
        WireLayout(\.completed, \.total) { Self(completed: $0, total: $1) }
    }
}

extension SyncAcknowledgement: WireRecord {
    /// How it goes over the wire.
    package static var layout: WireLayout<Self> {
        WireLayout(\.device, \.id, \.known, \.total) {
            Self(device: $0, id: $1, known: $2, total: $3)
        }
    }
}

extension SyncMissing: WireRecord {
    /// How it goes over the wire.
    package static var layout: WireLayout<Self> {
        WireLayout(\.device, \.id, \.change, \.since) {
            Self(device: $0, id: $1, change: $2, since: $3)
        }
    }
}

extension SyncClock: WireRecord {
    /// How it goes over the wire.
    package static var layout: WireLayout<Self> {
        WireLayout(\.device, \.id, \.isThis, \.days) {
            Self(device: $0, id: $1, isThis: $2, days: $3)
        }
    }
}

extension SyncAdmission: WireRecord {
    /// How it goes over the wire.
    package static var layout: WireLayout<Self> {
        WireLayout(\.device, \.name, \.time) { Self(device: $0, name: $1, time: $2) }
    }
}

extension SyncDevice: WireRecord {
    /// How it goes over the wire.
    package static var layout: WireLayout<Self> {
        WireLayout(
            \.id, \.name, \.isThis, \.isSheet, \.changeCount, \.lastHeard, \.admissions, \.isNew
        ) {
            Self(
                id: $0, name: $1, isThis: $2, isSheet: $3, changeCount: $4, lastHeard: $5,
                admissions: $6, isNew: $7)
        }
    }
}

extension RemovedDevice: WireRecord {
    /// How it goes over the wire.
    package static var layout: WireLayout<Self> {
        WireLayout(\.device, \.isPending, \.hasLeft, \.hasKey) {
            Self(device: $0, isPending: $1, hasLeft: $2, hasKey: $3)
        }
    }
}

extension SyncDeparture: WireRecord {
    /// How it goes over the wire.
    package static var layout: WireLayout<Self> {
        WireLayout(\.name, \.problem, \.isRemoved, \.backlog) { name, problem, isRemoved, backlog in
            var departure = Self(name: name)
            (departure.problem, departure.isRemoved) = (problem, isRemoved)
            departure.backlog = backlog
            return departure
        }
    }
}

extension SyncBacklog: WireRecord {
    /// How it goes over the wire.
    package static var layout: WireLayout<Self> {
        WireLayout(\.changes, \.files) { Self(changes: $0, files: $1) }
    }
}

extension RecoverySheetContent: WireRecord {
    /// How it goes over the wire.
    package static var layout: WireLayout<Self> {
        WireLayout(\.vault, \.address, \.code, \.text) {
            Self(vault: $0, address: $1, code: $2, text: $3)
        }
    }
}

extension SyncOutcome: WireRecord {
    /// How it goes over the wire.
    package static var layout: WireLayout<Self> {
        WireLayout(
            \.sent, \.received, \.itemCount, \.waiting, \.clocks, \.refused, \.caughtUp, \.problems,
            \.newcomers, \.missing, \.passphraseChange
        ) {
            sent, received, itemCount, waiting, clocks, refused, caughtUp, problems, newcomers,
            missing, passphraseChange in
            var outcome = Self()
            (outcome.sent, outcome.received, outcome.itemCount) = (sent, received, itemCount)
            (outcome.waiting, outcome.clocks, outcome.problems) = (waiting, clocks, problems)
            (outcome.refused, outcome.caughtUp) = (refused, caughtUp)
            (outcome.newcomers, outcome.missing) = (newcomers, missing)
            outcome.passphraseChange = passphraseChange
            return outcome
        }
    }
}

extension SyncFinding: WireRecord {
    /// How it goes over the wire.
    package static var layout: WireLayout<Self> {
        WireLayout(\.subject, \.message, \.remedy) {
            Self(subject: $0, message: $1, remedy: $2)
        }
    }
}

extension SyncCheck: WireRecord {
    /// How it goes over the wire.
    package static var layout: WireLayout<Self> {
        WireLayout(\.itemCount, \.findings, \.missing, \.acknowledgements) {
            Self(itemCount: $0, findings: $1, missing: $2, acknowledgements: $3)
        }
    }
}

extension SyncConflict: WireRecord {
    /// How it goes over the wire.
    package static var layout: WireLayout<Self> {
        WireLayout(\.item, \.title, \.isBack, \.parts) {
            Self(item: $0, title: $1, isBack: $2, parts: $3)
        }
    }
}

extension SyncConflict.Part: WireRecord {
    /// How it goes over the wire.
    package static var layout: WireLayout<Self> {
        WireLayout(\.field, \.name, \.isConcealed, \.values) {
            Self(field: $0, name: $1, isConcealed: $2, values: $3)
        }
    }
}

extension SyncConflict.Value: WireRecord {
    /// How it goes over the wire.
    package static var layout: WireLayout<Self> {
        WireLayout(\.text, \.device, \.deviceName, \.time) {
            Self(text: $0, device: $1, deviceName: $2, time: $3)
        }
    }
}

extension KeyChange: WireRecord {
    /// How it goes over the wire.
    package static var layout: WireLayout<Self> {
        WireLayout(\.passphrase, \.newPassphrase) { Self($0, newPassphrase: $1) }
    }
}

extension SyncDecision: WireRecord {
    /// How it goes over the wire.
    package static var layout: WireLayout<Self> {
        WireLayout(\.item, \.device) { Self(item: $0, device: $1) }
    }
}

extension ItemField: WireValue {
    /// Adds the number and the key.
    package func write(to frame: Frame) {
        number.write(to: frame)
        key.withUnsafeBytes { frame.append(block: $0) }
    }

    /// Reads the number and the key.
    package init(reading reader: inout FrameReader) throws {
        let number = try Int(reading: &reader)
        self.init(number: number, key: Array(try reader.block()))
    }
}

extension DeviceID: WireValue {
    /// Adds its bytes.
    package func write(to frame: Frame) {
        bytes.withUnsafeBytes { frame.append(block: $0) }
    }

    /// Reads its bytes.
    package init(reading reader: inout FrameReader) throws {
        guard let device = DeviceID(bytes: Array(try reader.block())) else {
            throw LinkError.malformed
        }
        self = device
    }
}
