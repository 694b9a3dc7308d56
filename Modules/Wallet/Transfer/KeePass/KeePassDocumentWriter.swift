import TenonCore
import TenonMemory

/// Writes the XML document of a KeePass file, version 4.
struct KeePassDocumentWriter {
    /// What the groups of a document are: a tree.
    private struct Group {
        var head: KeePassGroup
        var entries: [KeePassEntry] = []
        var children: [Group] = []
        /// What it has beside its name.
        var parts: [KeePassEntry.GroupPart] = []

        /// Groups with one name are the same unless each is known to be another one.
        mutating func add(_ entry: KeePassEntry, to path: ArraySlice<KeePassGroup>) {
            // A path that was followed so far begins where its group is.
            if parts.isEmpty {
                parts = entry.groupParts.filter { $0.depth == path.startIndex }
            }
            guard let head = path.first else { return entries.append(entry) }
            let index =
                children.firstIndex { child in
                    child.head.name == head.name
                        && (child.head.uuid == head.uuid || child.head.uuid.isEmpty
                            || head.uuid.isEmpty)
                } ?? children.endIndex
            if index == children.endIndex { children.append(Group(head: head)) }
            if children[index].head.uuid.isEmpty { children[index].head = head }
            children[index].add(entry, to: path.dropFirst())
        }
    }

    /// The attribute of texts in a fragment that are base64.
    static let encoded = "Encoded"

    private let writer: XMLWriter
    /// Hides protected values; without it they are marked and written in clear, as in a fragment.
    private let stream: KeePassStream?
    private let xml: any XMLReading

    init(
        _ writer: XMLWriter = XMLWriter(), stream: KeePassStream?, xml: any XMLReading
    ) {
        self.writer = writer
        self.stream = stream
        self.xml = xml
    }

    /// Writes a whole document.
    ///
    /// - Parameter name: What the database is called.
    func document(
        _ entries: [KeePassEntry], name: String, now: Timestamp
    ) throws -> SecretBuffer {
        var root = Group(head: KeePassGroup(name: name))
        for entry in entries { root.add(entry, to: entry.groups.limited(to: Self.deepest)[...]) }
        try writer.element("KeePassFile") {
            try writer.element("Meta") {
                writer.element("Generator", "Wallet")
                writer.element("DatabaseName", name)
                writer.element("DatabaseNameChanged", KeePassTime.write(now))
                writer.element("MemoryProtection") {
                    for part in ["Title", "UserName", "Password", "URL", "Notes"] {
                        writer.element("Protect\(part)", part == "Password" ? "True" : "False")
                    }
                }
                try pictures(entries)
                writer.element("RecycleBinEnabled", "True")
                writer.element("RecycleBinUUID", Base64.encode([UInt8](repeating: 0, count: 16)))
            }
            try writer.element("Root") { try group(root, now) }
        }
        return writer.buffer
    }

    /// How deep groups are nested at most.
    private static let deepest = 100

    private func group(_ group: Group, _ now: Timestamp) throws {
        let uuid = group.head.uuid
        try writer.element("Group") {
            writer.element(
                "UUID", Base64.encode(uuid.count == 16 ? uuid : Self.newIdentifier()))
            writer.element("Name", group.head.name)
            for part in group.parts { try fragment(part.value) }
            if !group.parts.contains(where: { $0.key == "IconID" }) {
                writer.element("IconID", "48")
            }
            times(KeePassEntry(created: now, changed: now))
            writer.element("IsExpanded", "True")
            for entry in group.entries { try self.entry(entry) }
            for child in group.children { try self.group(child, now) }
        }
    }

    /// Writes the pictures of all entries and groups, each once.
    private func pictures(_ entries: [KeePassEntry]) throws {
        let pictures = Dictionary(entries.flatMap(\.pictures).map { ($0.key, $0.value) }) {
            first, _ in
            first
        }
        guard !pictures.isEmpty else { return }
        try writer.element("CustomIcons") {
            for picture in pictures.sorted(by: { $0.key < $1.key }) {
                try fragment(picture.value)
            }
        }
    }

    /// Writes an entry with its history.
    func entry(_ entry: KeePassEntry) throws {
        try writer.element("Entry") {
            writer.element(
                "UUID",
                Base64.encode(entry.uuid.count == 16 ? entry.uuid : Self.newIdentifier()))
            for other in entry.others { try fragment(other.value) }
            writer.element("Tags", KeePassTags.write(entry.tags))
            times(entry)
            for field in entry.fields { try string(field) }
            for file in entry.references {
                writer.element("Binary") {
                    writer.element("Key", file.name)
                    writer.element("Value", "", ["Ref": "\(file.number)"])
                }
            }
            if !entry.customData.isEmpty {
                writer.element("CustomData") {
                    for datum in entry.customData {
                        writer.element("Item") {
                            writer.element("Key", datum.key)
                            writer.element("Value") { datum.value.withBytes { writer.text($0) } }
                        }
                    }
                }
            }
            guard !entry.history.isEmpty else { return }
            try writer.element("History") { for past in entry.history { try self.entry(past) } }
        }
    }

    private func string(_ field: KeePassEntry.Field) throws {
        try writer.element("String") {
            writer.element("Key", field.key)
            // What XML cannot hold goes through as base64.
            let isHeld = field.value.withBytes(XMLWriter.isRepresentable)
            guard let stream else {
                var attributes = field.isProtected ? ["ProtectInMemory": "True"] : [:]
                if !isHeld { attributes[Self.encoded] = "True" }
                return writer.element("Value", attributes) {
                    field.value.withBytes {
                        if isHeld { writer.text($0) } else { Base64.encode($0, to: writer.buffer) }
                    }
                }
            }
            guard field.isProtected || !isHeld else {
                return writer.element("Value") { field.value.withBytes { writer.text($0) } }
            }
            let hidden = SecretBuffer(capacity: field.value.count + 1)
            field.value.withBytes { hidden.append($0) }
            try stream.apply(to: hidden)
            writer.element("Value", ["Protected": "True"]) {
                hidden.withBytes { Base64.encode($0, to: writer.buffer) }
            }
        }
    }

    private func times(_ entry: KeePassEntry) {
        writer.element("Times") {
            let created = entry.created ?? entry.changed ?? Timestamp(milliseconds: 0)
            let changed = entry.changed ?? created
            writer.element("LastModificationTime", KeePassTime.write(changed))
            writer.element("CreationTime", KeePassTime.write(created))
            writer.element("LastAccessTime", KeePassTime.write(entry.used ?? changed))
            writer.element("ExpiryTime", KeePassTime.write(entry.expires ?? changed))
            writer.element("Expires", entry.expires == nil ? "False" : "True")
            writer.element("UsageCount", "\(entry.timesUsed)")
            writer.element("LocationChanged", KeePassTime.write(changed))
        }
    }

    /// Writes an element that was kept as XML; it is read, so that it cannot be anything else.
    private func fragment(_ text: SecretText) throws {
        // First to see that all of it is well-formed, then to write it.
        guard (try? walk(text) { _ in }) != nil else { return }
        try walk(text) { event in
            switch event {
            case .start(let name, let attributes): writer.start(name, attributes)
            case .text(let piece): writer.text(piece)
            case .end: writer.end()
            }
        }
    }

    private func walk(_ text: SecretText, _ body: (XMLEvent) throws -> Void) throws {
        try text.withBytes { try xml.read($0, limits: XMLLimits(depth: 16), body) }
    }

    private static func newIdentifier() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
}
