public import TenonUI

/// A screen as lines of text, in reading order.
public enum ScreenText {
    /// How much of a screen.
    public enum Extent: Sendable {
        /// What every front end must show at once.
        case visible
        /// What is seen only on a closer look as well: options, help, the actions of rows and facts.
        case complete
    }

    /// The texts of a screen.
    ///
    /// Values of secrets, dates and numbers are left out of ``Extent/visible``: how they are shown
    /// is up to the front end.
    public static func lines(of screen: Screen, _ extent: Extent = .complete) -> [String] {
        var lines = [screen.title, screen.summary]
        switch screen.phase {
        case .ready: break
        case .loading(let message), .empty(let message, _): lines.append(message)
        case .failed(let problem, _): lines += [problem.message, problem.remedy]
        }
        if let search = screen.search { lines += [search.label, search.text] }
        lines += screen.filters.flatMap { self.lines(of: $0, extent) }
        lines += screen.blocks.flatMap { self.lines(of: $0, extent) }
        lines += screen.actions.filter { extent == .complete || $0.scope == .screen }
            .flatMap { self.lines(of: $0, extent) }
        if extent == .complete { lines += places(of: screen) }
        return lines.filter { !$0.isEmpty }
    }

    /// The destinations under their headings, which some front ends show on request only.
    public static func places(of screen: Screen) -> [String] {
        screen.destinationGroups.flatMap { title, destinations in
            [title]
                + destinations.flatMap { place in
                    [place.title, place.count.map { "\($0)" } ?? "", place.badge?.text ?? ""]
                }
        }
    }

    private static func lines(of block: Block, _ extent: Extent) -> [String] {
        switch block {
        case .text(let text):
            [text.text]
        case .richText(let text):
            text.paragraphs.joined().flatMap { lines(of: $0, extent) }
        case .facts(let facts):
            [facts.title] + facts.facts.flatMap { lines(of: $0, extent) }
        case .list(let list):
            [list.title] + list.rows.flatMap { lines(of: $0, extent) }
                + (extent == .complete ? list.selection?.actions ?? [] : [])
                .flatMap { lines(of: $0, extent) }
        case .table(let table):
            [table.caption] + table.columns.map(\.title) + table.rows.flatMap(\.self)
        case .chart(let chart):
            [chart.title, chart.summary] + chart.points.flatMap { [$0.label, $0.text] }
        case .qrCode(let code):
            [code.title, code.alternative] + (extent == .complete ? [code.text ?? ""] : [])
        case .image(let block):
            [block.image.alternative]
        case .form(let form):
            [form.title] + form.fields.flatMap { lines(of: $0, extent) }
                + form.actions.flatMap { lines(of: $0, extent) }
        case .progress(let progress):
            [progress.label, progress.detail]
        case .group(let group):
            [group.title] + group.blocks.flatMap { lines(of: $0, extent) }
        }
    }

    static func lines(of fact: Fact, _ extent: Extent = .complete) -> [String] {
        let value =
            switch fact.value {
            case .text(let text), .revealed(let text), .link(let text, _): [text]
            case .code(let code, _, _): [code]
            case .spans(let spans): spans.flatMap { lines(of: $0, extent) }
            case .moment(let moment): lines(of: moment, extent)
            case .person(let person, _): [person.name, person.handle]
            case .concealed: [""]
            }
        guard extent == .complete else { return [fact.label] + value }
        return [fact.label] + value + fact.actions.flatMap { lines(of: $0, extent) }
    }

    static func lines(of row: Row, _ extent: Extent = .complete) -> [String] {
        let person = row.person.map { [$0.name, $0.handle] } ?? []
        let moment = row.moment.map { self.lines(of: $0, extent) } ?? []
        let lines =
            [row.title] + person + [row.subtitle, row.value] + moment + [row.badge?.text ?? ""]
        guard extent == .complete else { return lines }
        return lines + row.actions.flatMap { self.lines(of: $0, extent) }
    }

    /// The words between others that lead elsewhere stay whole, not the paragraph: some front ends put
    /// a number or an address behind them.
    private static func lines(of span: TextSpan, _ extent: Extent) -> [String] {
        guard case .address(let address) = span.link, extent == .complete else {
            return [span.text]
        }
        return [span.text, address]
    }

    private static func lines(of moment: Moment, _ extent: Extent) -> [String] {
        extent == .complete ? [moment.text, moment.exact] : [moment.text]
    }

    /// The options that are not chosen may be behind a menu.
    private static func lines(of filter: Filter, _ extent: Extent) -> [String] {
        let options = filter.options.filter {
            extent == .complete || filter.chosen.contains($0.id)
        }
        return [filter.title]
            + options.flatMap { [$0.title, $0.count.map { "\($0)" } ?? ""] }
    }

    private static func lines(of field: Field, _ extent: Extent) -> [String] {
        var common = [field.label, field.help, field.problem ?? "", field.strength?.text ?? ""]
        common.append(field.revealed ?? "")
        if extent == .complete { common += field.actions.flatMap { lines(of: $0, extent) } }
        switch (field.kind, extent) {
        case (.text(let text, _), _):
            return common + [text]
        case (.choice(let id, let options), .visible):
            return common + options.filter { $0.id == id }.map(\.title)
        case (.choice(_, let options), .complete), (.choices(_, let options), .complete):
            return common + options.map(\.title)
        case (.number(let text, _, let range), .complete):
            return common + [text]
                + (range.map { ["\($0.lowerBound)", "\($0.upperBound)"] } ?? [])
        case (.date(let text), .complete):
            return common + [text]
        case (.month(let month), .complete):
            return common + [FieldReading.shownMonth(month)]
        case (.tokens(let tokens, let suggestions), .complete):
            return common + [TokenText.text(of: tokens)] + suggestions.prefix(3)
        case (.file(let name, _), .complete):
            return common + [name]
        case (.number, .visible), (.date, .visible), (.month, .visible), (.file, .visible),
            (.choices, .visible), (.tokens, .visible), (.toggle, _), (.secret, _):
            return common
        }
    }

    private static func lines(of action: Action, _ extent: Extent) -> [String] {
        var lines = [action.title]
        if extent == .complete { lines.append(action.help) }
        if case .disabled(let reason) = action.availability { lines.append(reason) }
        return lines
    }
}
