package import TenonCore

/// The digits beside the number of a card by which its owner shows that it is at hand.
///
/// It has three digits, or four on the front of cards of American Express.
package struct CardSecurityCode {
    private let text: SecretText

    /// Looks at a code as it was entered.
    package init(_ text: SecretText) { self.text = text }

    /// Whether it may be one, or is empty.
    package var isPlausible: Bool {
        text.isEmpty || isPlausibleWhileTyped && text.withBytes { $0.count >= 3 }
    }

    /// Whether it may become one while it is being typed: further digits may still come.
    package var isPlausibleWhileTyped: Bool {
        text.withBytes { bytes in
            bytes.count <= 4 && bytes.allSatisfy { 0x30...0x39 ~= $0 }
        }
    }
}
