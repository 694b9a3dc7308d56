import TenonCore
import WalletVault

/// The times of an item that an entry of another program has no place for: it counts seconds, and
/// does not know when its password changed.
///
/// They are kept beside an entry with its own time of change, so that they count only as long as no
/// other program changes the entry.
struct KeptTimes {
    /// The name of the datum that keeps them.
    static let key = "wallet.times"

    var created: Timestamp?
    var changed: Timestamp?
    var used: Timestamp?
    /// `nil`, as the others, when it is not known.
    var passwordChanged: Timestamp?
    /// How often the item was used.
    var timesUsed = 0
}

extension KeptTimes {
    /// Takes what was kept beside an entry; `nil` when the entry was changed since then.
    ///
    /// - Parameter entryChanged: When the entry was changed, as far as its format says it.
    init?(_ text: SecretText?, besides entryChanged: Timestamp?) {
        guard let kept = text.flatMap({ try? JSONReader.read($0) }),
            let changed = Self.time(kept["changed"]), changed.second == entryChanged?.second
        else { return nil }
        self.init(
            created: Self.time(kept["created"]), changed: changed, used: Self.time(kept["used"]),
            passwordChanged: Self.time(kept["password"]) ?? Timestamp(milliseconds: 0))
        timesUsed = max(0, kept["uses"]?.integer ?? 0)
    }

    /// The times of an item.
    init(of item: Item) {
        let isDated = item.login?.isPasswordDated ?? false
        self.init(
            created: item.created, changed: item.changed, used: item.used,
            passwordChanged: isDated ? item.login?.passwordChanged : Timestamp(milliseconds: 0))
        timesUsed = item.timesUsed
    }

    /// What is kept beside an entry.
    var kept: SecretText {
        let members: [(String, Timestamp?)] = [
            ("created", created), ("changed", changed), ("used", used),
            ("password", passwordChanged?.milliseconds == 0 ? nil : passwordChanged),
        ]
        return JSONValue.object(
            members.compactMap { name, time in
                time.map { JSONValue.Member(name, .number("\($0.milliseconds)")) }
            } + [JSONValue.Member("uses", .number(timesUsed))]
        ).written
    }

    /// A time in milliseconds.
    static func time(_ value: JSONValue?) -> Timestamp? {
        value?.integer.map { Timestamp(milliseconds: Int64($0)) }
    }
}

extension KeptTimes {
    /// The times that an entry of KeePass says.
    init(of entry: KeePassEntry) {
        let kept = entry.customData.first { $0.key == Self.key }?.value
        self =
            KeptTimes(kept, besides: entry.changed)
            ?? KeptTimes(
                created: entry.created, changed: entry.changed,
                used: entry.used == entry.created ? nil : entry.used,
                passwordChanged: Self.passwordChanged(entry))
    }

    /// What has to be kept beside an entry of KeePass for the times of an item; `nil` when the entry
    /// says all of them.
    static func kept(of item: Item, in entry: KeePassEntry) -> SecretText? {
        var read = entry
        read.created = entry.created?.second
        read.changed = entry.changed?.second
        read.used = entry.used?.second
        let (said, times) = (KeptTimes(of: read), KeptTimes(of: item))
        let isSaid =
            said.created == times.created && said.changed == times.changed
            && said.used == times.used
            && (item.login == nil || said.passwordChanged == times.passwordChanged)
        return isSaid ? nil : times.kept
    }

    /// Since when the present password is valid: as long as the latest versions have it.
    private static func passwordChanged(_ entry: KeePassEntry) -> Timestamp? {
        var since = entry.changed
        for past in entry.history.reversed() {
            guard past["Password"] == entry["Password"] else { break }
            since = past.changed ?? since
        }
        return since
    }
}
