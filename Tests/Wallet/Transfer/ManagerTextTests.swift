import Foundation
import TenonCore
import Testing
import WalletVault

@testable import WalletTransfer  // The readers of formats are internal.

@Suite("Text files of other managers")
struct ManagerTextTests {
    /// A sample, its format, and what each item of it is.
    struct Sample: Sendable, CustomTestStringConvertible {
        let format: ImportFormat
        let text: String
        let items: [[String]]
        var problems: [RowProblem.Reason] = []
        /// Whether the format has to be named, because the file has no header.
        var isNamed = false

        var testDescription: String { format.rawValue }

        var options: ImportOptions {
            var options = ImportOptions()
            if isNamed { options.format = format }
            return options
        }
    }

    static let samples = [
        Sample(
            format: .lastPass,
            text: #"""
                url,username,password,totp,extra,name,grouping,fav
                https://mail.example,ada,"p,1",JBSWY3DPEHPK3PXP,a note,Mail,Work\Büro,1
                http://sn,,,,"NoteType:Credit Card
                Language:en-US
                Name on Card:Ada L
                Type:Visa
                Number:4111111111111111
                Security Code:123
                Start Date:,
                Expiration Date:April,2031
                Notes:two
                lines",Card,(none),0
                http://sn,,,,just text,Note,,0
                http://group,,,,,placeholder,Empty,0
                http://sn,,,,"NoteType:SSH Key
                Bit Strength:2048
                Passphrase:pp
                Private Key:-----BEGIN RSA PRIVATE KEY-----
                Proc-Type: 4,ENCRYPTED

                MIIB
                -----END RSA PRIVATE KEY-----
                Public Key:ssh-rsa AAAA
                Branch Address:Main 1
                Rome
                Notes:",Key,,0
                """#,
            items: [
                [
                    "card Card", "holder=Ada L", "number=4111111111111111", "expiry=2031-04",
                    "code=123", "notes=two\nlines", "NoteType: Credit Card", "Language: en-US",
                    "Type: Visa", "Start Date: ,",
                ],
                [
                    "note Key", "NoteType: SSH Key", "Bit Strength: 2048", "*Passphrase: pp",
                    "*Private Key: -----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n"
                        + "MIIB\n-----END RSA PRIVATE KEY-----",
                    "Public Key: ssh-rsa AAAA", "Branch Address: Main 1\nRome",
                ],
                [
                    "login Mail", "site=https://mail.example", "user=ada", "password=p,1",
                    "otp=JBSWY3DPEHPK3PXP", "notes=a note", "tag=Work/Büro", "favorite",
                ],
                ["note Note", "notes=just text"],
            ], problems: [.unknownPart]),
        Sample(
            format: .nordPass,
            text: #"""
                name,url,additional_urls,username,password,note,cardholdername,cardnumber,cvc,pin,expirydate,zipcode,folder,full_name,phone_number,email,address1,address2,city,country,state,type,custom_fields
                Mail,https://mail.example,"[""https://imap.example""]",ada,p1,n,,,,,,,Work,,,,,,,,,password,"[{""label"":""PIN"",""type"":""hidden"",""value"":""12""}]"
                Visa,,,,,,Ada L,4111111111111111,123,99,04/31,00100,,,,,,,,,,credit_card,
                Me,,,,,,,,,,,1,,Ada Lovelace,555,ada@x.example,Main 1,,Rome,it,,identity,
                Work,,,,,,,,,,,,,,,,,,,,,folder,
                """#,
            items: [
                [
                    "login Mail", "site=https://mail.example", "site=https://imap.example",
                    "user=ada", "password=p1", "notes=n", "tag=Work", "*PIN: 12",
                ],
                [
                    "identity Me", "E-mail=ada@x.example", "Phone=555", "Street=Main 1",
                    "City=Rome",
                    "Postal code=1", "Country=it", "Full name: Ada Lovelace",
                ],
                [
                    "card Visa", "holder=Ada L", "number=4111111111111111", "expiry=2031-04",
                    "code=123", "pin=99", "ZIP code: 00100",
                ],
            ]),
        Sample(
            format: .protonText,
            text: #"""
                type,name,url,email,username,password,note,totp,createTime,modifyTime,vault
                login,Mail,"https://mail.example, https://imap.example",ada@x.example,ada,p1,n,otpauth://totp/x?secret=JBSWY3DPEHPK3PXP,1600000000,1700000000,Personal
                login,Only,,only@x.example,,p2,,,1600000000,1700000000,Personal
                creditCard,Visa,,,,,"{""cardholderName"":""Ada L"",""number"":""4111111111111111"",""verificationNumber"":""123"",""expirationDate"":""2031-04"",""pin"":""99"",""note"":""mine""}",,1600000000,1700000000,Personal
                alias,Alias,,hide@x.example,,,,,1600000000,1700000000,Personal
                identity,Me,,,,,"{""firstName"":""Ada"",""city"":""Rome"",""birthdate"":""1815-12-10"",""note"":""n""}",,1600000000,1700000000,Personal
                wifi,Home,,,,,"{""ssid"":""Lan"",""password"":""w1"",""security"":2}",,1600000000,1700000000,Personal
                note,Service,,,,,"{""private_key"":""k""}",,1600000000,1700000000,Personal
                """#,
            items: [
                ["login Alias", "user=hide@x.example", "tag=Personal"],
                [
                    "wifi Home", "Network name (SSID)=Lan", "Password=w1", "Security=WPA2",
                    "tag=Personal",
                ],
                [
                    "login Mail", "site=https://mail.example", "site=https://imap.example",
                    "user=ada", "password=p1", "otp=otpauth://totp/x?secret=JBSWY3DPEHPK3PXP",
                    "notes=n", "tag=Personal", "email: ada@x.example",
                ],
                [
                    "identity Me", "First name=Ada", "City=Rome", "Date of birth=1815-12-10",
                    "notes=n", "tag=Personal",
                ],
                ["login Only", "user=only@x.example", "password=p2", "tag=Personal"],
                ["note Service", #"notes={"private_key":"k"}"#, "tag=Personal"],
                [
                    "card Visa", "holder=Ada L", "number=4111111111111111", "expiry=2031-04",
                    "code=123", "pin=99", "notes=mine", "tag=Personal",
                ],
            ]),
        Sample(
            format: .saferPass,
            text: "url,username,password,notes\nhttps://mail.example,ada,p1,n\n",
            items: [
                [
                    "login mail.example", "site=https://mail.example", "user=ada", "password=p1",
                    "notes=n",
                ]
            ]),
        Sample(
            format: .saferPass,
            text: """
                modelType,modelVersion,url,username,password,notes,favorite,title,text,color
                Account,2,https://mail.example,ada,p1,n,true,Mail,,
                """,
            items: [
                [
                    "login Mail", "site=https://mail.example", "user=ada", "password=p1",
                    "notes=n", "favorite",
                ]
            ]),
        Sample(
            format: .padlock,
            text: """
                name,tags,url,username,password,Garden gate
                Mail,"home,mail",https://mail.example,ada,p1,
                Gate,,,,p2,1234
                """,
            items: [
                ["login Gate", "password=p2", "*Garden gate: 1234"],
                [
                    "login Mail", "site=https://mail.example", "user=ada", "password=p1",
                    "tag=home", "tag=mail",
                ],
            ]),
        Sample(
            format: .onePasswordText,
            text: """
                Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes
                Mail,https://mail.example,ada,p1,otpauth://totp/x?secret=JBSWY3DPEHPK3PXP,true,false,home;mail,n
                """,
            items: [
                [
                    "login Mail", "site=https://mail.example", "user=ada", "password=p1",
                    "otp=otpauth://totp/x?secret=JBSWY3DPEHPK3PXP", "notes=n", "tag=home",
                    "tag=mail", "favorite",
                ]
            ]),
        Sample(
            format: .safari,
            text: """
                Title,URL,Username,Password,Notes,OTPAuth
                Mail (ada),https://mail.example/,ada,p1,n,otpauth://totp/x?secret=JBSWY3DPEHPK3PXP&encoder=steam
                """,
            items: [
                [
                    "login Mail (ada)", "site=https://mail.example/", "user=ada", "password=p1",
                    "notes=n",
                    "*otp: otpauth://totp/x?secret=JBSWY3DPEHPK3PXP&encoder=steam",
                ]
            ], problems: [.oneTimeCode]),
        Sample(
            format: .dashlane,
            text: """
                username,username2,username3,title,password,note,url,category,otpUrl
                ada,ada2,,Mail,p1,n,https://mail.example,Work,
                """,
            items: [
                [
                    "login Mail", "site=https://mail.example", "user=ada", "password=p1",
                    "notes=n", "tag=Work", "username2: ada2",
                ]
            ]),
        Sample(
            format: .keeperText,
            text: #"""
                Work\Mail,Mail,ada,p1,https://mail.example,n,,Account ID,12,TFC:Keeper,otpauth://totp/x?secret=JBSWY3DPEHPK3PXP
                ,Short,,p2,,
                """#,
            items: [
                [
                    "login Mail", "site=https://mail.example", "user=ada", "password=p1",
                    "otp=otpauth://totp/x?secret=JBSWY3DPEHPK3PXP", "notes=n", "tag=Work/Mail",
                    "Account ID: 12",
                ],
                ["login Short", "password=p2"],
            ], isNamed: true),
        Sample(
            format: .roboForm,
            text: """
                Name,Url,MatchUrl,Login,Pwd,Note,Folder,RfFieldsV2
                Mail,https://mail.example,https://mail.example,ada,p1,n,/Work/Mail,"User ID$,,,txt,ada","Password$,,,pwd,p1","TOTP KEY$,,,txt,JBSWY3DPEHPK3PXP","PIN,,,pwd,1,2"
                Plain,,,ada,p2,,,"User ID$,,,txt,","Script$,,,scr,"
                Other,,,ada,p3,,,"User ID$,,,txt,bob","Password$,,,pwd,p4","Script$,,,scr,run"
                """,
            items: [
                [
                    "login Mail", "site=https://mail.example", "user=ada", "password=p1",
                    "otp=JBSWY3DPEHPK3PXP", "notes=n", "tag=Work/Mail", "*PIN: 1,2",
                ],
                [
                    "login Other", "user=ada", "password=p3", "*User ID$: bob", "*Password$: p4",
                    "*Script$: run",
                ],
                ["login Plain", "user=ada", "password=p2"],
            ]),
    ]

    @Test("each is recognised by its columns, and every value arrives", arguments: samples)
    func all(_ sample: Sample) async throws {
        let fixture = try await TransferFixture()
        let path = try fixture.write(sample.text)
        let preview = try await fixture.importer.preview(
            .file(path: path), options: sample.options)
        #expect(preview.format == sample.format)
        let result = try await fixture.importer.apply(preview)
        #expect(result.problems.map(\.reason) == sample.problems)
        #expect(try await fixture.items().map(\.lines) == sample.items)
        // The second time nothing is new.
        let again = try await fixture.importer.preview(
            .file(path: path), options: sample.options)
        #expect(again.counts.writes == 0)
    }

    @Test(
        "cut anywhere, each comes to an end, and brings nothing that is not in it",
        arguments: samples)
    func cut(_ sample: Sample) throws {
        let bytes = Array(sample.text.utf8)
        for count in stride(from: 1, to: bytes.count, by: 7) {
            let source = MemorySource(bytes[..<count].withUnsafeBytes { SecretText(utf8: $0) })
            guard let rows = try? TextRows.open(source, options: sample.options) else { continue }
            var number = 0
            while let element = try rows.next() {
                number += 1
                guard case .item = element else { continue }
                #expect(ItemLimits.problem(of: rows.item()) == nil)
            }
            #expect(number <= count)
        }
    }

    @Test("further columns become concealed fields, and missing ones do no harm")
    func further() async throws {
        let fixture = try await TransferFixture()
        let result = try await fixture.import(
            """
            name,url,username,password,extra,grouping,wing
            Mail,https://mail.example,ada,p1,,,left
            """)
        #expect(result.format == .lastPass)
        #expect(try await fixture.items().first?.lines.last == "*wing: left")
    }

    @Test("a named format is held to its columns")
    func named() async throws {
        let fixture = try await TransferFixture()
        for (format, text) in [
            (ImportFormat.lastPass, "name,url,username,password\nn,u,u,p\n"),
            (.keePass, "name,url,username,password\nn,u,u,p\n"),
            (.chrome, "url,username,password,notes\nu,u,p,n\n"),
        ] {
            var options = ImportOptions()
            options.format = format
            let error = await #expect(throws: TransferError.self) {
                try await fixture.import(text, options: options)
            }
            #expect(error == .notThatFormat(format))
        }
    }
}
