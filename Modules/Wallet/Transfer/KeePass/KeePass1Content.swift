import TenonCore
import TenonMemory

/// The groups and entries of a KDB file: records of fields, each with its type and its length.
enum KeePass1Content {
    private static let end: UInt16 = 0xFFFF
    /// What programs without an icon of their own give to a group.
    private static let folderIcon: UInt32 = 48

    /// Reads all groups, then all entries.
    ///
    /// - Throws: `ByteCursor.EndOfBytes` when there are fewer than the header says.
    static func document(
        in bytes: UnsafeRawBufferPointer, _ header: KeePass1Header
    ) throws -> KeePassDocument {
        var cursor = ByteCursor(bytes)
        var unknown: Set<UInt16> = []
        var groups: [UInt32: Group] = [:]
        var path: [Group] = []
        for _ in 0..<header.groupCount {
            var group = Group()
            try record(&cursor) { group.take($0, $1) }
            // The level says how many of the groups before it is in.
            path = path.prefix(group.level) + [group]
            unknown.formUnion(group.unknown)
            group.path = path.map { KeePassGroup(name: $0.name) }
            group.parts = path.enumerated().filter { $1.icon != folderIcon }.map { depth, group in
                .init(depth: depth + 1, key: "IconID", value: icon(group.icon))
            }
            groups[group.id] = group
        }
        var document = KeePassDocument()
        for _ in 0..<header.entryCount {
            var record = Record()
            try self.record(&cursor) { record.take($0, $1) }
            guard !record.isOfProgram else { continue }
            unknown.formUnion(record.unknown)
            var entry = record.entry
            entry.files = record.files
            let group = groups[record.group]
            entry.groups = group?.path ?? []
            entry.groupParts = group?.parts ?? []
            document.entries.append(entry)
        }
        document.unknownParts = unknown.sorted().map { "field type \($0)" }
        return document
    }

    /// Reads the fields of a group or an entry.
    private static func record(
        _ cursor: inout ByteCursor, _ take: (UInt16, Field) -> Void
    ) throws {
        while true {
            let type = try cursor.number(UInt16.self)
            let bytes = try cursor.take(Int(try cursor.number(UInt32.self)))
            guard type != end else { return }
            take(type, Field(bytes: bytes))
        }
    }

    private static func icon(_ number: UInt32) -> SecretText {
        SecretText("<IconID>\(number)</IconID>")
    }
}

extension KeePass1Content {
    private struct Group {
        var id: UInt32 = 0
        var name = ""
        var icon = folderIcon
        var level = 0
        /// The groups that it is in, and itself.
        var path: [KeePassGroup] = []
        var parts: [KeePassEntry.GroupPart] = []
        /// The types of its fields that nobody knows.
        var unknown: [UInt16] = []

        mutating func take(_ type: UInt16, _ field: Field) {
            switch type {
            case 1: id = field.number
            case 2: name = field.text.reveal()
            case 7: icon = field.number
            case 8: level = Int(field.number)
            // A comment, times and flags.
            case 0, 3...6, 9: break
            default: unknown.append(type)
            }
        }
    }

    private struct Record {
        var entry = KeePassEntry()
        var group: UInt32 = 0
        private var binary = ""
        private var content: FoundFile?
        /// The types of its fields that nobody knows.
        private(set) var unknown: [UInt16] = []

        /// The only file that an entry can have.
        var files: [KeePassEntry.File] {
            content.map { [KeePassEntry.File(name: binary, found: $0)] } ?? []
        }

        /// Whether it is not an entry of a person: KeePassX keeps its own data in such ones.
        var isOfProgram: Bool {
            binary == "bin-stream" && entry["Title"]?.reveal() == "Meta-Info"
                && entry["UserName"]?.reveal() == "SYSTEM" && entry["URL"]?.reveal() == "$"
        }

        mutating func take(_ type: UInt16, _ field: Field) {
            switch type {
            case 1: entry.uuid = Array(field.bytes)
            case 2: group = field.number
            case 3:
                guard field.number != 0 else { return }
                entry.others.append(.init(key: "IconID", value: icon(field.number)))
            case 4: add("Title", field)
            case 5: add("URL", field)
            case 6: add("UserName", field)
            case 7: add("Password", field, isProtected: true)
            case 8: add("Notes", field)
            case 9: entry.created = field.time
            case 10: entry.changed = field.time
            case 11: entry.used = field.time
            case 12: entry.expires = field.time
            case 13: binary = field.text.reveal()
            case 14: if !field.bytes.isEmpty { content = FoundFile(field.bytes) }
            case 0: break
            default: unknown.append(type)
            }
        }

        private mutating func add(_ key: String, _ field: Field, isProtected: Bool = false) {
            entry.fields.append(.init(key: key, value: field.text, isProtected: isProtected))
        }
    }

    private struct Field {
        let bytes: UnsafeRawBufferPointer

        /// A number of two or four bytes; 0 for anything else.
        var number: UInt32 {
            var cursor = ByteCursor(bytes)
            switch bytes.count {
            case 2: return (try? cursor.number(UInt16.self)).map { UInt32($0) } ?? 0
            case 4: return (try? cursor.number(UInt32.self)) ?? 0
            default: return 0
            }
        }

        /// The text before the byte that ends it: UTF-8, or what some programs write instead.
        var text: SecretText {
            let bytes = UnsafeRawBufferPointer(rebasing: bytes.prefix { $0 != 0 })
            guard !bytes.isUTF8 else {
                return SecretText(utf8: bytes)
            }
            let text = SecretBuffer(capacity: bytes.count * 2)
            for byte in bytes {
                UTF8.encode(WindowsText.scalar(of: byte))?.forEach { text.append($0) }
            }
            return text.text
        }

        /// A time in five bytes: 14 bits for the year, then 4, 5, 5, 6 and 6; `nil` for "never", which
        /// is in the year 2999 or later.
        var time: Timestamp? {
            guard bytes.count == 5 else { return nil }
            let bits = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            func digits(_ shift: UInt64, _ count: UInt64, _ width: Int = 2) -> String {
                let text = "\(bits >> shift & (1 << count - 1))"
                return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
            }
            guard bits >> 26 < 2_999 else { return nil }
            return InternetTime.read(
                "\(digits(26, 14, 4))-\(digits(22, 4))-\(digits(17, 5))T"
                    + "\(digits(12, 5)):\(digits(6, 6)):\(digits(0, 6))Z")
        }
    }
}
