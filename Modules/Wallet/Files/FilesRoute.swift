import TenonCore
import WalletVault

/// The locations of this feature.
enum FilesRoute {
    /// The files of all items.
    static let files = Route("files")
    /// A form to add one to an item, such as `files:{item}:add`.
    static let add = Route("files").argument("item", as: ItemID.self).constant("add")
    /// One file, such as `file:{item}:{file}`.
    static let file = Route("file").argument("item", as: ItemID.self)
        .argument("file", as: ItemID.self)
    /// A form to save it, such as `file:{item}:{file}:save`.
    static let save = file.constant("save")
}
