package import TenonCore

/// What kind of text a part of an item is.
package enum PartText: Sendable {
    /// One line.
    case line
    /// Any number of lines.
    case lines
    /// A month, as ``YearMonth`` writes it.
    case month
    /// A day as `YYYY-MM-DD`; what another program wrote may be anything else.
    case day
    /// ``PartText/yes``, or nothing.
    case flag
    /// One of several words; what another program wrote may be anything else.
    case choice([PartChoice])

    /// What a flag says that is set.
    package static let yes = "yes"
}

/// A word that a part may be.
package struct PartChoice: Sendable {
    /// The word that is stored.
    package let text: String
    /// What people call it.
    package let name: Sentence
}

/// How a Wi-Fi network is protected.
package enum WirelessSecurity: String, Sendable, CaseIterable {
    /// Wi-Fi Protected Access in any version.
    case wpa = "WPA"
    /// Wired Equivalent Privacy, which protects nobody any longer.
    case wep = "WEP"
    /// Everybody may join.
    case open = "none"

    private var name: Sentence {
        switch self {
        case .wpa: "WPA, WPA2 or WPA3"
        case .wep: "WEP"
        case .open: "None"
        }
    }

    /// The words for ``ItemPart/security``.
    static var choices: [PartChoice] {
        allCases.map { PartChoice(text: $0.rawValue, name: $0.name) }
    }
}
