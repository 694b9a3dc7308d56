import TenonCore
import TenonUI
import WalletVault

/// What a person can choose about Wallet; the same in every program of theirs.
package struct WalletSettings: Sendable, Equatable, Codable {
    /// How lists are ordered when they are first shown.
    package enum ListOrder: String, Sendable, Codable, CaseIterable {
        /// From A to Z.
        case title
        /// What was used last comes first.
        case recent
    }

    /// After how many minutes without use the vault locks; 0 means never.
    package var autoLockMinutes = 5
    /// After how many seconds what was copied is cleared from the clipboard.
    package var clipboardSeconds = 60
    /// How many megabytes a file may have that is attached to an item.
    package var attachmentMegabytes = Attachment.standardLimit / 1_000_000
    /// How lists are ordered when they are first shown.
    package var listOrder = ListOrder.title
    /// The language of the screens as a BCP 47 tag; empty for that of the surroundings.
    var language = ""
    /// The colours of the screens, where there are any.
    var theme = Theme.Scheme.system
    /// Whether the passphrase is asked for before a secret is shown.
    package var asksBeforeRevealing = false

    /// The default settings.
    package init() {}
}

extension WalletSettings {
    /// The times that are offered for locking, in minutes.
    static let autoLockChoices = [1, 5, 15, 30, 60, 720, 1440, 0]
    /// The times that are offered for the clipboard, in seconds.
    static let clipboardChoices = [10, 30, 60, 120, 300]

    /// The range of times for the clipboard, in seconds.
    static let clipboardRange = 1...86_400

    /// The sizes that are offered for files, in megabytes.
    static let attachmentChoices = [10, 25, 50, 100, 250, 500]

    /// The range of sizes for files, in megabytes.
    static let attachmentRange = 1...Attachment.sizeLimit / 1_000_000

    /// The most bytes of a file that is attached to an item.
    package var attachmentLimit: Int { attachmentMegabytes * 1_000_000 }

    /// After how long without use the vault locks; `nil` means never.
    package var autoLock: Duration? {
        autoLockMinutes == 0 ? nil : .seconds(autoLockMinutes * 60)
    }

    /// After how long what was copied is cleared.
    package var clipboardTime: Duration { .seconds(clipboardSeconds) }

    /// The settings with values brought into range, since files can be edited by hand.
    var checked: WalletSettings {
        var settings = self
        let standard = WalletSettings()
        if !Configuration.autoLockSetting.declaration.takes("\(autoLockMinutes)") {
            settings.autoLockMinutes = standard.autoLockMinutes
        }
        if !Self.clipboardRange.contains(clipboardSeconds) {
            settings.clipboardSeconds = standard.clipboardSeconds
        }
        if !Self.attachmentRange.contains(attachmentMegabytes) {
            settings.attachmentMegabytes = standard.attachmentMegabytes
        }
        return settings
    }
}
