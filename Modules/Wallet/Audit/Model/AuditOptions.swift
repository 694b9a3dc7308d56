/// What an audit looks for, beside what it always does.
package struct AuditOptions: Sendable, Equatable {
    /// After how many days a password is old, unless something else is said: two years.
    package static let standardAge = 730
    /// What can be chosen as the age of old passwords, in days.
    package static let allowedAges = 1...36_500

    /// After how many days a password is old.
    var oldAfterDays: Int
    /// The file or folder with passwords that attackers know; `nil` when they are not looked for.
    var breaches: String?

    /// Makes options.
    package init(oldAfterDays: Int = standardAge, breaches: String? = nil) {
        self.oldAfterDays = oldAfterDays
        self.breaches = breaches
    }
}
