import TenonUI

/// The values of the audit's form, which may not be valid options yet.
struct AuditDraft: Sendable, Equatable {
    /// The age of old passwords in days, as it was typed.
    private(set) var age = String(AuditOptions.standardAge)
    /// The path of the list of known passwords; empty for none.
    private(set) var breaches = ""

    /// The options, if the form holds any.
    var options: AuditOptions? {
        let path = breaches.drop(while: \.isWhitespace)
        return days.map {
            AuditOptions(oldAfterDays: $0, breaches: path.isEmpty ? nil : String(path))
        }
    }

    /// Takes the values that a person entered; others stay.
    mutating func take(_ fields: [AuditPresenter.FieldName: FieldValue]) {
        age = fields.text(.age) ?? age
        breaches = fields.text(.breaches) ?? breaches
    }

    private var days: Int? { FieldReading.number(age, in: AuditOptions.allowedAges) }
}
