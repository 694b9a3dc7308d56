import TenonCore

/// An entry of a KeePass file, as neutral as the file is.
struct KeePassEntry: Sendable, Equatable {
    /// One of the strings of an entry: `Title`, `UserName`, `Password`, `URL`, `Notes`, or another.
    struct Field: Sendable, Equatable {
        let key: String
        let value: SecretText
        /// Whether the file hides the value even in memory.
        var isProtected = false
    }

    /// Something that a group has beside its name: notes, an icon and the like.
    struct GroupPart: Sendable, Equatable {
        /// 0 for the root, 1 for the first of ``KeePassEntry/groups``, and so on.
        let depth: Int
        /// The name of the element.
        let key: String
        /// The element as XML.
        let value: SecretText
    }

    /// A file of an entry.
    struct File: Sendable, Equatable {
        let name: String
        let found: FoundFile
    }

    /// A file of an entry that is written: what it is called, and which of the contents it has.
    struct FileReference: Sendable, Equatable {
        let name: String
        let number: Int
    }

    /// 16 bytes that name the entry.
    var uuid: [UInt8] = []
    /// The groups that it is in, without the root.
    var groups: [KeePassGroup] = []
    /// What the groups that it is in have beside their names.
    var groupParts: [GroupPart] = []
    /// The pictures of it and of its groups, each as XML, by their names in base64.
    var pictures: [Field] = []
    var fields: [Field] = []
    var tags: [String] = []
    var created: Timestamp?
    var changed: Timestamp?
    var used: Timestamp?
    /// When it expires, if it does.
    var expires: Timestamp?
    var timesUsed = 0
    /// Data of other programs, by their keys.
    var customData: [Field] = []
    /// Earlier states, the oldest first.
    var history: [KeePassEntry] = []
    /// The files that were read with it.
    var files: [File] = []
    /// The files that are to be written with it.
    var references: [FileReference] = []
    /// Elements that are not known here, each as XML.
    var others: [Field] = []
    /// Whether it is in the recycle bin.
    var isInBin = false

    /// The entry with nothing but what belongs to logging in.
    var slim: KeePassEntry {
        let names: Set = [
            "Title", "UserName", "Password", "URL", "otp", KeePassOneTimeCode.addressKey,
        ]
        return KeePassEntry(
            uuid: uuid, fields: fields.filter { names.contains($0.key) && $0.value.count <= 8_192 },
            created: created, changed: changed, used: used,
            customData: customData.filter { $0.key == KeePassVersion.key })
    }

    /// The value of a string.
    subscript(_ key: String) -> SecretText? { fields.first { $0.key == key }?.value }
}

/// What a KeePass file holds.
struct KeePassDocument: Sendable {
    /// All entries, those in the recycle bin among them.
    var entries: [KeePassEntry] = []
    /// The names of the parts beside the groups that have no place in a vault.
    var unknownParts: [String] = []
}
