import TenonUI

/// The names of the fields of the form.
enum AuditField: String { case age, breaches }

/// The values of the audit's form, which may not be valid options yet.
struct AuditDraft: Sendable, Equatable {
    /// The age of old passwords in days, as it was typed.
    private(set) var age = String(AuditOptions.standardAge)
    /// The path of the list of known passwords; empty for none.
    private(set) var breaches = ""

    /// Whether the age is not allowed.
    var isAgeWrong: Bool { days == nil }

    /// The options, if the form holds any.
    var options: AuditOptions? {
        let path = breaches.drop(while: \.isWhitespace)
        return days.map {
            AuditOptions(oldAfterDays: $0, breaches: path.isEmpty ? nil : String(path))
        }
    }

    /// Takes the values that a person entered; others stay.
    mutating func take(_ fields: [String: FieldValue]) {
        age = fields.text(AuditField.age) ?? age
        breaches = fields.text(AuditField.breaches) ?? breaches
    }

    private var days: Int? {
        Int(age.filter { !$0.isWhitespace })
            .flatMap { AuditOptions.allowedAges.contains($0) ? $0 : nil }
    }
}
