import TenonCore
import WalletVault

/// What a file in some format does not hold of a vault, counted before it is written.
package struct ExportOmissions: Sendable, Equatable {
    /// Something that a format has no place for.
    package enum Part: String, Sendable, CaseIterable {
        /// Passwords that items once had.
        case formerPasswords = "former_passwords"
        /// Other values that items once had: user names, notes, codes, numbers of cards.
        case formerValues = "former_values"
        /// Files that are attached to items.
        case attachments
        /// Since when former passwords were valid; until when is in the file.
        case formerDates = "former_dates"
        /// Passkeys that the program which reads the file does not use.
        case passkeys
        /// Texts of items in which KeePass reads a placeholder, and shows something else.
        case placeholders
        /// Long fields that are kept for other programs.
        case programData = "program_data"
        /// Items of which the file does not say when and how often they were used.
        case uses
        /// Items in the trash, which no file holds.
        case trash
    }

    private var counts: [Part: Int] = [:]
    /// The items that are in the file and for which Bitwarden refuses it, in an order of their own: a vault
    /// lends its items in another one than a file has them.
    package private(set) var tooLong: [LongItem] = []

    /// Nothing is left out.
    package init() {}

    /// How many things of a kind are left out.
    package subscript(_ part: Part) -> Int { counts[part] ?? 0 }

    /// The parts that are left out.
    package var parts: [Part] { Part.allCases.filter { self[$0] > 0 } }

    /// Whether something that a person has entered is lost, so that a person should be asked.
    package var isLoss: Bool {
        [Part.formerPasswords, .formerValues, .attachments, .passkeys, .placeholders]
            .contains { self[$0] > 0 }
    }

    mutating func add(_ count: Int, _ part: Part) {
        if count > 0 { counts[part, default: 0] += count }
    }

    /// Counts what a format does not hold of an item.
    ///
    /// Files that a format holds are counted when all are known, since there is room for so many.
    ///
    /// - Parameter former: Finds the history that another program left in hidden fields, which go to
    ///   every file.
    mutating func add(
        _ exported: ItemWithHistory, in format: ExportFormat, former: FormerVersions
    ) {
        let item = exported.item
        add(format.holdsFiles ? 0 : item.attachments.count, .attachments)
        add(Passkey.unused(of: item, in: format), .passkeys)
        if format.isForBitwarden { addTooLong(exported) }
        if format == .keePass { add(KeePassItem.placeholders(in: item), .placeholders) }
        guard format != .keePass else { return }
        let versions = exported.formerPasswords.filter { $0.password != item.login?.password }
        let held = format == .text && !versions.isEmpty ? former.passwords(of: item) : []
        // The other formats have former passwords of logins only.
        var lost: [SecretText?] = exported.formerRecordPasswords
        for version in versions {
            let same = held.first { $0.password == version.password }
            if format == .text, same == nil {
                if !lost.contains(version.password) { lost.append(version.password) }
            } else if version.changed.milliseconds != 0, same?.changed != version.changed {
                add(1, .formerDates)
            }
        }
        add(lost.count, .formerPasswords)
        add(exported.formerValueCount, .formerValues)
        // An archive of 1Password has room for it in a field.
        let isUsed = item.used != nil || item.timesUsed > 0
        add(isUsed && format != .onePassword ? 1 : 0, .uses)
    }

    private mutating func addTooLong(_ exported: ItemWithHistory) {
        let item = exported.item
        add(
            item.customFields.count { $0.isHidden && BitwardenLimits.isExceeded(by: $0) },
            .programData)
        let texts = BitwardenLimits.longTexts(of: exported)
        guard !texts.isEmpty else { return }
        let long = LongItem(title: item.title, texts: texts)
        tooLong.insert(long, at: tooLong.firstIndex { long < $0 } ?? tooLong.endIndex)
    }
}
