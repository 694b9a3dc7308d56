extension Item {
    /// The files, each under a name that no other file of the item has.
    ///
    /// Two machines may attach files of the same name; then the one that was attached first has it, and
    /// the others have a number after it, such as `scan (2).pdf`. Whatever another machine says, a name
    /// leads nowhere else than into the folder where the file is put.
    package var namedAttachments: [(name: String, attachment: Attachment)] {
        let attachments = head.attachments
        var names: [ItemID: String] = [:]
        var taken = Set(attachments.map(\.fileName))
        let ordered = attachments.sorted { ($0.added, $0.id) < ($1.added, $1.id) }
        var known: Set<String> = []
        for attachment in ordered {
            var name = attachment.fileName
            var number = 1
            while number == 1 ? known.contains(name) : taken.contains(name) {
                number += 1
                name = Self.numbered(attachment.fileName, number)
            }
            known.insert(attachment.fileName)
            taken.insert(name)
            names[attachment.id] = name
        }
        return attachments.map { (names[$0.id] ?? $0.fileName, $0) }
    }

    /// The files with their names, the largest first.
    package var attachmentsBySize: [(name: String, attachment: Attachment)] {
        namedAttachments.sorted {
            ($1.attachment.size, $0.name) < ($0.attachment.size, $1.name)
        }
    }

    private static func numbered(_ name: String, _ number: Int) -> String {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
            return "\(name) (\(number))"
        }
        return "\(name[..<dot]) (\(number))\(name[dot...])"
    }
}

extension Attachment {
    /// The name without what a folder is named by.
    fileprivate var fileName: String {
        let last = name.split(separator: "/").last.map { $0.filter { $0 != "\0" } } ?? ""
        return ["", ".", ".."].contains(last) ? "\(id)" : last
    }
}
