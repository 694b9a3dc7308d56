extension VaultTransaction {
    /// Where the new content of an item comes from.
    enum Origin {
        /// A person; a full history forgets its oldest version.
        case person
        /// A file, with former passwords of the item; nothing is forgotten.
        case file(former: [ItemVersion])
        /// Another device, with values that lost; a full history forgets its oldest version.
        case device(former: [ItemVersion])

        /// The versions that come with the content; `nil` when a person gave it.
        var former: [ItemVersion]? {
            switch self {
            case .person: nil
            case .file(let former), .device(let former): former
            }
        }
    }
}
