package import TenonCore

/// A payment card.
///
/// Nothing of it is checked when it is stored: a number that cannot be valid causes a warning, see
/// ``CardNumber``, but is kept.
package struct Card: ItemHeaded {
    /// What it has in common with items of other kinds.
    package var head: ItemHead
    /// The name on the card, empty when there is none.
    package var holder: String
    /// The number, as it was entered.
    package var number: SecretText
    /// The last month in which it is valid.
    package var expiry: YearMonth?
    /// The code that is printed on it (CVC, CVV).
    package var securityCode: SecretText
    /// The secret number for machines.
    package var pin: SecretText
    /// The bank, empty when there is none.
    package var issuer: String

    /// Makes a card.
    package init(
        head: ItemHead, holder: String = "", number: SecretText = SecretText(utf8: []),
        expiry: YearMonth? = nil, securityCode: SecretText = SecretText(utf8: []),
        pin: SecretText = SecretText(utf8: []), issuer: String = ""
    ) {
        self.head = head
        self.holder = holder
        self.number = number
        self.expiry = expiry
        self.securityCode = securityCode
        self.pin = pin
        self.issuer = issuer
    }
}
