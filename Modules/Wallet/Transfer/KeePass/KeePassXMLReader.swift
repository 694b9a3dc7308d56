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
            try KeePassDocumentReader(stream: nil, gzip: tools.gzip).read(bytes, tools.xml)
        }
        return document.imported(as: format, tools)
    }
}

extension KeePassEntry {
    /// How many contents of files only former states have, each counted once.
    fileprivate var formerFileCount: Int {
        var known = Set(files.compactMap(\.mark))
        return history.flatMap(\.files).count { file in
            file.mark.map { known.insert($0).inserted } ?? false
        }
    }
}

extension KeePassEntry.File {
    fileprivate var mark: Fingerprint? {
        if case .content(let content) = found { content.mark } else { nil }
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
            var imported = reader.item(resolved)
            for file in entry.files { imported.take(file.found, named: file.name) }
            let former = entry.formerFileCount
            if former > 0 { imported.remarks.append(.formerFiles(former)) }
            if !isWhole { imported.remarks.append(.reference) }
            result.add(imported)
        }
        for part in unknownParts { result.add(.unknownPart, title: part) }
        return result
    }
}
