import TenonCore
import WalletVault

extension TextDialect {
    /// LastPass, "Export your vault"; the columns are those of its page "Import passwords from a
    /// generic CSV file" and of `Lastpass.pm` in the mrc-converter-suite, and so are the typed notes.
    static let lastPass = TextDialect(
        format: .lastPass,
        columns: [
            Column("url", .site), Column("username", .userName), Column("password", .password),
            Column("totp", .oneTimeCode), Column("extra", .notes), Column("name", .title),
            Column("grouping", .folder("\\")), Column("fav", .favorite),
        ], required: ["url", "username", "password", "extra", "name", "grouping"],
        folder: { draft, _ in LastPassNote.folder(draft) },
        finish: { draft, _ in
            draft.tags.removeAll { $0 == LastPassNote.noFolder }
            LastPassNote.read(&draft)
        })

    /// NordPass, "Export your items"; columns as in the importers of Bitwarden
    /// (`nordpass-csv-importer.ts`) and pass-import (`nordpass.py`).
    ///
    /// Further addresses are a list in JSON.
    static let nordPass = TextDialect(
        format: .nordPass,
        columns: [
            Column("name", .title), Column("url", .site), Column("additional_urls", .siteList),
            Column("username", .userName), Column("password", .password), Column("note", .notes),
            Column("cardholdername", .card(.holder)), Column("cardnumber", .card(.number)),
            Column("cvc", .card(.securityCode)), Column("pin", .card(.pin)),
            Column("expirydate", .card(.expiry)), Column("zipcode", .field("ZIP code")),
            Column("folder", .folder("/")), Column("full_name", .field("Full name")),
            Column("phone_number", .field("Phone number")), Column("email", .otherUserName),
            Column("address1", .field("Address 1")), Column("address2", .field("Address 2")),
            Column("city", .field("City")), Column("country", .field("Country")),
            Column("state", .field("State")), Column("type", .kind),
            Column("custom_fields", .fields),
        ],
        required: ["name", "url", "username", "password", "note", "cardnumber", "cvc", "folder"],
        // Each folder is a row of its own.
        folder: { draft, cells in cells.text("type") == "folder" ? draft.title : nil },
        finish: { draft, cells in
            guard cells.text("type") == "identity" else { return }
            draft.parts[.email] = SecretText(draft.userName)
            draft.userName = ""
            draft.takeRecord(
                .identity,
                [
                    ("Phone number", .phone), ("Address 1", .street), ("City", .city),
                    ("ZIP code", .postalCode), ("State", .region), ("Country", .country),
                ])
        })

    /// Proton Pass; columns as in its own importer (`protonpass.csv.types.ts` of ProtonMail's
    /// WebClients).
    ///
    /// Times are seconds. Between addresses is a comma with a space (`createPassExportCSV` in
    /// `csv.ts`).
    static let proton = TextDialect(
        format: .protonText,
        columns: [
            Column("type", .kind), Column("name", .title), Column("url", .sites(separator: ", ")),
            Column("username", .userName), Column("email", .otherUserName),
            Column("password", .password), Column("note", .notes), Column("totp", .oneTimeCode),
            Column("createTime", .created), Column("modifyTime", .changed),
            Column("vault", .folder("/")),
        ], required: ["type", "name", "url", "username", "password", "note", "totp", "vault"],
        finish: { draft, cells in
            ProtonItem.readContent(inNotesOf: &draft, type: cells.text("type"))
        })

    /// Padlock and Padloc, "Export data"; `name`, `tags` and the fields that people made, as in
    /// `padlock.py` of pass-import.
    static let padlock = TextDialect(
        format: .padlock,
        columns: [
            Column("name", .title), Column("tags", .tags(",")), Column("category", .tags(",")),
            Column("url", .site), Column("username", .userName), Column("email", .otherUserName),
            Column("password", .password), Column("notes", .notes), Column("note", .notes),
        ], required: ["name", "tags"])

    /// SaferPass, "Export data"; columns as in `saferpass.py` of pass-import, or only some of them.
    ///
    /// 1Password 4 writes the same ones.
    static let saferPass = TextDialect(
        format: .saferPass,
        columns: [
            Column("title", .title), Column("url", .site), Column("username", .userName),
            Column("password", .password), Column("notes", .notes), Column("text", .notes),
            Column("favorite", .favorite), Column("modelType", .kind),
            Column("modelVersion", .passedOver),
            Column("color", .kept),
        ], required: ["url", "username", "password", "notes"], isPlain: true)

    /// 1Password 8, "Export"; columns as in `onepassword.py` of pass-import.
    static let onePassword8 = TextDialect(
        format: .onePasswordText,
        columns: [
            Column("Title", .title), Column("Url", .site), Column("Username", .userName),
            Column("Password", .password), Column("OTPAuth", .oneTimeCode),
            Column("Favorite", .favorite), Column("Archived", .archived),
            Column("Tags", .tags(";")),
            Column("Notes", .notes),
        ], required: ["Title", "Url", "Username", "Password", "Favorite", "Archived", "Tags"])

    /// 1Password 6 and 7, from the same source.
    static let onePassword6 = TextDialect(
        format: .onePasswordText,
        columns: [
            Column("Title", .title), Column("URL", .site), Column("Username", .userName),
            Column("Password", .password), Column("Notes", .notes), Column("Type", .kind),
        ], required: ["Title", "URL", "Username", "Password", "Notes", "Type"])

    /// Safari and Passwords by Apple, "Export Passwords"; columns as in Apple's "Importing data exported
    /// from Safari" (SafariServices), older versions without notes.
    static let safari = TextDialect(
        format: .safari,
        columns: [
            Column("Title", .title), Column("URL", .site), Column("Url", .site),
            Column("Username", .userName), Column("Password", .password),
            Column("Notes", .notes), Column("OTPAuth", .oneTimeCode),
        ], required: ["Title", "Username", "Password"], isPlain: true)

    /// RoboForm, "Export to CSV"; columns as in Bitwarden's `roboform-csv-importer.ts`.
    ///
    /// Its fields fill the last column and those that follow without a name.
    static let roboForm = TextDialect(
        format: .roboForm,
        columns: [
            Column("Name", .title), Column("Url", .site), Column("MatchUrl", .site),
            Column("Login", .userName), Column("Pwd", .password), Column("Note", .notes),
            Column("Folder", .folder("/")), Column("RfFieldsV2", .passedOver),
        ], required: ["Name", "Url", "Login", "Pwd", "Note", "Folder"], allowsMoreFields: true,
        finish: { draft, cells in
            RoboFormField.read([cells.secret("RfFieldsV2")] + cells.further, &draft)
        })

    /// Keeper, "Export to .csv": no header, and behind the shared folder pairs of a field's name and
    /// its value (Keeper's page "Import a .csv file"; `TFC:Keeper` as in Bitwarden's importer).
    static let keeper = TextDialect(
        format: .keeperText,
        columns: [
            Column("Folder", .folder("\\")), Column("Title", .title), Column("Login", .userName),
            Column("Password", .password), Column("Website Address", .site),
            Column("Notes", .notes),
        ], required: [], hasHeader: false, allowsMoreFields: true,
        finish: { draft, cells in
            var further = cells.further[...]
            if let shared = further.popFirst() { draft.add(tag: shared.reveal()) }
            while let name = further.popFirst() {
                let value = further.popFirst() ?? SecretText(utf8: [])
                KeeperField.add(name.reveal(), value, to: &draft)
            }
        })

    /// The files of Dashlane's archive "Export to CSV", which people also unpack; columns as in
    /// Bitwarden's `dashlane-csv-types.ts`.
    static let dashlane: [TextDialect] = [
        TextDialect(
            format: .dashlane,
            columns: [
                Column("username", .userName), Column("username2", .otherUserName),
                Column("username3", .otherUserName), Column("title", .title),
                Column("password", .password), Column("note", .notes), Column("url", .site),
                Column("category", .tags(",")), Column("otpSecret", .oneTimeCode),
                Column("otpUrl", .oneTimeCode),
            ], required: ["username", "username2", "title", "password", "url", "category"]),
        TextDialect(
            format: .dashlane,
            columns: [
                Column("type", .passedOver), Column("account_name", .title),
                Column("name", .otherUserName), Column("account_holder", .card(.holder)),
                Column("cc_number", .card(.number)), Column("code", .card(.securityCode)),
                Column("expiration_month", .passedOver), Column("expiration_year", .passedOver),
                Column("routing_number", .field("routing_number")),
                Column("account_number", .field("account_number", isConcealed: true)),
                Column("country", .field("country")), Column("issuing_bank", .card(.issuer)),
                Column("note", .notes),
            ], required: ["type", "account_name", "cc_number", "account_number"],
            finish: { draft, cells in
                let parts = ["expiration_month", "expiration_year"]
                draft.card.expiry = YearMonth(parts.map { cells.text($0) }.joined(separator: "/"))
                for part in parts where draft.card.expiry == nil && !cells.text(part).isEmpty {
                    draft.add(part, cells.secret(part))
                }
                guard draft.card.number.isEmpty else {
                    draft.kind = .card
                    return
                }
                for (part, text) in [
                    (ItemPart.bank, draft.card.issuer), (.holder, draft.card.holder),
                ] where !text.isEmpty { draft.parts[part] = SecretText(text) }
                (draft.card.issuer, draft.card.holder) = ("", "")
                draft.takeRecord(.bank, [("account_number", .accountNumber)])
            }),
        TextDialect(
            format: .dashlane,
            columns: [
                Column("type", .field("type")),
                Column("number", .field("number", isConcealed: true)),
                Column("name", .title), Column("issue_date", .field("issue_date")),
                Column("expiration_date", .field("expiration_date")),
                Column("place_of_issue", .field("place_of_issue")),
                Column("state", .field("state")),
            ], required: ["type", "number", "name", "issue_date", "expiration_date"],
            finish: { draft, cells in
                if draft.title.isEmpty { draft.title = cells.text("type") }
                // Other numbers, such as that of a driver's licence, stay fields.
                let isDocument = ["passport", "card"].contains(cells.text("type"))
                draft.takeRecord(.identity, isDocument ? [("number", .documentNumber)] : [])
            }),
        TextDialect(
            format: .dashlane,
            columns: [
                Column("type", .field("type")), Column("item_name", .title),
            ]
                + [
                    "title", "first_name", "middle_name", "last_name", "login", "date_of_birth",
                    "place_of_birth", "email", "email_type", "phone_number", "address", "country",
                    "state", "city", "zip", "address_recipient", "address_building",
                    "address_apartment", "address_floor", "address_door_code", "job_title", "url",
                ].map { Column($0, .field($0)) },
            required: ["type", "first_name", "date_of_birth", "item_name"],
            finish: { draft, cells in
                if draft.title.isEmpty { draft.title = cells.text("type") }
                draft.takeRecord(
                    .identity,
                    [
                        ("first_name", .firstName), ("last_name", .lastName), ("email", .email),
                        ("phone_number", .phone), ("address", .street), ("city", .city),
                        ("zip", .postalCode), ("state", .region), ("country", .country),
                        ("date_of_birth", .dateOfBirth),
                    ])
            }),
        TextDialect(
            format: .dashlane,
            columns: [
                Column("name", .title), Column("ssid", .field("ssid")),
                Column("passphrase", .password), Column("note", .notes),
                Column("hidden", .field("hidden")),
                Column("encryption_type", .field("encryption_type")),
            ], required: ["ssid", "passphrase"],
            finish: { draft, _ in
                draft.parts[.password] = draft.password
                draft.password = SecretText(utf8: [])
                draft.takeRecord(
                    .wifi, [("ssid", .networkName), ("encryption_type", .security)])
            }),
        TextDialect(
            format: .dashlane,
            columns: [
                Column("title", .title), Column("note", .notes), Column("category", .tags(",")),
            ], required: ["title", "note"], isPlain: true),
    ]
}
