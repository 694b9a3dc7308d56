import TenonCore

/// The name of a backup in the folder with backups: `vault-1a2b3c4d-20260131T235959Z-import-2.db`.
///
/// It has the name of the vault's file, the beginning of the vault's own id, the time (ISO 8601 in its
/// basic form, UTC), why it was made unless the person asked for it, and a number from 2 on when there
/// were several in that second.
struct BackupName: Comparable {
    static let ending = ".db"

    let occasion: BackupOccasion
    /// The file's name.
    let text: String
    /// The beginning of the vault's id.
    let vault: Substring
    private let stamp: Substring
    private let number: Int

    /// How many digits of the id of a vault stand in a name.
    private static let idCount = 8

    /// Names a backup that is about to be made.
    init(
        _ base: String, _ vault: ItemID, _ time: Timestamp, _ occasion: BackupOccasion,
        _ number: Int
    ) {
        self.vault = "\(vault)".prefix(Self.idCount)
        stamp = UTCTime(time).description.filter { !"-:".contains($0) }[...]
        self.occasion = occasion
        self.number = number
        let count = number > 1 ? "-\(number)" : ""
        text = "\(base)-\(self.vault)-\(stamp)\(occasion.rawValue)\(count)\(Self.ending)"
    }

    /// Reads a name; `nil` for files that are not backups of a vault file with this name.
    init?(_ text: String, of base: String) {
        guard text.hasPrefix("\(base)-"), text.hasSuffix(Self.ending) else { return nil }
        var parts = text.dropFirst(base.count + 1).dropLast(Self.ending.count)
            .split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count >= 2 else { return nil }
        vault = parts.removeFirst()
        stamp = parts.removeFirst()
        guard vault.count == Self.idCount, Self.isStamp(stamp) else { return nil }
        if let word = parts.first, let occasion = BackupOccasion(rawValue: "-\(word)") {
            self.occasion = occasion
            parts.removeFirst()
        } else {
            occasion = .request
        }
        if let digits = parts.first {
            guard let number = Int(digits), number > 1 else { return nil }
            self.number = number
            parts.removeFirst()
        } else {
            number = 1
        }
        guard parts.isEmpty else { return nil }
        self.text = text
    }

    /// Whether it is one of a vault.
    func isOf(_ vault: ItemID) -> Bool { self.vault == "\(vault)".prefix(Self.idCount) }

    static func < (left: BackupName, right: BackupName) -> Bool {
        (left.stamp, left.number, left.text) < (right.stamp, right.number, right.text)
    }

    private static func isStamp(_ text: Substring) -> Bool {
        text.utf8.count == 16
            && text.utf8.enumerated().allSatisfy { index, byte in
                switch index {
                case 8: byte == UInt8(ascii: "T")
                case 15: byte == UInt8(ascii: "Z")
                default: (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                }
            }
    }
}
