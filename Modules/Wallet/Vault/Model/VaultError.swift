package import TenonCore

extension ErrorCode {
    /// There is no vault at the path.
    package static let vaultMissing = ErrorCode("vault.missing", .noInput)
    /// There already is a vault, where one was to be made.
    package static let vaultExists = ErrorCode("vault.exists", .cannotCreate)
    /// The file is not a vault.
    static let vaultForeign = ErrorCode("vault.foreign", .badData)
    /// The vault is locked.
    package static let vaultLocked = ErrorCode("vault.locked", .noPermission)
    /// No key slot opens with this passphrase.
    package static let vaultWrongPassphrase = ErrorCode("vault.wrong-passphrase", .noPermission)
    /// The recovery code opens no slot, or there is none.
    package static let vaultWrongRecoveryCode = ErrorCode(
        "vault.wrong-recovery-code", .noPermission)
    /// After many wrong passphrases the next attempt has to wait.
    package static let vaultTooManyAttempts = ErrorCode("vault.too-many-attempts", .tryLater)
    /// Something in the file is not as it was written.
    package static let vaultTampered = ErrorCode("vault.tampered", .badData)
    /// The file is an older copy than one that was seen on this machine.
    static let vaultOlderCopy = ErrorCode("vault.older-copy", .badData)
    /// The file has a format of a newer version.
    static let vaultNewerFormat = ErrorCode("vault.newer-format", .badData)
    /// The key derivation of the file is too weak, or absurdly strong.
    static let vaultWeakParameters = ErrorCode("vault.weak-parameters", .badData)
    /// There is no item with this name.
    package static let vaultNoSuchItem = ErrorCode("vault.no-such-item", .failure)
    /// There already is an item with this name.
    package static let vaultItemExists = ErrorCode("vault.item-exists", .badData)
    /// The item is of a kind for which this operation has no meaning.
    static let vaultOtherKind = ErrorCode("vault.other-kind", .badData)
    /// The item was changed elsewhere since it was read.
    package static let vaultConflict = ErrorCode("vault.conflict", .tryLater)
    /// The item is larger than what a vault takes.
    static let vaultTooLarge = ErrorCode("vault.too-large", .badData)
    /// Another process keeps the vault busy.
    package static let vaultInUse = ErrorCode("vault.in-use", .tryLater)
    /// A record opens but cannot be read; a defect of the program that wrote it.
    static let vaultUnreadable = ErrorCode("vault.unreadable", .badData)
    /// The address of a site cannot be understood.
    package static let vaultBadSite = ErrorCode("vault.bad-site", .badData)
    /// The vault has as many key slots as it can have.
    static let vaultSlotsFull = ErrorCode("vault.slots-full", .failure)
    /// There is no such key slot, or it is the last passphrase.
    static let vaultSlot = ErrorCode("vault.slot", .failure)
    /// A backup could not be made, or is not what it should be.
    static let vaultBackup = ErrorCode("vault.backup", .cannotCreate)
    /// An attachment cannot be made, or its content is not there.
    static let vaultAttachment = ErrorCode("vault.attachment", .badData)
    /// The content of an attachment is on other machines, and not on this one yet.
    package static let vaultAwaited = ErrorCode("vault.awaited", .tryLater)
    /// The file cannot be written where it is.
    static let vaultReadOnly = ErrorCode("vault.read-only", .cannotCreate)
    /// The disk is full.
    static let vaultDiskFull = ErrorCode("vault.disk-full", .inputOutput)
}

/// An error of a vault; its texts may name items by title, and never hold a secret value.
package struct VaultError: ExplainedError {
    /// The stable code.
    package let code: ErrorCode
    /// What happened.
    package let message: Sentence
    /// What the person can do.
    package let remedy: Sentence
    /// The error below this one, for the log.
    package let cause: (any Error)?
    /// What is wrong with the file, when something is.
    package let findings: [VaultFinding]

    /// Makes an error.
    package init(
        _ code: ErrorCode, _ message: Sentence, remedy: Sentence = "", cause: (any Error)? = nil,
        findings: [VaultFinding] = []
    ) {
        self.code = code
        self.message = message
        self.remedy = remedy
        self.cause = cause
        self.findings = findings
    }

    package static let locked = VaultError(
        .vaultLocked, "The vault is locked.", remedy: "Unlock it with the passphrase.")

    static let slotsChanged = VaultError(
        .vaultConflict, "The key slots of the vault were just changed.",
        remedy: "Try again; nothing was changed here.")

    static let replaced = VaultError(
        .vaultForeign, "Another file has taken the place of the vault.",
        remedy: "Unlock it again, if it is the right one.")

    static func tampered(_ findings: [VaultFinding], cause: (any Error)? = nil) -> VaultError {
        let shown = findings.prefix(3).map(\.sentence)
        let rest = findings.count - shown.count
        return VaultError(
            .vaultTampered,
            Sentence(
                joining: ["The vault is damaged, or was altered."] + shown
                    + (rest > 0 ? ["And \(rest) more."] : [])),
            remedy: "Keep the file, check it for all that is wrong, and restore a backup.",
            cause: cause, findings: findings)
    }

    static func tampered(
        _ problem: VaultFinding.Problem, _ subject: VaultFinding.Subject,
        cause: (any Error)? = nil
    ) -> VaultError {
        tampered([VaultFinding(problem: problem, subject: subject)], cause: cause)
    }

    static func noSuchItem(_ id: ItemID) -> VaultError {
        VaultError(
            .vaultNoSuchItem, "There is no item \(id).",
            remedy: "It may have been deleted; look at the list.")
    }

    static func changedElsewhere(_ title: String) -> VaultError {
        VaultError(
            .vaultConflict, "“\(title)” was changed elsewhere since it was opened here.",
            remedy: "Open it again and repeat the change; nothing was overwritten.")
    }

    static func awaited(_ name: String) -> VaultError {
        VaultError(
            .vaultAwaited, "The content of the attachment “\(name)” is not on this machine yet.",
            remedy: "Fetch it with \"wallet attachment get\"; the item itself is complete.")
    }

    static func notALogin(_ id: ItemID) -> VaultError {
        VaultError(
            .vaultOtherKind, "The item \(id) is not a login.", remedy: "Choose a login.")
    }

    static func otherKind(_ id: ItemID) -> VaultError {
        VaultError(
            .vaultOtherKind, "The item \(id) is of another kind than what was to be saved.",
            remedy: "Open it again and repeat the change.")
    }

    static func unknownKind(_ id: ItemID) -> VaultError {
        VaultError(
            .vaultOtherKind, "The item \(id) is of a kind that this version does not know.",
            remedy: "Use the newest version of the program.")
    }

    /// Turns an error of the database into one of the vault.
    static func translating(_ error: any ExplainedError, path: String) -> any ExplainedError {
        switch error.code.name {
        case "database.missing":
            VaultError(
                .vaultMissing, "There is no vault at \(path).",
                remedy: "Make one, or check the path.", cause: error)
        case "database.busy":
            VaultError(
                .vaultInUse, "Another program is writing to the vault.",
                remedy: "Try again in a moment.", cause: error)
        case "database.read-only":
            VaultError(
                .vaultReadOnly, "The vault can be read, but not changed: \(error.message)",
                remedy: error.remedy, cause: error)
        case "database.full":
            VaultError(
                .vaultDiskFull,
                "The disk with the vault is full; nothing was changed.",
                remedy: "Free some space on it, and repeat the change.", cause: error)
        case "database.changed":
            VaultError(
                .vaultForeign, "The vault was changed by another program while it was only read.",
                remedy: "Unlock it again.", cause: error)
        case "database.damaged": tampered(.altered, .database, cause: error)
        case "database.foreign":
            VaultError(
                .vaultForeign, "The file \(path) is not a vault.", remedy: "Check the path.",
                cause: error)
        default: error
        }
    }

    /// Whether an error, of the vault or of the database below, says that nothing can be written at
    /// this moment, while reading goes on.
    static func isUnwritable(_ error: any ExplainedError) -> Bool {
        [
            "database.read-only", "database.full", "database.input-output", "database.busy",
            "vault.read-only", "vault.disk-full", "vault.in-use",
        ].contains(error.code.name)
    }

    static func unreadable(_ what: Sentence) -> VaultError {
        VaultError(
            .vaultUnreadable, "A \(what) opens but has a form that this version cannot read.",
            remedy: "Use the newest version of the program.")
    }
}
