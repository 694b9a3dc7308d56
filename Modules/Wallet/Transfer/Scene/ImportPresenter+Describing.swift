import TenonCore
import TenonUI

extension ImportPresenter {
    /// The screen on which a person says what a file is.
    func describing(_ description: ImportDescription) -> Screen {
        let hasColumns = description.guess != nil
        var actions = [
            Action(Command.look, title: localizer(TransferText.chooseLook), role: .primary)
        ]
        if hasColumns {
            actions.append(Action(Command.columns, title: localizer(TransferText.describeColumns)))
        }
        return Screen(
            location: location,
            title: localizer(TransferText.previewTitle, ["name": description.source.name]),
            summary: localizer(
                hasColumns ? TransferText.describeSummaryColumns : .describeSummary),
            blocks: [
                .form(
                    FormBlock(
                        id: "describe",
                        fields: [format(description)]
                            + (description.guess.map(fields) ?? []),
                        actions: actions))
            ],
            actions: [
                Action(Command.cancel, title: localizer(UIText.cancel), role: .cancel)
            ])
    }

    private func format(_ description: ImportDescription) -> Field {
        var options = [option(ImportDescription.none, .describeByContent)]
        if description.guess != nil {
            options.append(option(ImportFormat.columns.rawValue, .describeByColumns))
        }
        options += description.formats.map {
            Field.Option(id: $0.rawValue, title: "\($0.name) (\($0.rawValue))")
        }
        return Field(
            ImportField.format, label: localizer(TransferText.describeFormat),
            kind: .choice(
                description.format?.rawValue ?? ImportDescription.none, options: options),
            problem: description.problem.map { localizer.text(of: $0.message) })
    }

    /// How the file is written, and what its columns hold.
    private func fields(_ guess: ColumnGuess) -> [Field] {
        let mapping = guess.mapping
        let delimiter = ColumnGuess.delimiters.firstIndex(of: mapping.delimiter) ?? 0
        let written = [
            Field(
                ImportField.delimiter, label: localizer(TransferText.describeDelimiter),
                kind: .choice(
                    "\(delimiter)",
                    options: Self.delimiters.enumerated().map { option("\($0)", $1) })),
            Field(
                ImportField.encoding, label: localizer(TransferText.describeEncoding),
                kind: .choice(
                    mapping.encoding.rawValue,
                    options: ColumnMapping.Encoding.allCases.map {
                        Field.Option(id: $0.rawValue, title: $0.rawValue.uppercased())
                    })),
            Field(
                ImportField.header, label: localizer(TransferText.describeHeader),
                help: localizer(TransferText.describeHeaderHelp),
                kind: .toggle(mapping.hasHeader)),
        ]
        let columns =
            [option(ImportDescription.none, .describeNoColumn)]
            + guess.names.enumerated().map { index, name in
                Field.Option(id: guess.columnID(index), title: title(name, index, mapping))
            }
        return written
            + ColumnMapping.Part.allCases.map { part in
                let name = mapping.columns.first { $0.part == part }?.name
                let index = name.flatMap { guess.names.firstIndex(of: $0) }
                return Field(
                    ImportField.column(part), label: localizer(Self.labels(part)),
                    kind: .choice(
                        index.map(guess.columnID) ?? ImportDescription.none, options: columns))
            }
    }

    private func title(_ name: String, _ index: Int, _ mapping: ColumnMapping) -> String {
        mapping.hasHeader && !name.isEmpty
            ? String(name.prefix(60))
            : localizer(
                TransferText.describeColumn, ["number": localizer.number(index + 1)])
    }

    private func option(_ id: String, _ text: TransferText) -> Field.Option {
        Field.Option(id: id, title: localizer(text))
    }

    /// As many as there are delimiters.
    private static let delimiters: [TransferText] = [
        .describeComma, .describeSemicolon, .describeTab, .describeBar,
    ]

    private static func labels(_ part: ColumnMapping.Part) -> TransferText {
        switch part {
        case .title: .columnTitle
        case .site: .columnSite
        case .userName: .columnUserName
        case .password: .partPassword
        case .oneTimeCode: .partOneTimeCode
        case .notes: .partNotes
        case .folder: .partFolder
        case .tags: .partTags
        case .favorite: .partFavorite
        case .created: .partCreated
        case .changed: .partChanged
        }
    }
}
