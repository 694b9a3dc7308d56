import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonSecurity
import WalletVault

/// The parts of an item as options, for `add` and `edit`.
struct ItemOptions: ParsableArguments {
    @Option(help: .localized("The title."))
    var title: String?

    @OptionGroup var login: LoginOptions

    @OptionGroup var card: CardOptions

    @OptionGroup var records: RecordOptions

    @Option(
        help: .localized("Read notes from this file; \"-\" is standard input."), completion: .file()
    )
    var notesFile: String?

    @Option(
        help: .localized(
            "A tag; may be given several times, and takes the place of all but the tag no-fill."),
        completion: ItemCompletion.tags)
    var tag: [String] = []

    @Flag(
        inversion: .prefixedNo, help: .localized("Whether it is one of the favourites."))
    var favorite: Bool?

    @OptionGroup var fields: FieldOptions

    func validate() throws {
        let files = [
            login.passwordFile, login.otpFile, card.numberFile, card.codeFile, card.pinFile,
            notesFile,
        ]
        if (files + fields.files + records.files).filter({ $0 == "-" }).count > 1 {
            throw ValidationError.localized("Only one file can be \"-\", standard input.")
        }
    }

    /// Whether nothing was given.
    var isEmpty: Bool {
        title == nil && notesFile == nil && tag.isEmpty && favorite == nil && fields.isEmpty
            && given.isEmpty
    }

    /// The options for parts that not every kind has.
    private var given: [GivenOption] { login.given + card.given + records.given }

    /// Refuses options that a kind has no use for.
    func validate(for kind: ItemKind) throws {
        guard let option = given.first(where: { !kind.parts.contains($0.part) }) else { return }
        throw kind.isRecord
            ? ValidationError.localized(
                "\(option.name) does not apply to items of the kind \(kind.rawValue).")
            : ValidationError.localized(
                "\(option.name) does not apply to a \(kind.rawValue).")
    }

    /// Whether a part was given that a record gets its title from.
    func givesTitle(of kind: ItemKind) -> Bool {
        records.given.contains { kind.titleParts.contains($0.part) }
    }

    /// The item with what was given.
    ///
    /// - Throws: ``WalletCommandError`` when a file cannot be read or nobody can be asked;
    ///   `ValidationError` for parts that its kind does not have.
    func apply(to item: Item, _ session: CommandSession) async throws -> Item {
        try validate(for: item.kind)
        var item = item
        if let title { item.title = title }
        // Programs do not get a login by a change of its other tags.
        if !tag.isEmpty {
            item.tags = tag + item.tags.filter { $0 == FillTag.none && !tag.contains($0) }
        }
        if let favorite { item.isFavorite = favorite }
        try fields.apply(to: &item)
        if let notesFile { item.notes = try SecretFile.text(of: notesFile) }
        try card.applyShared(to: &item)
        if let password = try await login.password(session) { item[.password] = password }
        try await records.apply(to: &item, session)
        switch item {
        case .login(var changed):
            try login.apply(to: &changed)
            item = .login(changed)
        case .card(var changed):
            try await card.apply(to: &changed, session)
            item = .card(changed)
        case .note, .record: break
        }
        item.fillTitle()
        return item
    }
}
