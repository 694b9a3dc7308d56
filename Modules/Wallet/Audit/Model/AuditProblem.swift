/// What can be wrong with an item; the most urgent first.
package enum AuditProblem: String, Sendable, CaseIterable, Codable {
    /// The password is in a list of those that attackers know.
    case breached
    /// Another login has the same password.
    case reused
    /// The password is easily guessed.
    case weak
    /// The item is there more than once.
    case duplicated
    /// The password has not been changed for long.
    case old
    /// The card is not valid any more.
    case expired
    /// An address of the login is none that a page can have.
    case unmatched
}
