import TenonUI

extension Screen {
    /// The form that the screen is for: the first, when nothing but text is above it, else one with the
    /// primary action.
    var leadingForm: FormBlock? {
        let first = allBlocks.first { block in
            switch block {
            case .text, .richText, .group: false
            case .facts, .list, .table, .chart, .qrCode, .image, .form, .progress: true
            }
        }
        if case .form(let form)? = first { return form }
        return forms.first { $0.actions.contains { $0.role == .primary } }
    }
}
