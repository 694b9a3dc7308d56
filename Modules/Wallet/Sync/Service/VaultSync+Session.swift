import WalletVault

extension VaultSync {
    /// An opened replica, and everything that belongs to it.
    struct Session {
        let replica: Replica
        let synchronizer: VaultSynchronizer
        let remote: any SyncPlace
        var memory: SyncMemory
        /// The files that waited when a status last looked at them; `nil` after an exchange.
        var owed: OwedFiles?

        /// What is missing of the logs of others, for people.
        func missing(_ known: Known) -> [SyncMissing] {
            memory.missing.sorted { $0.key < $1.key }.map { device, gap in
                SyncMissing(
                    device: known.names[device] ?? device.description, id: device,
                    change: Int(clamping: gap.number), since: gap.since)
            }
        }

        /// A device, described for people.
        ///
        /// - Parameters:
        ///   - number: How many of its commits are here.
        ///   - known: What is known of all devices.
        func description(of device: Device, _ number: UInt64, _ known: Known) -> SyncDevice {
            let admissions = known.admissions.filter { $0.key.newcomer == device.id }.values
                .sorted()
                .map { stamp in
                    SyncAdmission(
                        device: stamp.device,
                        name: known.names[stamp.device] ?? stamp.device.description,
                        time: stamp.time.timestamp)
                }
            let isThis = device.id == replica.device.id
            // What this machine has let in, its own person knows; nobody lets the first one in.
            let isOwn =
                isThis || admissions.isEmpty
                || admissions.contains { $0.device == replica.device.id }
            return SyncDevice(
                id: device.id, name: known.names[device.id] ?? device.name, isThis: isThis,
                isSheet: RecoverySheet.shelf(of: device) != nil, changeCount: Int(clamping: number),
                lastHeard: memory.heard[device.id]?.time, admissions: admissions,
                isNew: !isOwn && !memory.seen.contains(device.id))
        }
    }

    /// Files that waited for an exchange.
    struct OwedFiles {
        /// Those that were looked at.
        let ids: Set<ItemID>
        /// Those of them whose content is here, the small ones first.
        let files: [(id: ItemID, name: String)]
    }

    /// What a replica knows of all devices.
    struct Known {
        /// What people call them.
        let names: [DeviceID: String]
        /// Who has let them in.
        let admissions: [Admission: Stamp]

        init(_ replica: Replica) async {
            names = await replica.deviceNames
            admissions = await replica.admissions
        }
    }
}
