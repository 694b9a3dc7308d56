/// Which elements of a KeePass document are read, and which are kept or named.
enum KeePassElements {
    /// What is known of an entry or group and its parts, or says only how a program has shown it last.
    private static let knownParts: [String: Set<String>] = [
        "Entry": ["UUID", "Tags", "Times", "String", "Binary", "CustomData", "History"],
        "Group": [
            "UUID", "Name", "Times", "IsExpanded", "LastTopVisibleEntry", "PreviousParentGroup",
            "Group", "Entry",
        ],
        "Times": [
            "CreationTime", "LastModificationTime", "LastAccessTime", "ExpiryTime", "Expires",
            "UsageCount", "LocationChanged",
        ],
        "String": ["Key", "Value"], "Binary": ["Key", "Value"], "CustomData": ["Item"],
        "Item": ["Key", "Value", "LastModificationTime"], "History": ["Entry"],
    ]
    /// What is known beside the groups, or says only how programs work with the file.
    private static let knownSettings: Set<String> = [
        "Generator", "HeaderHash", "SettingsChanged", "DatabaseName", "DatabaseNameChanged",
        "DatabaseDescriptionChanged", "DefaultUserNameChanged", "MaintenanceHistoryDays", "Color",
        "MasterKeyChanged", "MasterKeyChangeRec", "MasterKeyChangeForce",
        "MasterKeyChangeForceOnce",
        "MemoryProtection", "CustomIcons", "RecycleBinEnabled", "RecycleBinUUID",
        "RecycleBinChanged", "EntryTemplatesGroup", "EntryTemplatesGroupChanged",
        "HistoryMaxItems", "HistoryMaxSize", "LastSelectedGroup", "LastTopVisibleGroup",
        "Binaries", "CustomData",
    ]

    /// Whether an element is kept as XML: a picture, or what is not known of an entry or group.
    static func isKeptWhole(_ name: String, in parent: String?, isBelowGroup: Bool) -> Bool {
        guard let parent else { return false }
        guard parent != "CustomIcons" else { return name == "Icon" }
        guard isBelowGroup, let known = knownParts[parent] else { return false }
        return !known.contains(name)
    }

    /// The part of the file that an element is in, when nothing is known of it.
    ///
    /// - Parameter path: The names of the elements from the outermost one to this one.
    static func unknownPart(in path: [String]) -> String? {
        let place = path.dropFirst().prefix(2)
        let known: Set<String>
        switch place.first {
        case "Meta": known = knownSettings
        case "Root": known = ["Group", "DeletedObjects"]
        default: return place.first
        }
        guard place.count == 2, let name = place.last, !known.contains(name) else { return nil }
        return name
    }
}
