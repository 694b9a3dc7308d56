import Foundation
import TenonCore
import TenonSystem
import TestSupport
import Testing
import WalletVault

@testable import WalletTransfer  // The readers of formats are internal.

@Suite("Folders of pass")
struct PassStoreTests {
    /// A home with a key of its own, and a store in it.
    private struct Home {
        let folder: TemporaryFolder
        let environment: [String: String]

        init() async throws {
            let folder = try TemporaryFolder()
            self.folder = folder
            try FileManager.default.createDirectory(
                atPath: folder.path + "/gnupg", withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            environment = [
                "GNUPGHOME": folder.path + "/gnupg", "PATH": "/usr/bin:/bin", "HOME": folder.path,
            ]
            try await gpg(
                "--quick-gen-key", "--passphrase", "", "Test <test@example.com>", "rsa2048",
                "encrypt", "never")
        }

        func gpg(_ arguments: String..., input: String = "") async throws {
            let program = Program(path: "/usr/bin/gpg", environment: environment)
            let options = ["--batch", "--yes", "--quiet", "--trust-model", "always"]
            let result = try await program.run(options + arguments, input: input)
            try #require(result.status == 0, "\(result.errors)")
        }

        /// Encrypts a text into the store.
        func add(_ name: String, _ text: String) async throws {
            let path = "\(folder.path)/store/\(name).gpg"
            try FileManager.default.createDirectory(
                at: URL(filePath: path).deletingLastPathComponent(),
                withIntermediateDirectories: true)
            try await gpg(
                "--encrypt", "--recipient", "test@example.com", "--output", path, input: text)
        }

        func stop() async throws {
            let program = Program(path: "/usr/bin/gpgconf", environment: environment)
            _ = try await program.run("--kill", "all")
        }

        var tools: DocumentTools {
            DocumentTools(
                archives: DocumentTools.live.archives, gzip: DocumentTools.live.gzip,
                xml: DocumentTools.live.xml, programs: SystemPrograms(environment: environment))
        }
    }

    /// A text, the password that it has, and what is in a field that is concealed.
    private static let readForms: [(text: String, password: String, content: String)] = [
        ("s3cret\nuser: ada\n", "s3cret", ""), ("\u{FEFF}s3cret\n", "s3cret", ""),
        ("s3cret\r\nnote\r\n", "s3cret", ""), ("{s3cret}\n", "{s3cret}", ""), ("", "", ""),
        ("----\nnote\n", "----", ""),
        ("GOPASS-SECRET-1.0\nUser: ada\nPassword: s3cret\n\nnote\n", "s3cret", ""),
        ("GOPASS-SECRET-1.0\nKey: s3cret\n", "", "GOPASS-SECRET-1.0\nKey: s3cret\n"),
        ("---\nuser: ada\npassword: s3cret\n", "s3cret", ""),
        ("--- # mine\nuser: ada\npassword: s3cret\n", "s3cret", ""),
        ("--- !t\npassword: s3cret\n", "s3cret", ""), ("--- s3cret\nnote\n", "--- s3cret", ""),
        ("---\npassword: \"s3\\u0063ret\"\n", "", "---\npassword: \"s3\\u0063ret\"\n"),
        ("---\ntoken: s3cret\n", "", "---\ntoken: s3cret\n"),
        ("{\n  \"key\": \"s3cret\"\n}\n", "", "{\n  \"key\": \"s3cret\"\n}\n"),
        ("{\"key\": \"s3cret\"}\n", "", "{\"key\": \"s3cret\"}\n"),
        (
            "-----BEGIN PRIVATE KEY-----\ns3cret\n-----END PRIVATE KEY-----\n", "",
            "-----BEGIN PRIVATE KEY-----\ns3cret\n-----END PRIVATE KEY-----\n"
        ),
        ("Content-Type: text/plain\n\ns3cret\n", "", "Content-Type: text/plain\n\ns3cret\n"),
        ("PuTTY-User-Key-File-3: x\ns3cret\n", "", "PuTTY-User-Key-File-3: x\ns3cret\n"),
        ("\u{FEFF}---\r\npassword: s3cret\r\n", "s3cret", ""),
        ("\u{FEFF}{ \"key\": \"s3cret\" }", "", "{ \"key\": \"s3cret\" }"),
        ("[{\"key\": \"s3cret\"}]\n", "", "[{\"key\": \"s3cret\"}]\n"),
        ("[default]\naws_key = s3cret\n", "", "[default]\naws_key = s3cret\n"),
        ("[s3cret]\nnote\n", "[s3cret]", ""),
        ("A_ID=1\nA_KEY=s3cret\n", "", "A_ID=1\nA_KEY=s3cret\n"),
        ("export A=1\n\nexport B=s3cret\n", "", "export A=1\n\nexport B=s3cret\n"),
        ("s3cret=\nuser: ada\n", "s3cret=", ""), ("s3=cret\nnote\n", "s3=cret", ""),
        ("user: ada\npassword: s3cret\n", "s3cret", ""),
        ("apiVersion: v1\nkind: s3cret\n", "", "apiVersion: v1\nkind: s3cret\n"),
        ("s3:cret\nuser: ada\n", "s3:cret", ""), ("s3cret: x y\nnote\n", "s3cret: x y", ""),
        (
            "machine a.example\nlogin ada\npassword s3cret\n", "",
            "machine a.example\nlogin ada\npassword s3cret\n"
        ),
        ("[s3cret]\n", "[s3cret]", ""), ("{}\n", "{}", ""), ("[1]\n", "[1]", ""),
        ("<?xml version=\"1.0\"?>\ns3cret\n", "", "<?xml version=\"1.0\"?>\ns3cret\n"),
        ("Content-Type: text/plain\nPassword: s3cret\n\nnote\n", "s3cret", ""),
        ("MIME-Version: 1.0\nPASSWORD:s3cret\n", "s3cret", ""),
        ("GOPASS-SECRET-1.0\nPassword: \"s3cret\n", "\"s3cret", ""),
        (
            "GOPASS-SECRET-1.0\nUser: ada\n\nPassword: s3cret\n", "",
            "GOPASS-SECRET-1.0\nUser: ada\n\nPassword: s3cret\n"
        ),
        (
            "GOPASS-SECRET-1.0\nPassword: s3\n cret\n", "",
            "GOPASS-SECRET-1.0\nPassword: s3\n cret\n"
        ),
        ("---\npassword: 's3cret'\nurl: \"https://a.example\"\n", "s3cret", ""),
        ("---\npassword: s3cret # new\n", "", "---\npassword: s3cret # new\n"),
        ("---\npassword: |\n  s3cret\n", "", "---\npassword: |\n  s3cret\n"),
        ("---\nold:\n  password: s3cret\n", "", "---\nold:\n  password: s3cret\n"),
        ("---\npassword: other\nold:\n  password: s3cret\n", "other", ""),
        ("---\npassword: a\npassword: s3cret\n", "", "---\npassword: a\npassword: s3cret\n"),
        ("---\npassword: other\nold:\n- pass: s3cret\n", "other", ""),
        ("\npassword: s3cret\n", "s3cret", ""), ("other\n  Password: s3cret\n", "other", ""),
        ("s3cret\npassword: s3cret\n", "s3cret", ""),
        (
            "-----BEGIN OPENSSH PRIVATE KEY-----\ns3cret\n", "",
            "-----BEGIN OPENSSH PRIVATE KEY-----\ns3cret\n"
        ),
        ("password: s3cret\n", "s3cret", ""),
        ("password: s3cret\nnote\n", "s3cret", ""),
        ("PASS : s3cret\r\n", "s3cret", ""),
        ("#s3cret\nuser: ada\n", "#s3cret", ""),
        ("#s3 cret\n", "#s3 cret", ""),
        ("https://s3cret\n", "https://s3cret", ""),
        ("totp: JBSWY3DPEHPK3PXP\npassword: s3cret\nnote\n", "s3cret", ""),
        ("\r\npassword: s3cret\r\nnote\r\n", "s3cret", ""),
        (
            "other\n-----BEGIN OPENSSH PRIVATE KEY-----\ns3cret\n-----END OPENSSH PRIVATE KEY-----\nnote\n",
            "other", ""
        ),
        ("other\nkey: -----BEGIN X-----\r\ns3cret\r\n-----END X-----\r\nnote\r\n", "other", ""),
        ("other\n-----BEGIN PRIVATE KEY-----\ns3cret\n", "other", ""),
        ("\n-----BEGIN PRIVATE KEY-----\ns3cret\n-----END PRIVATE KEY-----\n", "", ""),
        ("other\nAGE-SECRET-KEY-1s3cret\n", "other", ""),
        // What looks like a name of a person or a host may be a password as well.
        ("ada@s3cret.example\n", "ada@s3cret.example", ""),
        ("ada@s3cret.example\nnote\n", "ada@s3cret.example", ""),
        ("s3cret.example\n", "s3cret.example", ""),
        ("s3cret.example\nuser: ada\n", "s3cret.example", ""),
        ("www.s3cret.example/a\r\nurl: https://a.example\r\n", "www.s3cret.example/a", ""),
        ("s3cret.example:8443\nnote\n", "s3cret.example:8443", ""),
        ("192.168.1.1\nnote\n", "192.168.1.1", ""),
        ("mailto:s3cret@a.example\nnote\n", "mailto:s3cret@a.example", ""),
        ("@s3cret\nnote\n", "@s3cret", ""), ("s3cret@\nnote\n", "s3cret@", ""),
        ("ssh-ed25519 s3cret\n", "ssh-ed25519 s3cret", ""),
        ("ssh-s3cret AAA\n", "ssh-s3cret AAA", ""), ("AAAA ssh-s3cret\n", "AAAA ssh-s3cret", ""),
        ("ssh- aaaa s3cret\n", "ssh- aaaa s3cret", ""),
        ("other\n- PassWord : s3cret\n", "other", ""),
        ("other\n-- pw: s3cret\n", "other", ""),
        ("other\nPuTTY-User-Key-File-3: x\nPrivate-Lines: 1\ns3cret\n", "other", ""),
    ]

    static let forms: [(text: String, password: String, content: String)] =
        readForms + wholeForms.map { (text: $0, password: "", content: $0) }

    /// Texts that are kept as a whole.
    private static let wholeForms: [String] = [
        "# created: 2024-01-01\n# public key: age1x\nAGE-SECRET-KEY-1s3cret\n",
        "#remark\ns3cret\n",
        "; remark\ns3cret\n",
        "// remark\ns3cret\n",
        "/* remark */\ns3cret\n",
        "# a\n# s3cret\n",
        "#!/bin/sh\nexport TOKEN=s3cret\n",
        "BEGIN:VCARD\nNOTE:s3cret\nEND:VCARD\n",
        "<key>\ns3cret\n</key>\n",
        "key: -----BEGIN X-----\ns3cret\n-----END X-----\n",
        "https://a.example\nada\ns3cret\n",
        "see https://a.example\ns3cret\n",
        "user: ada\ns3cret\n",
        "url: https://a.example\ns3cret\n",
        "user:ada\ns3cret\n",
        "password:s3cret\n",
        "login=s3cret\n",
        "user = ada\npass = s3cret\n",
        "password:\ns3cret\n",
        "a.b=1\nc.d=s3cret\n",
        "A=1\n; remark\nB=s3cret\n",
        "[default]\n# remark\naws_key = s3cret\n",
        "machine a.example login ada password a\nmachine b.example login bob password s3cret\n",
        "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP\ns3cret\n",
        "totp: JBSWY3DPEHPK3PXP\ns3cret\n",
        "\ns3cret\n",
        "  \ns3cret\n",
        "ssh-ed25519 AAAAs3cret ada@a.example\n",
        "ssh-rsa AAAAs3cret\n",
        "ssh-dss AAAAs3cret\nnote\n",
        "ecdsa-sha2-nistp256 AAAAs3cret c\nuser: ada\n",
        "sk-ssh-ed25519@openssh.com AAAAs3cret\n",
        "sk-ecdsa-sha2-nistp256@openssh.com AAAAs3cret c\n",
        "ssh-ed25519-cert-v01@openssh.com AAAAs3cret\n",
        "  ssh-ed25519\tAAAAs3cret\n",
        "a.example,192.168.1.1 ssh-ed25519 AAAAs3cret\n",
        "restrict,command=\"ls -l\" ssh-rsa AAAAs3cret ada\n",
        "@cert-authority *.a.example ssh-rsa AAAAs3cret\n",
        "untrusted comment: minisign public key\ns3cret\n",
        "\nAKIAKEY: s3cret\n",
        "\nuser: ada\n\ns3cret\n",
        "\nContent-Disposition: attachment\nContent-Transfer-Encoding: Base64\n\ns3cret\n",
    ]

    /// Texts with keys below a password, and the fields and notes that they have.
    private static let keys: [(text: String, fields: [String], notes: String)] = [
        (
            "p\n-----BEGIN X-----\nAA\n-----END X-----\nnote",
            ["-----BEGIN X-----\nAA\n-----END X-----\n"], "note"
        ),
        (
            "p\na\n-----BEGIN X-----\r\nAA\r\n-----END X-----\r\nuser: ada\nb",
            ["-----BEGIN X-----\nAA\n-----END X-----\n"], "a\nb"
        ),
        (
            "p\nk: -----BEGIN X-----AA-----END X-----\nb",
            ["k: -----BEGIN X-----AA-----END X-----\n"], "b"
        ),
        ("p\n-----BEGIN X-----\nAA\nb", ["-----BEGIN X-----\nAA\nb\n"], ""),
        (
            "p\n-----BEGIN X-----\nA\n-----END X-----\n-----BEGIN Y-----\nB\n-----END Y-----",
            ["-----BEGIN X-----\nA\n-----END X-----\n", "-----BEGIN Y-----\nB\n-----END Y-----\n"],
            ""
        ),
        ("p\nAGE-SECRET-KEY-1A", ["AGE-SECRET-KEY-1A"], ""),
        ("p\n-----END X-----", [], "-----END X-----"),
    ]

    @Test("a key below a password becomes a concealed field of its own")
    func keys() {
        for (text, values, notes) in Self.keys {
            let item = PassEntry(folders: [], name: "entry").item(SecretText(text)).item
            let fields = item.customFields.filter { $0.label == "key" }
            #expect(fields.map { $0.value.reveal() } == values, "\(text)")
            let areConcealed = fields.allSatisfy(\.isConcealed)
            #expect(areConcealed, "\(text)")
            #expect(item.notes.reveal() == notes, "\(text)")
            #expect(item.login?.password.reveal() == "p", "\(text)")
        }
    }

    @Test("a first line that is no password is not taken for one, and no secret is readable then")
    func firstLine() throws {
        for (text, password, content) in Self.forms {
            let imported = PassEntry(folders: [], name: "entry").item(SecretText(text))
            let login = try #require(imported.item.login, "\(text)")
            #expect(login.password.reveal() == password, "\(text)")
            #expect(!login.notes.reveal().contains("s3cret"), "\(text)")
            let fields = login.customFields.filter { $0.label == "content" }
            #expect(
                fields.map { $0.value.reveal() } == (content.isEmpty ? [] : [content]), "\(text)")
            let areConcealed = login.customFields.allSatisfy(\.isConcealed)
            #expect(areConcealed, "\(text)")
            #expect(imported.remarks == (content.isEmpty ? [] : [.keptWhole]), "\(text)")
        }
    }

    /// Names of files, and whether each is a host.
    private static let hosts = [
        ("mail.example", true), ("example.org:8443", true), ("192.168.1.1", true),
        ("192.168.1.1:8080", true), ("müller.example", true), ("13.40", false), ("10.0", false),
        ("v1.2", false), ("1.2.3", false), ("a b.example", false), ("a@b.example", false),
        ("mail", false), ("mail.", false),
    ]

    @Test("a file that is called like a host is for it, and a number is none")
    func hosts() throws {
        for (name, isHost) in Self.hosts {
            for entry in [
                PassEntry(folders: [], name: name), PassEntry(folders: [name], name: "ada"),
            ] {
                let login = try #require(entry.item(SecretText("s3cret\n")).item.login)
                #expect(login.sites == (isHost ? [name] : []), "\(name)")
            }
        }
    }

    @Test("the values of YAML are read without their quotation marks")
    func yaml() {
        let text =
            "---\nuser: 'ada'\npassword: \"p: #1\"\nurl: https://a.example\n"
            + "safe:\n  user: bob\n"
        let item = PassEntry(folders: [], name: "entry").item(SecretText(text)).item
        #expect(
            item.lines == [
                "login entry", "site=https://a.example", "user=ada", "password=p: #1",
                "notes=safe:\n  user: bob",
            ])
    }

    @Test("a private key of OpenSSH is one, with line ends as programs want them")
    func privateKey() {
        let text =
            "\u{FEFF}-----BEGIN OPENSSH PRIVATE KEY-----\r\nAAAA\r\n"
            + "-----END OPENSSH PRIVATE KEY-----\r\npassphrase: s3cret\r\nof the server"
        let imported = PassEntry(folders: [], name: "host.example").item(SecretText(text))
        // Its content is none.
        #expect(imported.item.kind == .sshKey && imported.remarks == [.privateKey])
        #expect(
            imported.item.record?[.privateKey]?.reveal()
                == "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n")
        #expect(imported.item.notes.reveal() == "of the server")
        let fields = imported.item.customFields.filter { !$0.isHidden }
        #expect(fields.map { "\($0.label)=\($0.value.reveal())" } == ["passphrase=s3cret"])
        #expect(fields.first?.isConcealed == true)
    }

    @Test(
        "every file below the folder is decrypted by gpg once, and nothing outside of it; links are said"
    )
    func store() async throws {
        let home = try await Home()
        let fixture = try await TransferFixture()
        try await home.add("mail.example.com", "pässwörd\nuser: ada\nPIN: 1234\n\nfree text\n")
        try await home.add("work/server.example/root", "toor\notpauth://totp/x?secret=ABC\n")
        try await home.add("plain", "just this")
        try await home.add("outside", "hidden")
        let store = home.folder.path + "/store"
        try FileManager.default.moveItem(
            atPath: store + "/outside.gpg", toPath: home.folder.path + "/outside.gpg")
        for (link, target) in [
            ("link.gpg", "../outside.gpg"), ("up", ".."),
            ("same.gpg", "work/server.example/root.gpg"), ("work/again", "server.example"),
            ("secret.gpg", ".git/x.gpg"), ("README", ".gpg-id"),
        ] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(store)/\(link)", withDestinationPath: target)
        }
        try FileManager.default.createDirectory(
            atPath: store + "/.git", withIntermediateDirectories: true)
        try home.folder.write("not encrypted", to: "store/.git/x.gpg")
        try home.folder.write("not encrypted", to: "store/broken.gpg")
        try home.folder.write("test@example.com", to: "store/.gpg-id")
        for name in ["bank.age", "bank.asc", "notes.txt", ".hidden/x.gpg", "work/.secret.gpg"] {
            let path = URL(filePath: "\(store)/\(name)")
            try FileManager.default.createDirectory(
                at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("x".utf8).write(to: path)
        }
        // A name in another encoding.
        let other = (Array("\(store)/caf".utf8) + [0xE9] + Array(".gpg".utf8)).map(
            CChar.init(bitPattern:))
        let descriptor = open(other + [0], O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        close(descriptor)
        let importer = Importer(
            vault: fixture.vault, domains: TransferFixture.domains, tools: home.tools,
            clock: SystemClock())
        let preview = try await importer.preview(.file(path: store))
        #expect(preview.format == .passStore && preview.counts.new == 3)
        #expect(
            preview.problems == [
                RowProblem(line: 1, title: "broken", reason: .notDecrypted),
                RowProblem(line: 5, title: ".hidden", reason: .otherFile),
                RowProblem(line: 6, title: "README", reason: .otherFile),
                RowProblem(line: 7, title: "bank.age", reason: .otherFile),
                RowProblem(line: 8, title: "bank.asc", reason: .otherFile),
                RowProblem(line: 9, title: "caf\u{FFFD}.gpg", reason: .invalidText),
                RowProblem(line: 10, title: "notes.txt", reason: .otherFile),
                RowProblem(line: 11, title: "work/.secret.gpg", reason: .otherFile),
                RowProblem(line: 12, title: "link", reason: .outerLink),
                RowProblem(line: 13, title: "same", reason: .innerLink),
                RowProblem(line: 14, title: "secret", reason: .outerLink),
                RowProblem(line: 15, title: "up", reason: .outerLink),
                RowProblem(line: 16, title: "work/again", reason: .innerLink),
            ])
        #expect(preview.counts.problems == 11)
        try await importer.apply(preview)
        let items = Dictionary(
            try await fixture.items().map { ($0.title, $0) }, uniquingKeysWith: { $1 })
        let mail = try #require(items["mail.example.com"]?.login)
        #expect(mail.userName == "ada" && mail.password.reveal() == "pässwörd")
        #expect(mail.sites == ["mail.example.com"])
        #expect(mail.notes.reveal() == "PIN: 1234\n\nfree text")
        let server = try #require(items["server.example"]?.login)
        #expect(server.userName == "root" && server.sites == ["server.example"])
        #expect(server.oneTimePassword?.reveal() == "otpauth://totp/x?secret=ABC")
        #expect(server.tags == ["work/server.example"])
        #expect(items["plain"]?.login?.password.reveal() == "just this")
        #expect(try await importer.preview(.file(path: store)).counts.new == 0)
        try await home.stop()
    }

    @Test("without gpg the import says what is missing")
    func noProgram() async throws {
        let fixture = try await TransferFixture()
        let folder = try TemporaryFolder()
        try folder.write("x", to: "a.gpg")
        let tools = DocumentTools(
            archives: DocumentTools.live.archives, gzip: DocumentTools.live.gzip,
            xml: DocumentTools.live.xml, programs: SystemPrograms(environment: ["PATH": "/none"]))
        let importer = Importer(
            vault: fixture.vault, domains: TransferFixture.domains, tools: tools,
            clock: SystemClock())
        let error = await #expect(throws: TransferError.self) {
            try await importer.preview(.file(path: folder.path))
        }
        #expect(error == .noGnuPG)
    }
}
