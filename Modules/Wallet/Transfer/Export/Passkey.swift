import TenonCore
import TenonMemory
import WalletVault

/// A passkey that Bitwarden and KeePassXC both use: a key for ECDSA on P-256, and what it is for.
///
/// An export to the one makes it of what the other has said. Bitwarden has a list in
/// `login.fido2Credentials` (`fido2-credential.export.ts`, `credential-id-utils.ts` of its clients), and
/// KeePassXC one passkey in attributes of an entry (`BrowserService.cpp`, `PasskeyUtils.cpp`). Other keys,
/// such as the Ed25519 of KeePassXC, and what counts its uses, which KeePassXC does not, stay with the
/// program that they come from.
struct Passkey: Equatable {
    /// The host that it is for, the "relying party".
    private let site: SecretText
    private let userName: SecretText
    /// The credential ID.
    private let credential: [UInt8]
    /// The user handle in base64url.
    private let userHandle: SecretText
    /// The private key as PKCS #8 (RFC 5958).
    private let key: SecretText

    /// What follows the length of a private key that is one of P-256: version 0, and the algorithm with its
    /// curve (RFC 5480, section 2.1.1).
    private static let algorithm: [UInt8] = [
        0x02, 0x01, 0x00, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06,
        0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07,
    ]

    /// Makes a passkey; `nil` when the key is none of P-256, or something is missing.
    private init?(
        site: SecretText, userName: SecretText, credential: [UInt8]?, userHandle: SecretText,
        key: SecretBuffer?
    ) {
        guard let credential, !credential.isEmpty, !site.isEmpty, let key,
            key.withBytes({ bytes in
                // A sequence of less than 256 bytes.
                [2, 3].contains { bytes.dropFirst($0).starts(with: Self.algorithm) }
            }),
            userHandle.withBytes({ Base64.decode($0, .url) }) != nil
        else { return nil }
        self.site = site
        self.userName = userName
        self.credential = credential
        self.userHandle = userHandle
        self.key = key.text
        guard case .whole = PrivateKeyForm(of: pem) else { return nil }
    }

    private var pem: SecretText {
        let code = SecretBuffer(capacity: key.count * 2)
        key.withBytes { Base64.encode($0, to: code) }
        let text = SecretBuffer(capacity: code.count + 80)
        text.append("-----BEGIN PRIVATE KEY-----\n")
        while !code.isEmpty {
            code.withBytes { text.append(UnsafeRawBufferPointer(rebasing: $0.prefix(64))) }
            code.removeFirst(64)
            text.append(UInt8(ascii: "\n"))
        }
        text.append("-----END PRIVATE KEY-----\n")
        return text.text
    }
}

// MARK: - Bitwarden

extension Passkey {
    /// What begins credential IDs that are no UUID.
    private static let encodedID = "b64."

    /// Reads an element of Bitwarden's list.
    init?(bitwarden value: JSONValue) {
        guard value["keyType"]?.text == "public-key", value["keyAlgorithm"]?.text == "ECDSA",
            value["keyCurve"]?.text == "P-256", value["counter"]?.integer ?? 0 == 0
        else { return nil }
        self.init(
            site: value["rpId"]?.secret ?? SecretText(""),
            userName: value["userName"]?.secret ?? SecretText(""),
            credential: Self.credential(value["credentialId"]?.text ?? ""),
            userHandle: value["userHandle"]?.secret ?? SecretText(""),
            key: value["keyValue"]?.secret.withBytes { Base64.decode($0, .url) })
    }

    private static func credential(_ text: String) -> [UInt8]? {
        if text.hasPrefix(encodedID) { return Base64.decode(text.dropFirst(encodedID.count), .url) }
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let digits = parts.joined().compactMap(\.hexadecimalValue)
        guard parts.map(\.count) == [8, 4, 4, 4, 12], digits.count == 32 else { return nil }
        return stride(from: 0, to: 32, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// The element of Bitwarden's list.
    ///
    /// - Parameter created: Since when there is the passkey.
    func bitwarden(created: Timestamp) -> JSONValue {
        let code = SecretBuffer(capacity: key.count * 2)
        key.withBytes { Base64.encode($0, .url, to: code) }
        return [
            "credentialId": .string(Self.encodedID + Base64.encode(credential, .url)),
            "keyType": .string("public-key"), "keyAlgorithm": .string("ECDSA"),
            "keyCurve": .string("P-256"), "keyValue": .string(code.text), "rpId": .string(site),
            "userHandle": .string(userHandle), "userName": .string(userName),
            "counter": .string("0"), "rpName": .string(site), "userDisplayName": .string(userName),
            "discoverable": .string("true"),
            Self.creationDate: .string(InternetTime.write(created)),
        ]
    }

    private static let creationDate = "creationDate"

    /// Whether an element of Bitwarden's list says no more than this passkey.
    private func isWhole(in value: JSONValue) -> Bool {
        func dateless(_ value: JSONValue) -> [JSONValue.Member] {
            value.members.filter { $0.name != Self.creationDate }
        }
        return dateless(value) == dateless(bitwarden(created: Timestamp(milliseconds: 0)))
    }
}

// MARK: - KeePassXC

extension Passkey {
    /// The attributes of KeePassXC.
    private enum Attribute {
        static let credential = "KPEX_PASSKEY_CREDENTIAL_ID"
        static let key = "KPEX_PASSKEY_PRIVATE_KEY_PEM"
        static let site = "KPEX_PASSKEY_RELYING_PARTY"
        static let userHandle = "KPEX_PASSKEY_USER_HANDLE"
        static let userName = "KPEX_PASSKEY_USERNAME"
        /// Whether a passkey may be copied, and is: as Bitwarden says of each of its own.
        static let copies = ["KPEX_PASSKEY_FLAG_BE", "KPEX_PASSKEY_FLAG_BS"]
        /// What Strongbox and older versions write.
        static let (otherCredential, otherUserName) = (
            "KPEX_PASSKEY_GENERATED_USER_ID", "KPXC_PASSKEY_USERNAME"
        )
    }

    /// Reads the attributes of KeePassXC.
    init?(keePassXC fields: [CustomField]) {
        func value(_ labels: String...) -> SecretText {
            let field = labels.lazy.compactMap { label in fields.first { $0.label == label } }.first
            return field?.value ?? SecretText("")
        }
        let isCopied = Attribute.copies.allSatisfy { label in
            fields.filter { $0.label == label }.allSatisfy {
                ["1", "true"].contains($0.value.reveal())
            }
        }
        guard isCopied else { return nil }
        self.init(
            site: value(Attribute.site),
            userName: value(Attribute.otherUserName, Attribute.userName),
            credential: value(Attribute.otherCredential, Attribute.credential).withBytes {
                Base64.decode($0, .url).map { Array($0.bytes) }
            },
            userHandle: value(Attribute.userHandle),
            key: value(Attribute.key).withBytes(Self.key))
    }

    private static func key(_ pem: UnsafeRawBufferPointer) -> SecretBuffer? {
        let lines = pem.split(whereSeparator: { [0x0A, 0x0D].contains($0) })
        guard let first = lines.first, first.elementsEqual("-----BEGIN PRIVATE KEY-----".utf8),
            let last = lines.last, last.elementsEqual("-----END PRIVATE KEY-----".utf8)
        else { return nil }
        let code = SecretBuffer(capacity: pem.count)
        for line in lines.dropFirst().dropLast() {
            code.append(UnsafeRawBufferPointer(rebasing: line))
        }
        return code.withBytes { Base64.decode($0) }
    }

    /// The attributes of KeePassXC.
    var keePassXC: [CustomField] {
        func field(_ label: String, _ value: SecretText, isConcealed: Bool = false) -> CustomField {
            CustomField(label: label, value: value, isConcealed: isConcealed)
        }
        return [
            field(
                Attribute.credential, SecretText(Base64.encode(credential, .url)),
                isConcealed: true),
            field(Attribute.key, pem, isConcealed: true), field(Attribute.site, site),
            field(Attribute.userHandle, userHandle, isConcealed: true),
            field(Attribute.userName, userName),
        ] + Attribute.copies.map { field($0, SecretText("1")) }
    }
}

// MARK: - Items

extension Passkey {
    /// How many passkeys of an item the programs do not use that read a format.
    static func unused(of item: Item, in format: ExportFormat) -> Int {
        let used =
            if format.isForBitwarden {
                elements(of: item.customFields).count + (ofKeePassXC(item) == nil ? 0 : 1)
            } else if format == .keePass {
                item.hasKeePassXCPasskey || !added(toKeePassXCOf: item).isEmpty ? 1 : 0
            } else {
                0
            }
        return item.passkeyCount - used
    }

    private static func ofKeePassXC(_ item: Item) -> Passkey? {
        item.kind == .login && item.hasKeePassXCPasskey
            ? Passkey(keePassXC: item.customFields) : nil
    }

    /// The passkey of KeePassXC that Bitwarden gets of a login.
    static func added(toBitwardenOf item: Item) -> Passkey? {
        guard let passkey = ofKeePassXC(item) else { return nil }
        let isThere = elements(of: item.customFields).contains {
            Passkey(bitwarden: $0) == passkey
        }
        return isThere ? nil : passkey
    }

    /// The attributes that KeePassXC gets of an item: those of Bitwarden's first passkey, unless it has a
    /// passkey of KeePassXC itself.
    static func added(toKeePassXCOf item: Item) -> [CustomField] {
        guard item.kind == .login, !item.hasKeePassXCPasskey else { return [] }
        let passkey = elements(of: item.customFields).lazy.compactMap { Passkey(bitwarden: $0) }
        return passkey.first?.keePassXC ?? []
    }

    private static func elements(of fields: [CustomField]) -> [JSONValue] {
        let field = fields.first { $0.label == HiddenLabel.bitwardenPasskeys }
        return field.flatMap { try? JSONReader.read($0.value) }?.elements ?? []
    }

    /// The fields of an entry of KeePass without the attributes that an export of Wallet has made of a passkey of
    /// Bitwarden.
    static func withoutMadeAttributes(_ fields: [CustomField]) -> [CustomField] {
        let first = elements(of: fields).lazy.compactMap { Passkey(bitwarden: $0) }.first
        let made = fields.filter { $0.label.hasPrefix(Item.keePassXCPasskey) }
        guard let expected = first?.keePassXC, expected.count == made.count,
            expected.allSatisfy({ made.contains($0) })
        else { return fields }
        return fields.filter { !made.contains($0) }
    }

    /// The fields of an item of Bitwarden without the passkey that an export of Wallet has made of one of
    /// KeePassXC.
    static func withoutMadeElement(_ fields: [CustomField]) -> [CustomField] {
        let elements = elements(of: fields)
        guard let passkey = Passkey(keePassXC: fields), let last = elements.last,
            passkey.isWhole(in: last)
        else { return fields }
        return fields.compactMap { field in
            guard field.label == HiddenLabel.bitwardenPasskeys else { return field }
            var field = field
            field.value = JSONValue.array(elements.dropLast()).written
            return elements.count == 1 ? nil : field
        }
    }
}
