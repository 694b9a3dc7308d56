extension ItemKind {
    /// What is known of the items of a kind that are a ``Record``.
    struct RecordRow {
        /// The parts, in the order in which they are shown.
        let parts: [ItemPart]
        /// The parts that a title is made of where a person gives none.
        let title: [ItemPart]
        /// The part that lists show and search, in the place of a user name.
        let listed: ItemPart?
        /// The part that is copied when none is named.
        let main: ItemPart
        /// The parts that two records of one title have in common when they are the same one.
        let identifying: [ItemPart]
    }

    private static let identityRow = RecordRow(
        parts: [
            .firstName, .lastName, .organisation, .email, .phone, .street, .city, .postalCode,
            .region, .country, .dateOfBirth, .documentNumber,
        ], title: [.firstName, .lastName], listed: .email, main: .email,
        identifying: [.firstName, .lastName, .dateOfBirth])
    private static let bankRow = RecordRow(
        parts: [.bank, .holder, .iban, .bic, .accountNumber, .pin],
        title: [.bank], listed: .bank, main: .iban,
        identifying: [.bank, .iban, .accountNumber])
    private static let wifiRow = RecordRow(
        parts: [.networkName, .password, .security, .hiddenNetwork],
        title: [.networkName], listed: .networkName, main: .password,
        identifying: [.networkName])
    private static let licenceRow = RecordRow(
        parts: [
            .product, .version, .licenceKey, .licensedTo, .email, .orderNumber, .validUntil,
        ], title: [.product], listed: .product, main: .licenceKey,
        identifying: [.product, .orderNumber, .licenceKey])
    private static let sshKeyRow = RecordRow(
        parts: [.privateKey, .publicKey, .passphrase], title: [], listed: nil, main: .publicKey,
        identifying: [.publicKey])

    private static let loginParts: [ItemPart] = [.userName, .password, .oneTimePassword]
    private static let cardParts: [ItemPart] = [
        .number, .holder, .expiry, .securityCode, .pin, .issuer,
    ]

    /// What is known of the kind, if its items are a ``Record``.
    var record: RecordRow? {
        switch self {
        case .identity: Self.identityRow
        case .bank: Self.bankRow
        case .wifi: Self.wifiRow
        case .licence: Self.licenceRow
        case .sshKey: Self.sshKeyRow
        case .login, .card, .note, .other: nil
        }
    }

    /// Whether its items are a ``Record``.
    package var isRecord: Bool { record != nil }

    /// The parts that its items have beside their notes, in the order in which they are shown.
    package var parts: [ItemPart] {
        switch self {
        case .login: Self.loginParts
        case .card: Self.cardParts
        case .identity, .bank, .wifi, .licence, .sshKey, .note, .other: record?.parts ?? []
        }
    }

    /// The parts that a title is made of where a person gives none; for a ``Record`` only.
    package var titleParts: [ItemPart] { record?.title ?? [] }

    /// The parts that tell records of one title apart; the others change with time.
    package var identifyingParts: [ItemPart] { record?.identifying ?? [] }

    /// The part that is copied when none is named.
    package var mainPart: ItemPart {
        switch self {
        case .card: .number
        case .note: .notes
        case .identity, .bank, .wifi, .licence, .sshKey, .login, .other:
            record?.main ?? .password
        }
    }

    /// The parts that lists copy and of which an overview has nothing else.
    var copiedParts: [ItemPart] { self == .card ? [.securityCode] : [mainPart] }
}
