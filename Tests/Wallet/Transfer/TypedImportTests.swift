import TenonCore
import TestSupport
import Testing
import WalletVault

@testable import WalletTransfer  // The readers of formats are internal.

/// Items of Bitwarden and 1Password that are records here, by the published members and fields.
@Suite("Identities, bank accounts, networks, licences and keys of other programs")
struct TypedImportTests {
    private static let publicKey =
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAICOInZ35KI2K2/brTpYebgCqXbRMCiTLm1E3as8QhL9Y"
    private static let fingerprint = "SHA256:STnrfjrFzkpgOHqSsmg/etVPWNJ7LFINm5KPjNuxdX4"

    private static let bitwarden = #"""
        {"encrypted": false, "folders": [], "items": [
         {"id": "i1", "type": 4, "name": "a", "notes": "n", "fields": [
           {"name": "Club", "value": "7", "type": 1}],
          "identity": {"title": "Dr", "firstName": "Ada", "middleName": null, "lastName": "L",
           "address1": "Main 1", "address2": "Back", "city": "Rome", "state": "RM",
           "postalCode": "00100", "country": "IT", "company": "Works", "email": "a@x.example",
           "phone": "55", "ssn": "123", "username": "ada", "passportNumber": "C01",
           "licenseNumber": "L1", "fromTheFuture": {"x": 1}}},
         {"id": "i2", "type": 5, "name": "b", "sshKey": {"privateKey": "-----BEGIN-----\nx\n",
           "publicKey": "\#(publicKey)", "keyFingerprint": "\#(fingerprint)"}},
         {"id": "i3", "type": 5, "name": "c", "sshKey": {"privateKey": "p", "publicKey": "odd",
           "keyFingerprint": "SHA256:other"}},
         {"id": "i4", "type": 6, "name": "d", "bankAccount": {"bankName": "B",
           "nameOnAccount": "Ada", "accountType": "checking", "accountNumber": "12",
           "routingNumber": "99", "branchNumber": null, "pin": "9", "swiftCode": "BIC",
           "iban": "DE0", "bankContactPhone": "44"}}]}
        """#

    private static let onePassword = #"""
        {"accounts": [{"vaults": [{"attrs": {"name": "P"}, "items": [
         {"categoryUuid": "004", "overview": {"title": "a"}, "details": {"sections": [
          {"title": "Identification", "fields": [
           {"title": "first name", "id": "firstname", "value": {"string": "Ada"}},
           {"title": "initial", "id": "initial", "value": {"string": "B"}},
           {"title": "birth date", "id": "birthdate", "value": {"date": 1577836800}},
           {"title": "company", "id": "company", "value": {"concealed": "Works"}}]},
          {"title": "Address", "fields": [
           {"title": "address", "id": "address", "value": {"address": {"street": "Main 1",
             "city": "Rome", "country": "it", "zip": "00100", "state": "", "floor": "2"}}},
           {"title": "default phone", "id": "defphone", "value": {"phone": "55"}}]},
          {"title": "Internet", "fields": [
           {"title": "username", "id": "username", "value": {"string": "ada"}},
           {"title": "email", "id": "email", "value": {"email": {
             "email_address": "a@x.example", "provider": null}}}]}]}},
         {"categoryUuid": "100", "overview": {"title": "b"}, "details": {"sections": [
          {"title": "", "fields": [
           {"title": "version", "id": "product_version", "value": {"string": "5.1"}},
           {"title": "license key", "id": "reg_code", "value": {"string": "K-1"}}]},
          {"title": "Customer", "fields": [
           {"title": "licensed to", "id": "reg_name", "value": {"string": "Ada"}},
           {"title": "registered email", "id": "reg_email", "value": {"email": {
             "email_address": "a@x.example", "provider": "x"}}}]},
          {"title": "Order", "fields": [
           {"title": "order number", "id": "order_number", "value": {"string": "77"}},
           {"title": "order total", "id": "order_total", "value": {"string": "$9"}}]}]}},
         {"categoryUuid": "101", "overview": {"title": "c"}, "details": {"sections": [
          {"title": "", "fields": [
           {"title": "bank name", "id": "bankName", "value": {"string": "B"}},
           {"title": "name on account", "id": "owner", "value": {"string": "Ada"}},
           {"title": "routing number", "id": "routingNo", "value": {"string": "99"}},
           {"title": "account number", "id": "accountNo", "value": {"string": "12"}},
           {"title": "SWIFT", "id": "swift", "value": {"string": "BIC"}},
           {"title": "IBAN", "id": "iban", "value": {"string": "DE0"}},
           {"title": "PIN", "id": "telephonePin", "value": {"concealed": "9"}}]}]}},
         {"categoryUuid": "109", "overview": {"title": "d"}, "details": {"sections": [
          {"title": "", "fields": [
           {"title": "base station password", "id": "password", "value": {"concealed": "s"}},
           {"title": "network name", "id": "network_name", "value": {"string": "Home"}},
           {"title": "wireless security", "id": "wireless_security", "value": {"menu": "wpa"}},
           {"title": "wireless network password", "id": "wireless_password",
             "value": {"concealed": "w"}}]}]}},
         {"categoryUuid": "114", "overview": {"title": "e"}, "details": {"sections": [
          {"title": "Key", "fields": [
           {"title": "private key", "id": "private_key", "value": {"sshKey": {
             "privateKey": "-----OTHER-----", "metadata": {"privateKey": "-----BEGIN-----\nx\n",
              "publicKey": "\#(publicKey)", "fingerprint": "\#(fingerprint)",
              "keyType": "ed25519"}}}}]}]}},
         {"categoryUuid": "106", "overview": {"title": "f"}, "details": {"sections": [
          {"title": "", "fields": [
           {"title": "full name", "id": "fullname", "value": {"string": "Ada L"}},
           {"title": "number", "id": "number", "value": {"string": "C01"}},
           {"title": "date of birth", "id": "birthdate", "value": {"date": 0}}]}]}},
         {"categoryUuid": "103", "overview": {"title": "g"}, "details": {"sections": [
          {"title": "", "fields": [
           {"title": "number", "id": "number", "value": {"string": "L1"}}]}]}}]}]}]}
        """#

    private static let fromBitwarden = [
        [
            "identity a", "First name=Ada", "Last name=L", "Organisation=Works",
            "E-mail=a@x.example", "Phone=55", "Street=Main 1", "City=Rome", "Postal code=00100",
            "State or region=RM", "Country=IT", "Number of passport or ID card=C01", "notes=n",
            "title: Dr", "address2: Back", "*ssn: 123", "username: ada", "*licenseNumber: L1",
            "*Club: 7",
        ],
        ["ssh-key b", "Private key=-----BEGIN-----\nx\n", "Public key=\(publicKey)"],
        ["ssh-key c", "Private key=p", "Public key=odd", "keyFingerprint: SHA256:other"],
        [
            "bank-account d", "Bank=B", "Holder=Ada", "IBAN=DE0", "BIC=BIC", "Account number=12",
            "PIN=9", "accountType: checking", "routingNumber: 99", "bankContactPhone: 44",
        ],
    ]

    private static let fromOnePassword = [
        [
            "identity a", "First name=Ada", "E-mail=a@x.example", "Phone=55", "Street=Main 1",
            "City=Rome", "Postal code=00100", "Country=it", "Date of birth=2020-01-01",
            "Identification: initial: B", "*Identification: company: Works",
            "Address: address: floor: 2", "Internet: username: ada",
        ],
        [
            "software-licence b", "Version=5.1", "Licence key=K-1", "Licensed to=Ada",
            "E-mail=a@x.example", "Order number=77", "Customer: registered email: provider: x",
            "Order: order total: $9",
        ],
        [
            "bank-account c", "Bank=B", "Holder=Ada", "IBAN=DE0", "BIC=BIC", "Account number=12",
            "PIN=9", "routing number: 99",
        ],
        [
            "wifi d", "Network name (SSID)=Home", "Password=w", "Security=WPA",
            "*base station password: s",
        ],
        [
            "ssh-key e", "Private key=-----BEGIN-----\nx\n", "Public key=\(publicKey)",
            "*Key: private key: privateKey: -----OTHER-----",
        ],
        [
            "identity f", "Date of birth=1970-01-01", "Number of passport or ID card=C01",
            "full name: Ada L",
        ],
        ["identity g", "number: L1"],
    ]

    private func archive(_ data: String) -> [UInt8] {
        var zip = ZipFile()
        zip.add("export.attributes", #"{"version": 3}"#)
        zip.add("export.data", data)
        return zip.bytes
    }

    @Test(
        "of Bitwarden have each part in its place, the others as fields, and go back as they came")
    func bitwarden() async throws {
        let fixture = try await TransferFixture()
        let path = try fixture.write(Self.bitwarden, to: "in.json")
        try await fixture.import(path: path)
        #expect(try await fixture.items().map(\.lines) == Self.fromBitwarden)
        let written = try await fixture.exportedDocument()["items"]?.elements ?? []
        let former = try JSONReader.read(SecretText(Self.bitwarden))["items"]?.elements ?? []
        for (before, after) in zip(former, written) {
            #expect(before["type"] == after["type"] && before["id"] == after["id"])
            for name in ["identity", "sshKey", "bankAccount"] {
                for member in before[name]?.members ?? [] {
                    #expect(after[name]?[member.name] ?? .null == member.value, "\(member.name)")
                }
            }
        }
        #expect(written.map { $0["fields"]?.elements.count } == [1, 0, 0, 0])
        let target = try await TransferFixture()
        try await target.import(path: fixture.path("out.json"))
        #expect(try await target.items().map(\.lines) == Self.fromBitwarden)
        #expect(try await fixture.import(path: path).counts.writes == 0)
    }

    @Test("of 1Password have each part in its place, the others as fields, and keep their category")
    func onePassword() async throws {
        let fixture = try await TransferFixture()
        let path = try fixture.write(archive(Self.onePassword), to: "in.1pux")
        try await fixture.import(path: path)
        #expect(try await fixture.items().map(\.lines) == Self.fromOnePassword)
        let target = try await TransferFixture()
        try await target.import(path: try await fixture.export(.onePassword, to: "out.1pux"))
        #expect(try await target.items().map(\.lines) == Self.fromOnePassword)
        let categories = try await target.items().map { item in
            item.customFields.first { $0.label == ".1password.categoryUuid" }?.value.reveal()
        }
        #expect(
            categories
                == ["\"004\"", "\"100\"", "\"101\"", "\"109\"", "\"114\"", "\"106\"", "\"103\""])
        #expect(try await fixture.import(path: path).counts.writes == 0)
    }

    @Test("a field that the person has changed or taken away is not what it was in an export")
    func changed() async throws {
        let fixture = try await TransferFixture()
        try await fixture.import(path: try fixture.write(Self.bitwarden, to: "in.json"))
        var identity = try #require(try await fixture.items().first)
        identity.customFields.removeAll { $0.label == "ssn" }
        let place = try #require(
            identity.customFields.firstIndex { $0.label == "licenseNumber" })
        identity.customFields[place].value = SecretText("L2")
        try await fixture.vault.save(identity)
        let written = try await fixture.exportedDocument()["items"]?.elements.first?["identity"]
        #expect(written?["ssn"] == nil && written?["licenseNumber"]?.text == "L2")
    }

    @Test("records that were made here get the kinds that the programs have for them")
    func made() async throws {
        let fixture = try await TransferFixture()
        func add(_ kind: ItemKind, _ parts: [ItemPart: String]) async throws {
            let head = ItemHead(title: kind.rawValue)
            let record = try #require(Record(kind, head: head, parts.mapValues(SecretText.init)))
            try await fixture.vault.add(.record(record))
        }
        try await add(.identity, [.firstName: "Ada", .dateOfBirth: "1815-12-10"])
        try await add(.bank, [.iban: "DE0"])
        try await add(.wifi, [.networkName: "Home", .password: "w"])
        try await add(.licence, [.licenceKey: "K", .validUntil: "soon"])
        try await add(
            .sshKey, [.privateKey: "x", .publicKey: Self.publicKey, .passphrase: "secret"])
        let lines = try await fixture.items().map(\.lines)
        let items = try await fixture.exportedDocument()["items"]?.elements ?? []
        let types = Dictionary(
            uniqueKeysWithValues: items.map { ($0["name"]?.text ?? "", $0["type"]?.integer) })
        #expect(
            types == [
                "identity": 4, "bank-account": 6, "wifi": 2, "software-licence": 2, "ssh-key": 5,
            ])
        let paths = [
            fixture.path("out.json"), try await fixture.export(.onePassword, to: "out.1pux"),
        ]
        for path in paths {
            let target = try await TransferFixture()
            try await target.import(path: path)
            #expect(try await target.items().map(\.lines) == lines)
        }
    }
}
