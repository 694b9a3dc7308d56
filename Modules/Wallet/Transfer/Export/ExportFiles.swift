import TenonCore
import WalletVault

/// The files of items that go into an export.
struct ExportFiles {
    /// A file, and what it is called there.
    struct Entry {
        let item: ItemID
        let attachment: Attachment
        let name: String
    }

    /// The most bytes that they have together; an import takes no more.
    static let limit = 480_000_000

    private(set) var entries: [Entry] = []
    /// How many there is no room for: the largest ones.
    let leftOut: Int

    /// Finds the files of items.
    init(_ items: [Item], in format: ExportFormat) {
        let all = format.holdsFiles ? items.flatMap(\.attachments) : []
        let fitting = all.sorted { ($0.size, $0.id) < ($1.size, $1.id) }
            .prefix(all.count - Self.leftOut(of: all.map(\.size)))
        leftOut = all.count - fitting.count
        let taken = Set(fitting.map(\.id))
        for item in items {
            var names: Set<String> = []
            for attachment in item.attachments where taken.contains(attachment.id) {
                let name = AttachmentName.free(attachment.name, besides: names)
                names.insert(name)
                entries.append(Entry(item: item.id, attachment: attachment, name: name))
            }
        }
    }

    /// How many bytes they have together.
    var size: Int { entries.reduce(0) { $0 + $1.attachment.size } }

    /// How many files of these sizes there is no room for, or an import would not take.
    static func leftOut(of sizes: [Int]) -> Int {
        var room = limit
        return sizes.sorted().count { size in
            room -= size
            return room < 0 || size > FoundFile.sizeLimit
        }
    }
}

/// A file with its content, as an archive gets it.
struct ExportedFile: Sendable {
    let item: ItemID
    /// Tells it from all others.
    let id: String
    let name: String
    let content: SecretText
}
