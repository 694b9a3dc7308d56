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

    @Option(
        help: .localized("Read notes from this file; \"-\" is standard input."), completion: .file()
    )
    var notesFile: String?

    @Option(
        help: .localized("A tag; may be given several times."), completion: ItemCompletion.tags)
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
        if (files + fields.files).filter({ $0 == "-" }).count > 1 {
            throw ValidationError.localized("Only one file can be \"-\", standard input.")
        }
    }

    /// Whether nothing was given.
    var isEmpty: Bool {
        title == nil && notesFile == nil && tag.isEmpty && favorite == nil && fields.isEmpty
            && login.given.isEmpty && card.given.isEmpty
    }

    /// Refuses options that a kind has no use for.
    func validate(for kind: ItemKind) throws {
        let foreign = (kind == .login ? [] : login.given) + (kind == .card ? [] : card.given)
        guard let option = foreign.first else { return }
        throw ValidationError.localized("\(option) does not apply to a \(kind.rawValue).")
    }

    /// The item with what was given.
    ///
    /// - Throws: ``WalletCommandError`` when a file cannot be read or nobody can be asked;
    ///   `ValidationError` for parts that its kind does not have.
    func apply(to item: Item, _ session: CommandSession) async throws -> Item {
        try validate(for: item.kind)
        var item = item
        if let title { item.title = title }
        if !tag.isEmpty { item.tags = tag }
        if let favorite { item.isFavorite = favorite }
        try fields.apply(to: &item)
        if let notesFile { item.notes = try SecretFile.contents(of: notesFile) }
        switch item {
        case .login(var changed):
            try await login.apply(to: &changed, session)
            item = .login(changed)
        case .card(var changed):
            try await card.apply(to: &changed, session)
            item = .card(changed)
        case .note: break
        }
        item.fillTitle()
        return item
    }
}
