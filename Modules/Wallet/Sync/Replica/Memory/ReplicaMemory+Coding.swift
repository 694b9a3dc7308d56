import TenonSecurity
import WalletVault

extension ReplicaMemory: FieldRecord {
    // A number that is left out had another meaning once.
    /// Its fields; one with others is from a newer version.
    static let layout: RecordLayout<Self> = RecordLayout(
        RecordField(1, \Self.keys.secretKey), RecordField(2, \Self.name),
        RecordField(3, \Self.clock.last.value), RecordField(entries: 29, \Self.known),
        RecordField(8, \Self.sent), RecordField(9, \Self.vaultRevision),
        RecordField(10, \Self.incarnation), RecordField(entries: 11, \Self.settled.positions),
        RecordField(set: 12, \Self.withheld), RecordField(7, \Self.stateHash),
        RecordField(list: 4, \Self.devices), RecordField(admissions: 24, \Self.admissions),
        RecordField(entries: 13, \Self.dismissed), RecordField(16, \Self.owesAnswer),
        RecordField(17, \Self.access), RecordField(list: 18, \Self.learned),
        RecordField(optional: 19, \Self.settledKey), RecordField(set: 20, \Self.settledSlots),
        RecordField(21, \Self.replacesPassphrases), RecordField(22, \Self.snapshots),
        RecordField(list: 23, \Self.unsaid), RecordField(entries: 28, \Self.owedFiles),
        unknown: .refused(SyncError.newerFormat), damage: SyncError.localState()
    ) {
        ReplicaMemory(
            keys: try Ed25519.KeyPair(secretKey: $0), name: $1,
            clock: HybridClock(last: HybridTime(value: $2)), known: $3, sent: $4,
            vaultRevision: $5, incarnation: $6, settled: VersionVector($7), withheld: $8,
            stateHash: $9, devices: $10, admissions: $11, dismissed: $12, owesAnswer: $13,
            access: $14, learned: $15, settledKey: $16, settledSlots: $17,
            replacesPassphrases: $18, snapshots: $19, unsaid: $20, owedFiles: $21)
    }
}
