import TenonCore
import TenonUI

/// A form whose values are not any text: a month that may be none, a number within a range, tokens.
enum JarSample {
    private struct State: Equatable {
        var month = "2028-04"
        var spoons = "3"
        var contents = usual
        var isLabelled = false

        var isMonth: Bool { month.wholeMatch(of: /[0-9]{4}-(0[1-9]|1[0-2])/) != nil }
        var isNumber: Bool { Int(spoons).map(JarSample.range.contains) ?? false }

        mutating func take(_ fields: [String: FieldValue]) {
            if case .text(let text)? = fields["month"] { month = text }
            if case .text(let text)? = fields["spoons"] { spoons = text }
            if case .choices(let tokens)? = fields["contents"] { contents = tokens }
            isLabelled = isMonth && isNumber
        }
    }

    private static let range = 1...17
    private static let usual = ["acacia", "from Bee, Inc."]

    static let sample = Sample("jar", state: State()) { state in
        .sample("jar", "A jar of honey", blocks: blocks(state))
    } respond: { input, _, _ in
        guard case .act("label", _, let fields, _) = input else { return nil }
        return .just { $0.take(fields) }
    }

    private static func blocks(_ state: State) -> [Block] {
        let form = FormBlock(
            id: "jar",
            fields: [
                Field(
                    id: "month", label: "Best before", kind: .month(state.month),
                    problem: state.isMonth ? nil : "The bees know no such month."),
                Field(
                    id: "spoons", label: "Spoons", kind: .number(state.spoons, range: range),
                    problem: state.isNumber ? nil : "No jar has so many spoons."),
                Field(
                    id: "contents", label: "Contains",
                    kind: .tokens(state.contents, suggestions: ["heather", "lime"])),
            ],
            actions: [Action(id: "label", title: "Label the jar", role: .primary)])
        let contents = state.contents.joined(separator: "+")
        let report = "Labelled: <\(state.month)>, <\(state.spoons)> spoons of \(contents)."
        return [.form(form)] + (state.isLabelled ? [.text(TextBlock(report))] : [])
    }
}
