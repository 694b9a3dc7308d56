import TenonCore

/// The files in an archive of 1Password: `files/ID__NAME`, where the id is that of a document to which
/// items refer.
struct OnePasswordFiles {
    /// The folder of the files.
    static let folder = "files"

    private let archive: SharedArchive
    private var paths: [String: String] = [:]
    /// What was found, by the id: many items may refer to one file.
    private var found: [String: FoundFile] = [:]

    /// Finds the files of an archive.
    init(_ archive: SharedArchive) {
        self.archive = archive
        for path in archive.entries.map(\.path) where path.hasPrefix("\(Self.folder)/") {
            let name = path.dropFirst(Self.folder.count + 1)
            guard let end = name.firstRange(of: "__") else { continue }
            paths[String(name[..<end.lowerBound])] = path
        }
    }

    /// The paths of files that belong to no item.
    var others: [String] { paths.filter { found[$0.key] == nil }.values.sorted() }

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
