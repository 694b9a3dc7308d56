import TenonCore

/// The files in an archive of 1Password: `files/ID__NAME`, where the id is that of a document to which
/// items refer.
struct OnePasswordFiles {
    /// The folder of the files.
    static let folder = "files"

    /// The files that hold the items, or say what the archive is.
    private static let known: Set = [OnePasswordReader.path, "export.attributes"]

    private let archive: SharedArchive
    private var paths: [String: String] = [:]
    /// The paths of files to which no item can refer.
    private var strays: [String] = []
    /// What was found, by the id: many items may refer to one file.
    private var found: [String: FoundFile] = [:]

    /// Finds the files of an archive.
    init(_ archive: SharedArchive) {
        self.archive = archive
        for entry in archive.entries where !Self.known.contains(entry.path) {
            let name = entry.path.dropFirst(Self.folder.count + 1)
            if entry.path.hasPrefix("\(Self.folder)/"), let end = name.firstRange(of: "__") {
                let id = String(name[..<end.lowerBound])
                if let other = paths.updateValue(entry.path, forKey: id) { strays.append(other) }
            } else if entry.size > 0 {
                strays.append(entry.path)
            }
        }
    }

    /// The paths of files that belong to no item.
    var others: [String] { (strays + paths.filter { found[$0.key] == nil }.values).sorted() }

    /// Leaves out the files of an item that is left out.
    mutating func drop(_ documents: [JSONValue]) {
        for document in documents { paths[document["documentId"]?.text ?? ""] = nil }
    }

    /// Gives an item the files that a value refers to.
    mutating func give(_ documents: [JSONValue], to item: inout ImportedItem) {
        for document in documents {
            let id = document["documentId"]?.text ?? ""
            if found[id] == nil {
                found[id] = paths[id].map { FoundFile($0, in: archive) } ?? .missing
            }
            item.take(found[id] ?? .missing, named: document["fileName"]?.text ?? "")
        }
    }

    /// The path of a file in an archive.
    static func path(of id: String, named name: String) -> String { "\(folder)/\(id)__\(name)" }
}
