/// How the columns of a text file become the parts of an item: one value for each kind of file.
struct TextDialect: Sendable {
    /// Where the values of a column go.
    enum Part: Sendable {
        case title
        case site
        /// Several addresses with a text between them, see ``AddressList``.
        case sites(separator: String)
        /// Several addresses: a list in JSON.
        case siteList
        case userName
        /// A user name when there is none yet, and otherwise a field.
        case otherUserName
        case password
        case oneTimeCode
        case notes
        /// A path of folders, which becomes a tag; the character stands between the folders.
        case folder(Character)
        /// Tags with a character between them.
        case tags(Character)
        case favorite
        case created
        case changed
        /// What the program calls the kind of the item.
        case kind
        case card(CardField)
        /// A field that a person sees.
        case field(String, isConcealed: Bool = false)
        /// A list of fields in JSON, each with `label`, `type` and `value`.
        case fields
        /// Kept in a hidden field, for an export.
        case kept
        /// Kept like that; says whether the item has been put away.
        case archived
        /// Nothing that an item needs.
        case passedOver
    }

    /// A column by its name.
    struct Column: Sendable {
        let name: String
        let part: Part

        init(_ name: String, _ part: Part) {
            self.name = name
            self.part = part
        }
    }

    let format: ImportFormat
    /// The columns in the order in which their values are taken.
    let columns: [Column]
    /// The columns that tell the file from all others.
    let required: [String]
    /// Whether other programs write such columns too, so that further ones make it doubtful.
    var isPlain = false
    /// Whether the first row has the names of the columns; without it they are counted.
    var hasHeader = true
    /// Whether a row may have further fields behind its columns.
    var allowsMoreFields = false
    /// The name of the folder that a row is; `nil` for an item.
    var folder: (@Sendable (_ draft: ItemDraft, _ cells: RowCells) -> String?)?
    /// Does what is special about the items of the program.
    var finish: (@Sendable (_ draft: inout ItemDraft, _ cells: RowCells) -> Void)?

    /// Whether a header is one of this kind.
    func recognizes(_ header: Set<String>) -> Bool {
        hasHeader && required.allSatisfy(header.contains)
            && (!isPlain || header.isSubset(of: columns.map(\.name)))
    }

    /// All kinds of files, those that are easier to recognise first.
    static let all: [TextDialect] =
        [
            .lastPass, .nordPass, .proton, .padlock, .onePassword8, .onePassword6, .safari,
            .roboForm,
            .keeper,
        ] + dashlane + [.saferPass]
}
