import TenonCore
import TenonUI

/// Marks text with the colours of a terminal, or leaves it as it is.
///
/// The 16 colours of the person's own palette and no background; every mark is an addition to
/// words and signs that say the same.
struct TextStyle: Sendable, Equatable {
    /// What text can be marked as.
    enum Mark {
        /// Titles and keys.
        case strong
        /// What is stressed.
        case emphasis
        /// What leads elsewhere.
        case link
        /// The meaning of a colour.
        case role(ColorRole)
        /// How something is meant.
        case tone(Tone)
    }

    /// Whether anything is marked.
    let isOn: Bool

    /// The text with the mark.
    func callAsFunction(_ text: String, _ mark: Mark) -> String {
        guard isOn, !text.isEmpty, let code = Self.code(of: mark) else { return text }
        return "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }

    /// The parameter of "select graphic rendition" (ECMA-48).
    private static func code(of mark: Mark) -> String? {
        switch mark {
        case .strong: "1"
        case .emphasis: "3"
        case .link: "4"
        case .role(let role): code(of: role)
        case .tone(.neutral): nil
        case .tone(.positive): code(of: .positive)
        case .tone(.caution): code(of: .caution)
        case .tone(.critical): code(of: .critical)
        }
    }

    private static func code(of role: ColorRole) -> String? {
        switch role {
        case .background, .surface, .field, .text, .onAccent: nil
        case .border, .secondaryText: "2"
        case .accent: "36"
        case .focus: "1;36"
        case .positive: "32"
        case .caution: "33"
        case .critical: "31"
        }
    }
}
