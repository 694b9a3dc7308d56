import TenonCore
import TenonUI

/// Writes the fields of a form: a label above each, help and problems beside it.
struct FieldRenderer {
    let localizer: Localizer
    /// The field that the caret is in first, by its id.
    var firstField: String?
    /// What was typed into fields of tokens, by their ids.
    var tokenTexts: [String: String] = [:]

    /// Options up to this number are all shown at once.
    private static let shownOptions = 5

    /// A field with its label, help and problem.
    func field(_ field: Field) -> HTML {
        element(.div, .class("field", field.problem == nil ? "" : "has-problem")) {
            switch field.kind {
            case .toggle(let isOn): toggle(field, isOn: isOn)
            case .choice(let choice, let options):
                if options.count > Self.shownOptions {
                    labelled(field) { select(field, choice: choice, options: options) }
                } else {
                    optionList(field, options, chosen: [choice], type: "radio")
                }
            case .choices(let chosen, let options):
                optionList(field, options, chosen: Set(chosen), type: "checkbox")
            case .text(let text, let isMultiline):
                labelled(field) {
                    if isMultiline {
                        element(
                            .textarea, Attribute(.rows, "5"), Attribute(.dir, "auto"),
                            attributes: common(field)
                        ) { text }
                    } else {
                        input(field, type: field.autofill == .url ? "url" : "text", value: text)
                    }
                }
            case .secret: labelled(field) { secret(field) }
            case .number(let number, let currency, let range):
                labelled(field) {
                    self.number(field, number, currency: currency, range: range)
                }
            case .month(let month):
                let field = withFormat(field, .monthFormat)
                labelled(field) { self.month(field, month) }
            case .tokens(let tokens, let suggestions):
                let field = withFormat(field, .tokensFormat)
                labelled(field) { self.tokens(field, tokens, suggestions) }
            case .date(let day): labelled(field) { input(field, type: "date", value: day) }
            case .file(_, let accepts): labelled(field) { file(field, accepts: accepts) }
            }
        }
    }

    /// The identity of a field's control in the page.
    static func id(_ field: Field) -> String { DOMIdentifier.make("field", field.id) }

    // MARK: - Parts

    private func labelled(_ field: Field, @HTMLBuilder control: () -> HTML) -> HTML {
        .group([
            element(.label, Attribute(.for, Self.id(field))) { labelText(field) },
            notes(field),
            control(),
        ])
    }

    @HTMLBuilder
    private func labelText(_ field: Field) -> HTML {
        element(.span, Attribute(.dir, "auto")) { field.label }
        if field.isRequired {
            element(.span, .class("required")) { " \(localizer(UIText.required))" }
        }
    }

    @HTMLBuilder
    private func notes(_ field: Field) -> HTML {
        let present = presentSecret(field)
        for (index, text) in helpTexts(field).enumerated() {
            let mark = text == present ? "is-set" : ""
            element(
                .p, .class("help", mark), .id(noteID(field, "help\(index)")),
                Attribute(.dir, "auto")
            ) {
                text
            }
        }
        if let problem = field.problem {
            element(.p, .class("problem"), .id(noteID(field, "problem"))) {
                PageIcon.warning.html
                element(.span, .class("visually-hidden")) {
                    "\(localizer(UIText.toneCritical)): "
                }
                element(.span, Attribute(.dir, "auto")) { problem }
            }
        }
    }

    private func helpTexts(_ field: Field) -> [String] {
        var texts = field.help.isEmpty ? [] : [field.help]
        switch field.kind {
        case .secret:
            if let present = presentSecret(field) { texts.append(present) }
        case .number(_, _, let range?):
            texts.append(localizer.words(.range, range))
        case .file(let name, let accepts):
            if !accepts.isEmpty {
                let endings = accepts.joined(separator: ", ")
                texts.append(localizer(UIText.accepts, ["endings": endings]))
            }
            if !name.isEmpty { texts.append(localizer(WebText.chosenFile, ["name": name])) }
        case .text, .number, .date, .month, .toggle, .choice, .choices, .tokens:
            break
        }
        return texts
    }

    /// What an empty field of a secret stands for: what was typed before, or what is stored.
    private func presentSecret(_ field: Field) -> String? {
        if field.isKept { return localizer(UIText.secretKept) }
        guard case .secret(isSet: true) = field.kind else { return nil }
        return localizer(UIText.secretIsSet)
    }

    func noteID(_ field: Field, _ part: String) -> String {
        DOMIdentifier.make("field", field.id, part)
    }

    private func describedBy(_ field: Field) -> Attribute? {
        let ids =
            helpTexts(field).indices.map { noteID(field, "help\($0)") }
            + (field.strength == nil ? [] : [noteID(field, "strength")])
            + (field.problem == nil ? [] : [noteID(field, "problem")])
        return ids.isEmpty ? nil : Attribute(.ariaDescribedBy, ids.joined(separator: " "))
    }

    func common(_ field: Field) -> [Attribute?] {
        [
            .id(Self.id(field)), Attribute(.name, FormNames.field(field.id)),
            Attribute(.autocomplete, field.autofill.rawValue), describedBy(field),
            field.isRequired ? Attribute(.ariaRequired, "true") : nil,
            field.problem == nil ? nil : Attribute(.ariaInvalid, "true"),
            Attribute(.dataLive, if: field.isLive),
            Attribute(.autofocus, if: field.id == firstField),
        ]
    }

    private func input(_ field: Field, type: String, value: String) -> HTML {
        let isName = field.autofill == .username || field.autofill == .url
        return element(
            .input, Attribute(.type, type), Attribute(.value, value),
            Attribute(.dir, field.autofill == .url ? "ltr" : "auto"),
            isName ? Attribute(.autocapitalize, "none") : nil,
            isName ? Attribute(.spellcheck, "false") : nil, attributes: common(field))
    }

    private func number(
        _ field: Field, _ number: String, currency: String?, range: ClosedRange<Int>?
    ) -> HTML {
        element(.span, .class("number-input")) {
            element(
                .input, Attribute(.type, "text"),
                Attribute(.inputmode, range == nil ? "decimal" : "numeric"),
                Attribute(.dir, "ltr"), Attribute(.value, number), attributes: common(field))
            if let currency { element(.span, .class("unit")) { currency } }
            if let range, FieldReading.canSlide(range) { slider(field, number, range) }
        }
    }

    /// For those who point; the number beside it is what is sent, and keeps what is half typed.
    private func slider(_ field: Field, _ number: String, _ range: ClosedRange<Int>) -> HTML {
        element(
            .input, .id(noteID(field, "slider")), Attribute(.type, "range"), .class("slider"),
            Attribute(.min, "\(range.lowerBound)"), Attribute(.max, "\(range.upperBound)"),
            Attribute(.value, number), Attribute(.autocomplete, "off"),
            Attribute(.tabindex, "-1"), Attribute(.ariaHidden, "true"),
            Attribute(.ariaLabel, field.label), Attribute(.dataSlides, Self.id(field)))
    }

    /// A text: not all browsers have a control for months, and none keeps what is half typed.
    private func month(_ field: Field, _ month: String) -> HTML {
        element(
            .input, .class("month"), Attribute(.type, "text"), Attribute(.inputmode, "numeric"),
            Attribute(.dir, "ltr"), Attribute(.value, FieldReading.shownMonth(month)),
            attributes: common(field))
    }

    /// A text with a list of what there is already, which scripts make one of all that may come next.
    private func tokens(_ field: Field, _ tokens: [String], _ suggestions: [String]) -> HTML {
        let list = noteID(field, "suggestions")
        // Such as a comma after which something is still to come.
        let typed = tokenTexts[field.id].flatMap { TokenText($0).tokens == tokens ? $0 : nil }
        return .group([
            element(
                .input, Attribute(.type, "text"), Attribute(.dir, "auto"),
                Attribute(.value, typed ?? TokenText.text(of: tokens)), Attribute(.list, list),
                attributes: common(field)),
            element(.datalist, .id(list)) {
                for token in suggestions {
                    let text = TokenText.text(of: [token])
                    element(.option, Attribute(.value, text), Attribute(.dataToken, text))
                }
            },
        ])
    }

    /// The field with what one types where nothing else is said.
    private func withFormat(_ field: Field, _ format: UIText) -> Field {
        var field = field
        if field.help.isEmpty { field.help = localizer(format) }
        return field
    }

    private func file(_ field: Field, accepts: [String]) -> HTML {
        element(
            .input, Attribute(.type, "file"),
            accepts.isEmpty ? nil : Attribute(.accept, accepts.joined(separator: ",")),
            attributes: common(field))
    }

    private func presence(_ field: Field) -> HTML {
        element(
            .input, Attribute(.type, "hidden"), Attribute(.name, FormNames.presence(field.id)),
            Attribute(.value, "1"))
    }

    private func toggle(_ field: Field, isOn: Bool) -> HTML {
        .group([
            presence(field),
            element(.span, .class("toggle")) {
                element(
                    .input, Attribute(.type, "checkbox"), Attribute(.role, "switch"),
                    Attribute(.value, "1"), Attribute(.checked, if: isOn),
                    attributes: common(field))
                element(.label, Attribute(.for, Self.id(field))) { labelText(field) }
            },
            notes(field),
        ])
    }

    private func select(_ field: Field, choice: String, options: [Field.Option]) -> HTML {
        element(.select, attributes: common(field)) {
            for option in options {
                element(
                    .option, Attribute(.value, option.id),
                    Attribute(.selected, if: option.id == choice)
                ) { option.title }
            }
        }
    }

    private func optionList(
        _ field: Field, _ options: [Field.Option], chosen: Set<String>, type: String
    ) -> HTML {
        element(
            .fieldset, .id(Self.id(field)), .class("options"), describedBy(field),
            Attribute(.tabindex, "-1")
        ) {
            element(.legend) { labelText(field) }
            notes(field)
            if type == "checkbox" { presence(field) }
            let first = options.first { chosen.contains($0.id) } ?? options.first
            for option in options {
                element(.label, .class("option")) {
                    element(
                        .input, Attribute(.type, type), Attribute(.value, option.id),
                        .id(DOMIdentifier.make("field", field.id, "option", option.id)),
                        Attribute(.name, FormNames.field(field.id)),
                        Attribute(.checked, if: chosen.contains(option.id)),
                        Attribute(.dataLive, if: field.isLive),
                        Attribute(
                            .autofocus, if: field.id == firstField && option.id == first?.id))
                    element(.span, Attribute(.dir, "auto")) { option.title }
                }
            }
        }
    }
}
