extension Item {
    /// The files, each under a name that no other file of the item has.
    ///
    /// Two machines may attach files of the same name; then the one that was attached first has it, and
    /// the others have a number after it, such as `scan (2).pdf`.
    package var namedAttachments: [(name: String, attachment: Attachment)] {
        let attachments = head.attachments
        var names: [ItemID: String] = [:]
        var taken = Set(attachments.map(\.name))
        let ordered = attachments.sorted { ($0.added, $0.id) < ($1.added, $1.id) }
        var known: Set<String> = []
        for attachment in ordered {
            var name = attachment.name
            var number = 1
            while number == 1 ? known.contains(name) : taken.contains(name) {
                number += 1
                name = Self.numbered(attachment.name, number)
            }
            known.insert(attachment.name)
            taken.insert(name)
            names[attachment.id] = name
        }
        return attachments.map { (names[$0.id] ?? $0.name, $0) }
    }

    private static func numbered(_ name: String, _ number: Int) -> String {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
            return "\(name) (\(number))"
        }
        return "\(name[..<dot]) (\(number))\(name[dot...])"
    }
}
