import TenonCore

/// Reads the XML that KeePass 2 and KeePassXC export in clear; it is the document inside of a database
/// (KeePass help, "KeePass XML (2.x)").
enum KeePassXMLReader: DocumentImporting {
    static let format = ImportFormat.keePassXML

    static func recognizes(_ content: DocumentContent) -> Bool {
        if case .xml(_, let root) = content { root == "KeePassFile" } else { false }
    }

    static func read(
        _ content: DocumentContent, _ tools: DocumentTools
    ) throws -> ImportedDocument {
        guard case .xml(let text, _) = content else { throw TransferError.unknownFormat }
        let document = try text.withBytes { bytes in
            try KeePassDocumentReader(stream: nil).read(bytes, tools.xml)
        }
        return document.imported(as: format, tools)
    }
}

extension KeePassDocument {
    /// The entries as items; those in the recycle bin are left out.
    func imported(as format: ImportFormat, _ tools: DocumentTools) -> ImportedDocument {
        var result = ImportedDocument(format: format)
        let reader = KeePassItem(xml: tools.xml)
        let references = KeePassReferences(entries)
        for entry in entries {
            guard !entry.isInBin else {
                result.add(.inTrash, title: entry["Title"]?.reveal() ?? "")
                continue
            }
            let (resolved, isWhole) = references.resolved(entry)
            result.add(reader.item(resolved))
            if !isWhole { result.remark(.reference) }
            if entry.attachmentCount > 0 { result.addAttachments(entry.attachmentCount) }
        }
        return result
    }
}
