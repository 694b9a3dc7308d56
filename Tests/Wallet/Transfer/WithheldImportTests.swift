import Foundation
import TenonCore
import TenonSecurity
import Testing
import WalletVault

@testable import WalletTransfer  // The readers of formats are internal.

@Suite("Logins that another program has hidden or put away")
struct WithheldImportTests {
    /// Files with one login each, and whether programs are to get it.
    private static let texts: [(text: String, isWithheld: Bool)] = [
        (bitwarden(#""reprompt": 1"#), true), (bitwarden(#""reprompt": 0"#), false),
        (bitwarden(#""archivedDate": "2025-01-02T03:04:05Z""#), true),
        (bitwarden(#""archivedDate": null"#), false),
        (bitwardenText("1", ""), true), (bitwardenText("0", ""), false),
        (bitwardenText("", "2025-01-02T03:04:05Z"), true),
        (onePassword("true"), true), (onePassword("false"), false),
        (enpass(1), true), (enpass(0), false),
    ]

    private static func bitwarden(_ mark: String) -> String {
        """
        {"encrypted": false, "folders": [], "items": [{"type": 1, "name": "A", \(mark), "login":
        {"username": "a", "password": "p", "uris": [{"uri": "https://a.example"}]}}]}
        """
    }

    private static func bitwardenText(_ reprompt: String, _ archived: String) -> String {
        """
        \(ImportFormat.bitwardenText.header),archivedDate
        ,,login,A,,,\(reprompt),https://a.example,a,p,,\(archived)

        """
    }

    private static func onePassword(_ archived: String) -> String {
        """
        Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes
        A,https://a.example,a,p,,false,\(archived),,

        """
    }

    private static func enpass(_ archived: Int) -> String {
        """
        {"folders": [], "items": [{"title": "A", "template_type": "login.default",
        "archived": \(archived), "fields": [{"label": "u", "type": "username", "value": "a"},
        {"label": "p", "type": "password", "value": "p"}]}]}
        """
    }

    @Test("Get the tag no-fill, which is told, and others do not")
    func texts() async throws {
        for (text, isWithheld) in Self.texts {
            let fixture = try await TransferFixture()
            let result = try await fixture.import(
                path: try fixture.write(text, to: "file"))
            let login = try #require(try await fixture.logins().first, "\(text)")
            #expect(login.tags.contains(FillTag.none) == isWithheld, "\(text)")
            #expect(result.problems.map(\.reason).contains(.withheld) == isWithheld, "\(text)")
        }
    }

    /// Addresses of a login of Bitwarden, and whether one is named that is offered nowhere.
    private static let addresses = [
        (#"[{"uri": "https://a.example", "match": 5}]"#, true),
        (#"[{"uri": "^https://.*", "match": 4}]"#, true),
        (#"[{"uri": "https://a.example", "match": 0}, {"uri": "x", "match": 5}]"#, true),
        (#"[{"uri": "https://a.example", "match": null}]"#, false),
        (#"[{"uri": "https://a.example"}]"#, false), (#"[{"uri": "", "match": 5}]"#, false),
        (#"[{"uri": null, "match": 5}]"#, false), ("[]", false), ("null", false),
        (#"[{"uri": "https://a.example", "match": 3}]"#, false),
        (#"[{"uri": "https://a.example", "match": 1}]"#, false),
        (#"[{"uri": "https://a.example", "match": 2}]"#, false),
        // What nobody knows here.
        (#"[{"uri": "x", "match": 6}]"#, true), (#"[{"uri": "x", "match": 9}]"#, true),
        (#"[{"uri": "x", "match": -1}]"#, true), (#"[{"uri": "x", "match": 1.5}]"#, true),
        (#"[{"uri": "x", "match": 1000000000000000000000}]"#, true),
        (#"[{"uri": "x", "match": "3"}]"#, true), (#"[{"uri": "x", "match": "exact"}]"#, true),
        (#"[{"uri": "x", "match": true}]"#, true), (#"[{"uri": "x", "match": [3]}]"#, true),
        (#"[{"uri": "x", "match": {"a": 3}}]"#, true), (#"[{"uri": "x", "match": ""}]"#, true),
    ]

    @Test(
        "Bitwarden: an address that is never filled in, is a pattern, or has a new rule, is named")
    func neverAddresses() throws {
        for (addresses, isNamed) in Self.addresses {
            let value: JSONValue = [
                "type": .number(1), "name": .string("A"),
                "login": [
                    "password": .string("p"),
                    "uris": try JSONReader.read(SecretText(addresses)),
                ],
            ]
            let imported = BitwardenItem(groups: [:]).item(value)
            #expect(imported.remarks.contains(.addressWithheld) == isNamed, "\(addresses)")
            #expect(imported.item.login?.sites.contains("x") == false)
            // It goes back, and is no site of a login that had it.
            let kept = imported.item.login?.attribute(HiddenLabel.bitwardenAddresses)
            #expect(!isNamed || kept != nil, "\(addresses)")
            let known = Item.login(Login(title: "A", sites: ["x", "https://b.example"]))
            let merged = ItemMerge.completed(known, by: imported.item).login?.sites ?? []
            #expect(merged.contains("x") == !addresses.contains(#""x""#), "\(addresses)")
        }
    }

    @Test("Bitwarden: a rule is for its address, also with spaces around that")
    func spaces() throws {
        for address in ["https://a.example/l", " https://a.example/l", "https://a.example/l\n"] {
            let value: JSONValue = [
                "type": .number(1), "name": .string("A"),
                "login": ["uris": .array([["uri": .string(address), "match": .number(3)]])],
            ]
            let login = try #require(BitwardenItem(groups: [:]).item(value).item.login)
            #expect(login.browserRules == [.address("https://a.example/l", .exact)], "\(address)")
        }
    }

    /// What the group and the entry of KeePassXC say, and the rules of the login.
    private static let groupMarks: [(group: String, entry: String, rules: [BrowserRule])] = [
        ("BrowserOnlyHttpAuth=true", "", [.onlyHTTP]), ("BrowserNotHttpAuth=true", "", [.notHTTP]),
        ("BrowserOnlyHttpAuth=false", "", []), ("BrowserHideEntry=false", "", []),
        ("BrowserOnlyHttpAuth=true", "BrowserOnlyHttpAuth=false", [.onlyHTTP]),
        ("BrowserNotHttpAuth=true", "BrowserNotHttpAuth=true", [.notHTTP]),
        ("BrowserNotHttpAuth=true", "BrowserOnlyHttpAuth=true", [.onlyHTTP, .notHTTP]),
        // What Wallet writes when a person takes the mark from the login.
        ("BrowserOnlyHttpAuth=true", "BrowserOnlyHttpAuth=dropped", []),
        ("BrowserOnlyHttpAuth=false", "BrowserOnlyHttpAuth=true", [.onlyHTTP]),
        ("", "BrowserNotHttpAuth=true", [.notHTTP]), ("", "", []),
    ]

    @Test("KeePassXC: what a group says holds for its entries, whatever they say")
    func groups() throws {
        for (group, entry, rules) in Self.groupMarks {
            func parts(_ text: String) -> [(String, String)] {
                text.split(separator: "=").count == 2
                    ? [
                        (
                            String(text.split(separator: "=")[0]),
                            String(text.split(separator: "=")[1])
                        )
                    ]
                    : []
            }
            var made = self.entry(Dictionary(uniqueKeysWithValues: parts(entry)), group: "Work")
            made.groupParts = parts(group).map { key, value in
                let item = "<Item>\n\t<Key>\(key)</Key>\n\t<Value>\(value)</Value></Item>"
                return .init(
                    depth: 0, key: "CustomData",
                    value: SecretText("<CustomData>\(item)</CustomData>"))
            }
            let imported = KeePassItem(xml: DocumentTools.live.xml).item(made)
            var login = try #require(imported.item.login)
            #expect(login.browserRules == rules, "\(group) \(entry)")
            login.dropFillRules()
            #expect(login.browserRules.isEmpty && !login.hasFillRules, "\(group) \(entry)")
        }
    }

    @Test("Rules can be forgotten, and nothing else is lost with them")
    func forgetting() throws {
        let addresses =
            #"[{"uri":"https://a.example","match":3},{"uri":"x","match":5},{"uri":"y","z":"k"}]"#
        var login = Login(
            title: "A", sites: ["https://a.example"], userName: "a", password: SecretText("p"),
            customFields: [
                (HiddenLabel.bitwardenAddresses, addresses),
                (HiddenLabel.keePassXCBrowsers, #"{"Allow":["b"],"Deny":["c"]}"#),
                (HiddenLabel.keePassXCNotHTTP, "true"),
                (HiddenLabel.keePassExpiry, "2020-01-01T00:00:00Z"), ("PIN", "1"),
            ].map { CustomField(label: $0, value: SecretText($1), isConcealed: true) })
        #expect(login.hasFillRules && login.browserRules.count == 3)
        login.dropFillRules()
        #expect(!login.hasFillRules)
        #expect(
            login.customFields.map { "\($0.label) \($0.value.reveal())" } == [
                HiddenLabel.bitwardenAddresses + " "
                    + #"[{"uri":"https://a.example","match":0},{"uri":"x","match":5},{"uri":"y","z":"k"}]"#,
                HiddenLabel.keePassXCBrowsers + #" {"Allow":["b"],"Deny":null}"#, "PIN 1",
                HiddenLabel.keePassExpiry + " dropped",
                HiddenLabel.keePassXCNotHTTP + " dropped",
            ])
    }

    /// What a login says, what another program says of it later, and the rules and sites of it then.
    ///
    /// What begins with `[` are addresses of Bitwarden, with `{` settings of KeePassXC; anything else is the
    /// value of its mark for HTTP alone.
    private static let laterRules:
        [(known: [String], later: [String], rules: [BrowserRule], sites: [String])] = [
            ([], [address(3)], [.address(site, .exact)], [site]),
            ([address(1)], [address(3)], [.address(site, .exact)], [site]),
            ([address(3)], [address(1)], [.address(site, .exact)], [site]),
            ([address("null")], [address(2)], [.address(site, .startsWith)], [site]),
            // A person, here or in Bitwarden, wants no rule.
            ([address(0)], [address(3)], [], [site]),
            ([address(3)], [address("null")], [.address(site, .exact)], [site]),
            (
                [#"[{"uri":"https://b.example","match":1}]"#], [address(1)],
                [.address(site, .host)], [site]
            ),
            // No site any more.
            ([address(1)], [address(5)], [], []), ([], [address(5)], [], []),
            ([address(1)], [address(9)], [], []), ([address(3)], [address("true")], [], []),
            ([address("null")], [address(4)], [], []),
            // It is one because a person has added it since.
            ([address(5)], [address(5)], [], [site]),
            ([], [#"{"Deny":["x"]}"#], [.denied(["x"])], [site]),
            ([#"{"Allow":["y"],"Deny":[]}"#], [#"{"Deny":["x"]}"#], [.denied(["x"])], [site]),
            ([#"{"Allow":["y"]}"#], [#"{"Deny":["x"]}"#], [.denied(["x"])], [site]),
            (
                [#"{"Deny":["y","x"]}"#], [#"{"Deny":["x","z"]}"#], [.denied(["y", "x", "z"])],
                [site]
            ),
            ([#"{"Deny":["x"]}"#], [#"{"Deny":[]}"#], [.denied(["x"])], [site]),
            ([#"{"Deny":null}"#], [#"{"Deny":["x"]}"#], [], [site]),
            ([], ["true"], [.onlyHTTP], [site]), (["false"], ["true"], [.onlyHTTP], [site]),
            (["dropped"], ["true"], [], [site]), (["true"], ["false"], [.onlyHTTP], [site]),
            (["no JSON"], [#"{"Deny":["x"]}"#, "true"], [.onlyHTTP, .denied(["x"])], [site]),
            (["[", "{"], [address(3), #"{"Deny":["x"]}"#], [], [site]),
        ]

    private static let site = "https://a.example"

    private static func address(_ match: Any) -> String {
        #"[{"uri":"\#(site)","match":\#(match)}]"#
    }

    private static func login(_ attributes: [String]) -> Login {
        Login(
            title: "A", sites: [site], userName: "a", password: SecretText("p"),
            customFields: attributes.map { value in
                let label =
                    switch value.first {
                    case "[": HiddenLabel.bitwardenAddresses
                    case "{": HiddenLabel.keePassXCBrowsers
                    default: HiddenLabel.keePassXCOnlyHTTP
                    }
                return CustomField(label: label, value: SecretText(value), isConcealed: true)
            })
    }

    @Test("Rules that have become stricter are taken over, and none is loosened or brought back")
    func later() throws {
        for (known, later, rules, sites) in Self.laterRules {
            var entry = Self.login(later)
            // A reader makes no site of an address that is never filled in.
            let never = ([4, 5, 9, "true"] as [Any]).map { Self.address($0) }
            if never.contains(where: later.contains) {
                entry.sites = []
            }
            for password in ["p", "q"] {
                entry.password = SecretText(password)
                let item = Item.login(Self.login(known))
                let merged = ItemMerge.completed(item, by: .login(entry))
                #expect(merged.login?.browserRules == rules, "\(known) \(later)")
                #expect(merged.login?.sites == sites, "\(known) \(later)")
                #expect(
                    ItemMerge.completed(merged, by: .login(entry)) == merged, "\(known) \(later)")
            }
            // What a person takes away stays away, also when the same file comes again.
            var login = ItemMerge.merged(entry, into: Self.login(known))
            #expect(login.browserRules == rules, "\(known) \(later)")
            login.dropFillRules()
            let again = ItemMerge.merged(entry, into: login)
            #expect(again.browserRules.isEmpty && again.sites == sites, "\(known) \(later)")
        }
    }

    /// What stands in the overview of an item of 1Password, and whether programs are to get the login.
    private static let overviews = [
        ("{}", false), (#"{"scope": "Never"}"#, true), (#"{"scope": "Always"}"#, false),
        (#"{"scope": null}"#, false), (#"{"scope": 1}"#, false),
        (#"{"urls": [{"url": "https://a.example", "autofillBehavior": "Never"}]}"#, true),
        (#"{"urls": [{"url": "https://a.example", "autofillBehavior": "never"}]}"#, true),
        (
            #"{"urls": [{"url": "https://a.example"}, "#
                + #"{"url": "https://b.example", "autofillBehavior": "Never"}]}"#, true
        ),
        // What is followed by a rule, and what is not known.
        (#"{"urls": [{"url": "https://a.example", "autofillBehavior": "ExactDomain"}]}"#, false),
        (#"{"urls": [{"url": "https://a.example", "autofillBehavior": "exactdomain"}]}"#, false),
        (#"{"urls": [{"url": "https://a.example", "autofillBehavior": "New"}]}"#, true),
        (
            #"{"urls": [{"url": "https://a.example", "autofillBehavior": "Never"}, "#
                + #"{"url": "https://b.example", "autofillBehavior": "ExactDomain"}]}"#, true
        ), (#"{"scope": "ExactDomain"}"#, false),
        (#"{"urls": [{"url": "https://a.example", "autofillBehavior": ""}]}"#, false),
        (#"{"urls": [{"url": "https://a.example", "autofillBehavior": null}]}"#, false),
        (
            #"{"urls": [{"url": "https://a.example", "#
                + #""autofillBehavior": "AnywhereOnWebsite"}]}"#, false
        ),
        (#"{"urls": [{"url": "https://a.example/never"}]}"#, false),
    ]

    @Test("1Password: an address that is never filled in keeps the login from programs")
    func behaviors() throws {
        for (overview, isWithheld) in Self.overviews {
            let value: JSONValue = [
                "categoryUuid": .string("001"),
                "overview": try JSONReader.read(SecretText(overview)),
                "details": ["password": .string("p")],
            ]
            let imported = OnePasswordItem(vault: "").item(value)
            #expect(imported.item.tags.contains(FillTag.none) == isWithheld, "\(overview)")
            #expect(imported.remarks.contains(.withheld) == isWithheld, "\(overview)")
        }
    }

    /// What KeePassXC keeps of a login for browsers, and what of it is shown.
    private static let settings: [(settings: String, shown: [BrowserRule])] = [
        (#"{"Allow":["a.example"]}"#, [.allowed(["a.example"])]),
        (#"{"Allow":["a","b"],"Deny":[],"Realm":""}"#, [.allowed(["a", "b"])]),
        (#"{"Allow":[],"Deny":[],"Realm":"staff"}"#, [.realm("staff")]),
        (
            #"{"Allow":["a"],"Deny":["b"],"Realm":"r"}"#,
            [.denied(["b"]), .allowed(["a"]), .realm("r")]
        ),
        (#"{"Allow":["a"],"Deny":null}"#, [.allowed(["a"])]),
        (#"{"Deny":["b"]}"#, [.denied(["b"])]),
        (#"{"Allow":"a","Realm":1}"#, []), (#"{"Allow":[1,null]}"#, []), ("{}", []),
        ("no JSON", []),
        (#"{"Realm":null}"#, []), (#"{"allow":["a"]}"#, []),
    ]

    @Test("KeePassXC: what it allows, and its realm, are shown and are no rules")
    func settings() {
        for (settings, shown) in Self.settings {
            var login = Self.login([])
            login.customFields = [
                CustomField(
                    label: HiddenLabel.keePassXCBrowsers, value: SecretText(settings),
                    isConcealed: true)
            ]
            #expect(login.shownBrowserRules == shown, "\(settings)")
            let followed = shown.filter { if case .denied = $0 { true } else { false } }
            #expect(login.browserRules == followed, "\(settings)")
            #expect(login.hasFillRules == !followed.isEmpty, "\(settings)")
        }
    }

    private func entry(
        _ data: [String: String], group: String = "", mark: String = "BrowserHideEntry",
        groupData: String? = nil
    ) -> KeePassEntry {
        var entry = KeePassEntry(
            groups: group.isEmpty ? [] : [KeePassGroup(name: group)],
            fields: [("Title", "A"), ("UserName", "a"), ("Password", "p")].map {
                .init(key: $0, value: SecretText($1))
            }, created: Timestamp(seconds: 1_000), changed: Timestamp(seconds: 1_000))
        entry.customData = data.map { .init(key: $0.key, value: SecretText($0.value)) }
        if let groupData {
            let item = "<Item><Key>\(mark)</Key><Value>\(groupData)</Value></Item>"
            entry.groupParts = [
                .init(
                    depth: 0, key: "CustomData",
                    value: SecretText("<CustomData>\(item)</CustomData>"))
            ]
        }
        return entry
    }

    /// A database with one entry that expires.
    private func file(_ password: String, expires: String, pin: String = "1") throws -> [UInt8] {
        var expiring = entry([:])
        expiring.uuid = [UInt8](repeating: 7, count: 16)
        expiring.fields = [("Title", "A"), ("Password", password), ("PIN", pin)].map {
            .init(key: $0, value: SecretText($1))
        }
        expiring.expires = InternetTime.read(expires)
        return try KeePassWriter(tools: .live, argon2id: .floor).file(
            [expiring], name: "n", password: SecretText("p"), now: Timestamp(seconds: 0)
        ).array
    }

    @Test("When an entry of KeePass expires counts for the password that it came with")
    func expiry() async throws {
        let fixture = try await TransferFixture()
        func take(_ bytes: [UInt8]) async throws -> Login {
            try await fixture.import(path: try fixture.write(bytes, to: "x.kdbx"), password: "p")
            let logins = try await fixture.logins()
            #expect(logins.count == 1)
            return try #require(logins.first)
        }
        var login = try await take(try file("one", expires: "2020-01-01T00:00:00Z"))
        #expect(login.expiry?.second == InternetTime.read("2020-01-01T00:00:00Z"))
        login.password = SecretText("renewed")
        login.customFields = login.customFields.map { field in
            var field = field
            if field.label == "PIN" { field.value = SecretText("2") }
            return field
        }
        try await fixture.vault.save(login)
        #expect(try await fixture.logins().first?.expiry == nil)
        // The same file once more brings neither the time nor the former field.
        login = try await take(try file("one", expires: "2020-01-01T00:00:00Z"))
        #expect(login.expiry == nil && login.password.reveal() == "renewed")
        #expect(login.customFields.filter { $0.label == "PIN" }.map { $0.value.reveal() } == ["2"])
    }

    @Test("So do entries and groups of KeePassXC, whose marks come back in an export")
    func keePass() async throws {
        for (entry, isWithheld) in [
            (entry(["BrowserHideEntry": "true"]), true),
            (entry(["BrowserHideEntry": "false"]), false), (entry([:]), false),
            (entry(["BrowserOnlyHttpAuth": "true"]), false),
            (entry([:], group: "Work", groupData: "true"), true),
            (entry([:], group: "Work", groupData: "false"), false),
            (entry([:], group: "Work", mark: "BrowserRestrictKey", groupData: "chrome"), true),
            (entry([:], group: "Work", mark: "BrowserRestrictKey", groupData: ""), false),
            (entry([:], group: "Work", mark: "BrowserRestrictKeys", groupData: "x"), false),
            (entry(["BrowserHideEntry": "false"], group: "Work", groupData: "true"), true),
        ] {
            let file = try KeePassWriter(tools: .live, argon2id: .floor).file(
                [entry], name: "n", password: SecretText("p"), now: Timestamp(seconds: 0))
            let fixture = try await TransferFixture()
            let path = try fixture.write(file.array, to: "x.kdbx")
            let result = try await fixture.import(path: path, password: "p")
            let login = try #require(try await fixture.logins().first)
            #expect(login.tags.contains(FillTag.none) == isWithheld, "\(entry)")
            #expect(result.problems.map(\.reason).contains(.withheld) == isWithheld)
            let exported = try await fixture.export(.keePass, to: "y.kdbx", password: "p")
            let bytes = Array(try Data(contentsOf: URL(filePath: exported)))
            let found = try bytes.withUnsafeBytes {
                try KeePassReader(tools: .live).read($0, password: SecretText("p")).entries
            }
            let back = try #require(found.first)
            #expect(
                back.customData.filter { $0.key.hasPrefix("Browser") }.map(\.value)
                    == entry.customData.map(\.value))
            #expect(back.groupParts.map(\.key) == entry.groupParts.map(\.key))
        }
    }

    @Test("An export for Bitwarden has the mark, and no folder that is called like the tag")
    func export() async throws {
        let fixture = try await TransferFixture()
        let text = Self.bitwarden(#""reprompt": 1"#)
        try await fixture.import(path: try fixture.write(text, to: "file"))
        let document = try await fixture.exportedDocument()
        #expect(document["folders"]?.elements.isEmpty == true)
        #expect(document["items"]?.elements.first?["reprompt"]?.integer == 1)
        var login = try #require(try await fixture.logins().first)
        login.customFields = []
        try await fixture.vault.save(login)
        try FileManager.default.removeItem(atPath: fixture.path("out.json"))
        let other = try await fixture.exportedDocument()
        #expect(other["folders"]?.elements.map { $0["name"]?.text } == [FillTag.none])
    }
}
