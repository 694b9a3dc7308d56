/// The folders that the items of a file are in, those above them among them.
///
/// The tag of an item is the path of its folder. A folder without items has its name nowhere else in a vault,
/// so that an import has to name it.
struct UsedFolders {
    private var paths: Set<String> = []

    /// Takes the tags of an item.
    mutating func insert(_ tags: [String]) {
        for tag in tags {
            var path = tag[...]
            while paths.insert(path.trimmingSpaces).inserted, let end = path.lastIndex(of: "/") {
                path = path[..<end]
            }
        }
    }

    /// Whether an item is in a folder, or in one below it.
    func contains(_ folder: String) -> Bool { paths.contains(folder.trimmingSpaces) }
}
