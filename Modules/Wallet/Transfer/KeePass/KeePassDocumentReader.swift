import TenonCore
import TenonMemory

/// Reads the XML document inside of a KeePass file.
final class KeePassDocumentReader {
    /// An entry that is being read.
    private struct OpenEntry {
        var entry = KeePassEntry()
        /// The string or custom datum that is being read.
        var key = ""
        var value = SecretText(utf8: [])
        var isProtected = false
        var hasExpiry = false
        /// The name of its picture.
        var picture = ""
        /// What the file that is being read has.
        var found = FoundFile.missing
    }

    private struct OpenGroup {
        var group: KeePassGroup = ""
        /// The elements that are kept, each as XML.
        var parts: [KeePassEntry.Field] = []
        /// The name of its picture.
        var picture = ""
        /// How many entries come before it.
        let start: Int

        /// Whether it has what a person has written, not only a picture.
        var isDescribed: Bool {
            parts.contains { !["IconID", "CustomIconUUID"].contains($0.key) }
        }
    }

    /// The hash of the header that version 3 repeats inside.
    private(set) var headerHash: [UInt8]?

    /// Shows protected values; without it there are none, as in a fragment.
    private let stream: KeePassStream?
    private var document = KeePassDocument()
    private var path: [String] = []
    private var groups: [OpenGroup] = []
    private var entries: [OpenEntry] = []
    private var bin: [UInt8]?
    private var hasBin = true
    /// The text of the innermost element so far.
    private let text = SecretBuffer(capacity: 4_096)
    private var isTextProtected = false
    /// Whether it is base64 of what XML cannot hold, as a fragment has it.
    private var isTextEncoded = false
    /// An element that is kept as XML, while it is being read.
    private var fragment: XMLWriter?
    private var fragmentDepth = 0
    /// The pictures of the document, each as XML, by their names in base64.
    private var pictures: [String: SecretText] = [:]
    /// The name of the picture that is being read.
    private var pictureName = ""
    private var files: KeePassFiles

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - stream: Shows protected values.
    ///   - files: What stands before the document, by number.
    ///   - gzip: Expands files in the document.
    init(
        stream: KeePassStream?, files: [FoundFile] = [], gzip: (any GzipCoding)? = nil
    ) {
        self.stream = stream
        self.files = KeePassFiles(files, gzip: gzip)
    }

    /// Reads a whole document.
    ///
    /// - Throws: ``TransferError`` for what is not a KeePass document; the errors of the XML reader.
    func read(_ bytes: UnsafeRawBufferPointer, _ xml: any XMLReading) throws -> KeePassDocument {
        let limits = XMLLimits(depth: 128, text: Self.textLimit)
        try xml.read(bytes, limits: limits) { event in
            switch event {
            case .start(let name, let attributes): try start(name, attributes)
            case .text(let piece): text.append(piece)
            case .end(let name): try end(name)
            }
        }
        return document
    }

    /// The most bytes of a text: a file of 100 MB in base64, in lines.
    private static let textLimit = 140 << 20

    // MARK: - Elements

    private func start(_ name: String, _ attributes: [String: String]) throws {
        if path.isEmpty, name != "KeePassFile" { throw TransferError.keePassDamaged }
        let parent = path.last
        path.append(name)
        if let fragment {
            fragment.text(text.bytes)
            fragment.start(name, attributes)
        } else if KeePassElements.isKeptWhole(name, in: parent, isBelowGroup: !groups.isEmpty) {
            let fragment = XMLWriter(isFragment: true)
            fragment.start(name, attributes)
            self.fragment = fragment
            fragmentDepth = path.count
        } else {
            switch name {
            case "Group": groups.append(OpenGroup(start: document.entries.count))
            case "Entry": entries.append(OpenEntry())
            default: break
            }
        }
        text.removeAll()
        isTextProtected = attributes["Protected"].map { $0.lowercased() == "true" } ?? false
        isTextEncoded = stream == nil && attributes[KeePassDocumentWriter.encoded] == "True"
        if name == "Binary" || parent == "Binary" { files.begin(attributes) }
        if name == "Value", !entries.isEmpty {
            let isHidden =
                attributes["ProtectInMemory"].map { $0.lowercased() == "true" } ?? false
            entries[entries.count - 1].isProtected = isTextProtected || isHidden
        }
    }

    /// Ends an element that is kept as XML.
    private func finish(_ fragment: XMLWriter, _ name: String) {
        let value = fragment.buffer.text
        switch path.last {
        case "CustomIcons": pictures[pictureName] = value
        case _ where entries.isEmpty:
            // What programs write for "nothing special"; 48 is the folder.
            let isVoid =
                name == "CustomData"
                ? value.count <= "<CustomData></CustomData>".utf8.count
                : ["", "null"].contains(string)
            guard !isVoid, name != "IconID" || string != "48" else { return }
            groups[groups.count - 1].parts.append(.init(key: name, value: value))
            if name == "CustomIconUUID" { groups[groups.count - 1].picture = string }
        default:
            change {
                $0.entry.others.append(.init(key: name, value: value))
                if name == "CustomIconUUID" { $0.picture = string }
            }
        }
    }

    private func end(_ name: String) throws {
        let isShown = isTextProtected || isTextEncoded
        if isShown { try showText() }
        (isTextProtected, isTextEncoded) = (false, false)
        path.removeLast()
        defer { text.removeAll() }
        if let fragment {
            fragment.text(text.bytes)
            fragment.end()
            if name == "UUID", path.last == "Icon" { pictureName = string }
            if path.count < fragmentDepth {
                self.fragment = nil
                finish(fragment, name)
            }
            return
        }
        if groups.isEmpty, let part = KeePassElements.unknownPart(in: path + [name]),
            !document.unknownParts.contains(part), text.withBytes({ $0.contains { $0 > 0x20 } })
        {
            document.unknownParts.append(part)
        }
        switch (path.last, name) {
        case ("Meta", "RecycleBinUUID"): bin = Base64.decode(string)
        case ("Meta", "RecycleBinEnabled"): hasBin = string.lowercased() != "false"
        case ("Meta", "HeaderHash"): headerHash = Base64.decode(string)
        case ("Group", "Name"): groups[groups.count - 1].group.name = string
        case ("Group", "UUID"): groups[groups.count - 1].group.uuid = Base64.decode(string) ?? []
        case ("Binaries", "Binary"): text.withBytes { files.keep($0, isBase64: !isShown) }
        case ("Binary", "Value") where !entries.isEmpty:
            let found = text.withBytes { files.found($0, isBase64: !isShown) }
            change { $0.found = found }
        case (_, "Group"): finishGroup()
        case (_, "Entry"): finishEntry()
        default: if !entries.isEmpty { endPart(name) }
        }
    }

    /// The end of an element below an entry.
    private func endPart(_ name: String) {
        switch (path.last, name) {
        case ("Entry", "UUID"): change { $0.entry.uuid = Base64.decode(string) ?? [] }
        case ("Entry", "Tags"):
            let tags = KeePassTags.read(string)
            change { $0.entry.tags = tags }
        case ("Entry", "String"):
            change {
                $0.entry.fields.append(
                    .init(key: $0.key, value: $0.value, isProtected: $0.isProtected))
            }
        case ("Entry", "Binary"):
            change {
                $0.entry.files.append(.init(name: $0.key, found: $0.found))
                $0.found = .missing
            }
        case ("CustomData", "Item"):
            change { $0.entry.customData.append(.init(key: $0.key, value: $0.value)) }
        case ("String", "Key"), ("Item", "Key"), ("Binary", "Key"): change { $0.key = string }
        case ("String", "Value"), ("Item", "Value"): change { $0.value = text.text }
        case ("Times", "CreationTime"): change { $0.entry.created = KeePassTime.read(string) }
        case ("Times", "LastModificationTime"):
            change { $0.entry.changed = KeePassTime.read(string) }
        case ("Times", "LastAccessTime"): change { $0.entry.used = KeePassTime.read(string) }
        case ("Times", "ExpiryTime"): change { $0.entry.expires = KeePassTime.read(string) }
        case ("Times", "Expires"): change { $0.hasExpiry = string.lowercased() == "true" }
        case ("Times", "UsageCount"):
            change { $0.entry.timesUsed = min(max(Int(string) ?? 0, 0), Self.mostUses) }
        default: break
        }
    }

    /// More often nobody can have used an entry.
    private static let mostUses = 1 << 31

    private func finishEntry() {
        guard var finished = entries.popLast() else { return }
        if !finished.hasExpiry { finished.entry.expires = nil }
        finished.entry.groups = groups.dropFirst().map(\.group)
        if !entries.isEmpty, path.last == "History" {
            change { $0.entry.history.append(finished.entry) }
        } else {
            finished.entry.isInBin = isInBin
            keepGroups(in: &finished.entry, picture: finished.picture)
            document.entries.append(finished.entry)
        }
    }

    /// What a group has is kept with its entries, so without any there is no place for it.
    private func finishGroup() {
        if let group = groups.last, group.isDescribed, group.start == document.entries.count,
            !isInBin
        {
            document.unknownParts.append(groups.map(\.group).path)
        }
        _ = groups.popLast()
    }

    private func keepGroups(in entry: inout KeePassEntry, picture: String) {
        for (depth, group) in groups.enumerated() {
            entry.groupParts += group.parts.map {
                KeePassEntry.GroupPart(depth: depth, key: $0.key, value: $0.value)
            }
        }
        for name in [picture] + groups.map(\.picture) {
            guard let value = pictures[name], !entry.pictures.contains(where: { $0.key == name })
            else { continue }
            entry.pictures.append(.init(key: name, value: value))
        }
    }

    /// Whether the present group is the recycle bin, or in it.
    private var isInBin: Bool {
        guard hasBin, let bin, bin.contains(where: { $0 != 0 }) else { return false }
        return groups.contains { $0.group.uuid == bin }
    }

    // MARK: - Texts

    private var string: String { String(decoding: text.bytes, as: UTF8.self) }

    private func change(_ body: (inout OpenEntry) -> Void) {
        guard !entries.isEmpty else { return }
        body(&entries[entries.count - 1])
    }

    /// Replaces a protected or encoded text by what it says; all of them pass here, in the document's order.
    private func showText() throws {
        guard stream != nil || isTextEncoded, let bytes = Base64.decode(text.bytes) else {
            throw TransferError.keePassDamaged
        }
        try stream?.apply(to: bytes)
        text.removeAll()
        text.append(bytes)
    }
}

extension StringProtocol {
    /// The text without spaces around it.
    var trimmingSpaces: String {
        let isSpace = { (character: Character) in character.isWhitespace }
        var rest = self.drop(while: isSpace)
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return String(rest)
    }
}
