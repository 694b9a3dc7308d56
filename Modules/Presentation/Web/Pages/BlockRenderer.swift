import TenonCore
import TenonUI

/// Writes the blocks of a screen.
struct BlockRenderer {
    let localizer: Localizer
    /// The addresses of the session, for buttons that ask for something else than an action.
    let paths: SessionPaths
    /// What stands before the titles of rows.
    let avatars: LetterAvatars
    /// Makes QR codes, if anything does.
    let codes: (any QRCodeMaking)?
    /// Whether the screen has fields.
    var isInForm = false
    /// The field with which a person begins, by its id.
    var firstField: String?
    /// What was typed into fields of tokens, by their ids.
    var tokenTexts: [String: String] = [:]
    /// Actions of the screen that stand beside those of its form.
    var besideForm: [Action] = []

    var actions: ActionRenderer { ActionRenderer(localizer: localizer) }

    private var richText: RichTextRenderer {
        RichTextRenderer(localizer: localizer, paths: paths, avatars: avatars)
    }

    /// A block; headings of its own are at a level from 2 to 4.
    func block(_ block: Block, level: Int = 2) -> HTML {
        switch block {
        case .text(let text): self.text(text)
        case .richText(let text): richText.paragraphs(text)
        case .facts(let facts): self.facts(facts, level: level)
        case .list(let list):
            ListRenderer(
                localizer: localizer, paths: paths, avatars: avatars, isInForm: isInForm
            ).list(list, level: level)
        case .table(let table): self.table(table)
        case .chart(let chart): ChartRenderer(localizer: localizer).chart(chart, level: level)
        case .qrCode(let code):
            QRCodeRenderer(localizer: localizer, codes: codes).code(code, level: level)
        case .image(let block): ImageRenderer(localizer: localizer, paths: paths).block(block)
        case .form(let form): self.form(form, level: level)
        case .progress(let progress): self.progress(progress)
        case .group(let group): self.group(group, level: level)
        }
    }

    /// A heading of a level, or nothing when there is no title.
    static func heading(_ title: String, level: Int, id: String) -> HTML {
        guard !title.isEmpty else { return .none }
        let tag: Tag = level <= 2 ? .h2 : level == 3 ? .h3 : .h4
        return element(tag, .id(id), .class("block-title"), Attribute(.dir, "auto")) { title }
    }

    // MARK: - Text

    private func text(_ text: TextBlock) -> HTML {
        switch text.style {
        case .heading(let level):
            return element(
                level <= 2 ? .h2 : .h3, .class("heading", tone(text.tone)), Attribute(.dir, "auto")
            ) { text.text }
        case .paragraph where text.tone == .neutral:
            return element(.p, .class("paragraph"), Attribute(.dir, "auto")) { text.text }
        case .paragraph:
            return element(.p, .class("callout", tone(text.tone))) {
                ToneMark(localizer: localizer).html(text.tone, isWordShown: true)
                element(.span, Attribute(.dir, "auto")) { text.text }
            }
        }
    }

    private func tone(_ tone: Tone) -> String { "tone-\(tone.rawValue)" }

    // MARK: - Facts

    private func facts(_ block: FactsBlock, level: Int) -> HTML {
        let id = DOMIdentifier.make("block", block.id)
        return section(block.title, id: id, level: level) {
            element(.dl, .class("facts")) {
                for fact in block.facts {
                    element(.div, .class("fact"), .id(DOMIdentifier.make("fact", fact.id))) {
                        element(.dt, Attribute(.dir, "auto")) { fact.label }
                        element(.dd) {
                            value(of: fact)
                            if !fact.actions.isEmpty {
                                element(.span, .class("fact-actions")) {
                                    actions.buttons(
                                        fact.actions, target: fact.id, size: .small,
                                        context: fact.label)
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    private func value(of fact: Fact) -> HTML {
        switch fact.value {
        case .text(let text):
            element(.span, .class("value"), Attribute(.dir, "auto")) { text }
        case .concealed:
            element(.span, .class("value secret")) {
                element(.span, .class("dots"), Attribute(.ariaHidden, "true")) { "••••••••••" }
                element(.span, .class("visually-hidden")) { localizer(UIText.concealed) }
            }
        case .revealed(let text):
            element(.span, .class("value secret revealed"), Attribute(.dir, "ltr")) { text }
        case .link(let text, let address):
            richText.link(
                element(.span, Attribute(.dir, "auto")) { text }, to: address, "value link")
        case .spans(let spans):
            element(.span, .class("value"), Attribute(.dir, "auto")) {
                richText.spans(spans, id: DOMIdentifier.make("link", fact.id))
            }
        case .moment(let moment):
            richText.moment(moment, "value")
        case .person(let person, let location):
            richText.person(
                person, location: location, id: DOMIdentifier.make("link", fact.id))
        case .code(let code, let secondsLeft, let period):
            self.code(code, secondsLeft: secondsLeft, period: period)
        }
    }

    private func code(_ code: String, secondsLeft: Int, period: Int) -> HTML {
        // Groups are easier to read; a code that comes with spaces has its own.
        let isGrouped = code.contains(" ")
        let middle = code.index(
            code.startIndex, offsetBy: isGrouped ? code.count : (code.count + 1) / 2)
        let left = localizer(UIText.secondsLeft, count: secondsLeft)
        return element(.span, .class("value code-value")) {
            element(.span, .class("code"), Attribute(.dir, "ltr")) {
                element(.span) { String(code[..<middle]) }
                if !isGrouped { element(.span) { String(code[middle...]) } }
            }
            element(.span, .class("countdown", secondsLeft <= 5 ? "is-short" : "")) {
                element(
                    .progress, Attribute(.max, "\(max(period, 1))"),
                    Attribute(.value, "\(min(max(secondsLeft, 0), max(period, 1)))"),
                    Attribute(.ariaLabel, left))
                element(.span) { left }
            }
        }
    }

    // MARK: - Table

    private func table(_ block: TableBlock) -> HTML {
        let id = DOMIdentifier.make("block", block.id)
        return element(
            .div, .class("table-scroll card"), Attribute(.role, "region"),
            Attribute(.ariaLabelledBy, id), Attribute(.tabindex, "0")
        ) {
            element(.table) {
                element(.caption, .id(id), Attribute(.dir, "auto")) { block.caption }
                element(.thead) {
                    element(.tr) {
                        for column in block.columns {
                            element(
                                .th, Attribute(.scope, "col"),
                                .class(column.isNumeric ? "number" : ""), Attribute(.dir, "auto")
                            ) { column.title }
                        }
                    }
                }
                element(.tbody) {
                    for row in block.rows { tableRow(row, columns: block.columns) }
                }
            }
        }
    }

    private func tableRow(_ row: [String], columns: [TableBlock.Column]) -> HTML {
        element(.tr) {
            for (index, cell) in row.enumerated() {
                let isNumeric = columns.indices.contains(index) && columns[index].isNumeric
                element(
                    index == 0 ? .th : .td, index == 0 ? Attribute(.scope, "row") : nil,
                    .class(isNumeric ? "number" : ""), Attribute(.dir, "auto")
                ) { cell }
            }
        }
    }

    // MARK: - Form, progress, group

    private func form(_ block: FormBlock, level: Int) -> HTML {
        let fields = FieldRenderer(
            localizer: localizer, firstField: firstField, tokenTexts: tokenTexts)
        return section(block.title, id: DOMIdentifier.make("block", block.id), level: level) {
            element(.div, .class("fields")) {
                for field in block.fields { fields.field(field) }
            }
            let all = block.actions + besideForm
            if !all.isEmpty {
                element(.div, .class("buttons")) { actions.buttons(all) }
            }
        }
    }

    private func progress(_ block: ProgressBlock) -> HTML {
        let id = DOMIdentifier.make("block", block.id)
        return element(.section, .class("card progress-block")) {
            element(.p, .class("progress-label"), .id(id), Attribute(.dir, "auto")) { block.label }
            ProgressBar(fraction: block.fraction, labelledBy: id).html
            if !block.detail.isEmpty {
                element(.p, .class("progress-detail"), Attribute(.dir, "auto")) { block.detail }
            }
        }
    }

    private func group(_ group: GroupBlock, level: Int) -> HTML {
        let id = DOMIdentifier.make("block", group.id)
        return element(
            .section, .class("group"), group.title.isEmpty ? nil : Attribute(.ariaLabelledBy, id)
        ) {
            Self.heading(group.title, level: level, id: id)
            for block in group.blocks { self.block(block, level: min(level + 1, 4)) }
        }
    }

    private func section(
        _ title: String, id: String, level: Int, @HTMLBuilder content: () -> HTML
    ) -> HTML {
        element(.section, .class("card"), title.isEmpty ? nil : Attribute(.ariaLabelledBy, id)) {
            Self.heading(title, level: level, id: id)
            content()
        }
    }
}
