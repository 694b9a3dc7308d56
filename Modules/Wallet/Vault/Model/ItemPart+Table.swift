package import TenonCore

extension ItemPart {
    /// What is known of a part.
    ///
    /// Numbers, once given, stay. A part that came after 22 has the same number everywhere.
    package struct Row: Sendable {
        /// Its number where machines tell each other of changes, see ``ItemField``.
        let number: Int
        /// Its tag in sealed details; `nil` when the overview has it.
        let details: Int?
        /// Its tag in a former version; `nil` when former values are not kept.
        let version: Int?
        /// What people call it.
        let name: Sentence
        /// What kind of text it is.
        package let text: PartText
        /// Whether it is shown only when the person asks for it.
        let isSecret: Bool
    }

    /// What is known of this part.
    package var row: Row {
        switch self {
        case .userName: early(3, details: nil, version: 3, "User name")
        case .password: early(4, details: 1, version: 4, "Password", isSecret: true)
        case .oneTimePassword:
            early(5, details: 2, version: 5, "One-time password", isSecret: true)
        case .number: early(11, details: 7, version: 6, "Number", isSecret: true)
        case .holder: early(10, details: 6, version: nil, "Holder")
        case .expiry: early(12, details: nil, version: 7, "Valid until", .month)
        case .securityCode: early(13, details: 8, version: 8, "Security code", isSecret: true)
        case .pin: early(14, details: 9, version: 9, "PIN", isSecret: true)
        case .issuer: early(15, details: 10, version: nil, "Bank")
        case .notes: early(6, details: 3, version: 10, "Notes", .lines)
        case .firstName: listed(23, "First name")
        case .lastName: listed(24, "Last name")
        case .organisation: listed(25, "Organisation")
        case .email: listed(26, "E-mail")
        case .phone: listed(27, "Phone")
        case .street: listed(28, "Street")
        case .city: listed(29, "City")
        case .postalCode: listed(30, "Postal code")
        case .region: listed(31, "State or region")
        case .country: listed(32, "Country")
        case .dateOfBirth: listed(33, "Date of birth", .day)
        case .documentNumber: listed(34, "Number of passport or ID card", isSecret: true)
        case .bank: listed(35, "Bank")
        case .iban: listed(36, "IBAN", isSecret: true)
        case .bic: listed(37, "BIC")
        case .accountNumber: listed(38, "Account number", isSecret: true)
        case .networkName: listed(39, "Network name (SSID)")
        case .security: listed(40, "Security", .choice(WirelessSecurity.choices))
        case .hiddenNetwork: listed(41, "Hidden network", .flag)
        case .product: listed(42, "Product")
        case .version: listed(43, "Version")
        case .licenceKey: listed(44, "Licence key", isSecret: true)
        case .licensedTo: listed(45, "Licensed to")
        case .orderNumber: listed(46, "Order number")
        case .validUntil: listed(47, "Valid until", .day)
        case .privateKey: listed(48, "Private key", .lines, isSecret: true)
        case .publicKey: listed(49, "Public key", .lines)
        case .passphrase: listed(50, "Passphrase of the key", isSecret: true)
        }
    }

    /// A part with a number for each use.
    private func early(
        _ number: Int, details: Int?, version: Int?, _ name: Sentence, _ text: PartText = .line,
        isSecret: Bool = false
    ) -> Row {
        Row(
            number: number, details: details, version: version, name: name, text: text,
            isSecret: isSecret)
    }

    /// A part with one number for all uses.
    private func listed(
        _ number: Int, _ name: Sentence, _ text: PartText = .line, isSecret: Bool = false
    ) -> Row {
        early(number, details: number, version: number, name, text, isSecret: isSecret)
    }

    /// What people call it.
    package var name: Sentence { row.name }

    /// Whether it is shown only when the person asks for it.
    package var isSecret: Bool { row.isSecret }

    /// Whether former values are kept.
    package var isVersioned: Bool { row.version != nil }

    /// The parts by their numbers for ``ItemField``.
    static let byNumber = parts { $0.number }
    /// The parts by their tags in details.
    static let byDetails = parts { $0.details }
    /// The parts by their tags in former versions.
    static let byVersion = parts { $0.version }

    private static func parts(_ number: (Row) -> Int?) -> [Int: ItemPart] {
        Dictionary(
            uniqueKeysWithValues: allCases.compactMap { part in
                number(part.row).map { ($0, part) }
            })
    }
}
