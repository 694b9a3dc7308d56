import Foundation
import TenonCore
import TenonPublicSuffix
import TenonSQLite
import TenonSecurity
import WalletVault

/// The homes that trials begin with; each is made once, and copied.
struct Sample: Sendable {
    /// What there is before the command.
    enum Kind: CaseIterable, Sendable {
        /// No vault.
        case nothing
        /// A vault with items, and what commands are given.
        case vault
        /// No vault, but a backup of one.
        case backupOnly
        /// A vault of which an item is damaged.
        case damaged
    }

    static let passphrase = "correct horse battery staple"
    /// The new values of passphrases and passwords.
    static let new = "another horse and battery"
    static let secret = "n3w-s3cret"
    static let office = "the office has its own words"

    /// The time of this process.
    static var now: Timestamp {
        Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    }

    let places: [Kind: Place]

    /// Makes all of them in a folder.
    static func make(in folder: String, _ tools: Tools) async throws -> Sample {
        let nothing = try Place.make("\(folder)/nothing")
        for (name, text) in [
            ("passphrase", passphrase), ("new", new), ("secret", secret),
            ("git-new", gitQuestion("new.example.org") + "username=ada\npassword=\(secret)\n"),
            ("git-known", gitQuestion("git.example.org") + "username=ada\npassword=for git\n"),
            (
                "docker-new",
                #"{"ServerURL": "new.example.org", "Username": "ada", "Secret": "\#(secret)"}"#
            ), ("docker-known", "docker.example.org"),
        ] {
            try write("\(text)\n", to: "\(nothing.inputs)/\(name)")
        }
        let vault = try nothing.copy(to: "\(folder)/vault")
        try await fill(vault)
        try await addOtherFiles(to: vault, tools, in: "\(folder)/other")
        let backupOnly = try vault.copy(to: "\(folder)/backup")
        try FileManager.default.removeItem(atPath: "\(backupOnly.root)/home")
        try FileManager.default.createDirectory(
            atPath: "\(backupOnly.root)/home", withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        let damaged = try vault.copy(to: "\(folder)/damaged")
        try damage(damaged.vault)
        return Sample(places: [
            .nothing: nothing, .vault: vault, .backupOnly: backupOnly, .damaged: damaged,
        ])
    }

    /// The first lines of what git says about a host.
    private static func gitQuestion(_ host: String) -> String { "protocol=https\nhost=\(host)\n" }

    /// Logins that git and Docker have stored, as these mark them.
    private static func addCredentials(to vault: VaultManager) async throws {
        for program in ["git", "docker"] {
            let scheme = program == "git" ? "https://" : ""
            try await vault.add(
                Login(
                    title: program, sites: ["\(scheme)\(program).example.org"], userName: "ada",
                    password: SecretText("for \(program)"), tags: [program],
                    customFields: [
                        CustomField(
                            label: ".\(program).made", value: SecretText("1"), isConcealed: false)
                    ]))
        }
    }

    /// Makes a vault with fourteen logins, one in the trash, two backups, and a copy with its log.
    private static func fill(_ place: Place) async throws {
        let manager = VaultContent.manager(place.vault, state: place.state)
        try await manager.create(passphrase: SecretText(passphrase))
        for number in 1...12 { try await manager.add(login("Item \(number)", "first-\(number)")) }
        try await addCredentials(to: manager)
        var counting = try await login(titled: "Item 5", manager)
        counting.oneTimePassword = SecretText(
            "otpauth://hotp/ada?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&counter=1")
        try await manager.save(counting)
        try await manager.addPassphrase(SecretText(office), name: "Office")
        let trashed = try await manager.add(login("Trashed", "thrown away"))
        try await manager.moveToTrash(trashed.id)
        let maintenance = VaultMaintenance(
            path: place.vault, stateDirectory: place.state,
            backupFolder: "\(place.state)/backups", databases: SQLiteDatabases(),
            domains: PublicSuffixList(), now: { now }, argon2id: .floor)
        for _ in 0..<2 { try await maintenance.backup() }
        try await maintenance.backup(to: "\(place.root)/older.db")
        var changed = try await login(titled: "Item 2", manager)
        changed.password = SecretText("second-2")
        try await manager.save(changed)
        try await manager.add(login("Item 13", "first-13"))
        // What a copying program takes of a vault that is in use.
        let logged = "\(place.root)/logged"
        try FileManager.default.createDirectory(
            atPath: logged, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        for log in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: place.vault + log, toPath: "\(logged)/vault.db\(log)")
        }
        changed = try await login(titled: "Item 2", manager)
        changed.password = SecretText("third-2")
        try await manager.save(changed)
        await manager.close()
        try write("name,url,username,password,note\n" + rows, to: "\(place.root)/logins.csv")
        try write("{}\n", to: "\(place.root)/old.json")
    }

    /// Adds what commands read or replace: a template, browsers, and files of other programs.
    private static func addOtherFiles(
        to place: Place, _ tools: Tools, in folder: String
    ) async throws {
        try write("password={{ wallet://Item 1/password }}\n", to: "\(place.root)/template.txt")
        try write("old\n", to: "\(place.root)/old.conf")
        for folder in [".mozilla", ".librewolf/native-messaging-hosts"] {
            try FileManager.default.createDirectory(
                atPath: "\(place.root)/\(folder)", withIntermediateDirectories: true)
        }
        // Of an installation that is gone.
        try write(
            #"{"path": "/nowhere/wallet-credential-browser"}"#,
            to: "\(place.root)/.librewolf/native-messaging-hosts/"
                + "org.keepassxc.keepassxc_browser.json")
        let other = try Place.make(folder)
        for name in ["passphrase", "secret"] {
            try FileManager.default.copyItem(
                atPath: "\(place.inputs)/\(name)", toPath: "\(other.inputs)/\(name)")
        }
        try write("name,url,username,password,note\n" + rows, to: "\(other.root)/logins.csv")
        let secret = ["--password-file", "../in/secret"]
        for words in [
            ["init", "--yes"], ["import", "logins.csv", "--yes"],
            ["export", "keepass", "\(place.root)/other.kdbx"] + secret,
            ["export", "bitwarden", "\(place.root)/other.json", "--yes"],
            ["export", "1pux", "\(place.root)/other.1pux", "--yes"],
        ] {
            let ending = try await tools.run(words, in: other)
            guard ending.status == 0 else {
                throw Problem(message: "The sample has no \(words): \(ending.words).")
            }
        }
        other.remove()
    }

    private static let rows = (1...5).map {
        "Imported \($0),https://imported-\($0).example.com,ada,imported-\($0),\n"
    }.joined()

    private static func login(_ title: String, _ password: String) -> Login {
        Login(
            title: title,
            sites: ["https://\(title.lowercased().replacing(" ", with: "-")).example.com"],
            userName: "ada", password: SecretText(password))
    }

    private static func login(titled title: String, _ vault: VaultManager) async throws -> Login {
        let page = try await vault.list(ItemQuery(window: 0..<1000))
        guard let found = page.items.first(where: { $0.title == title }) else {
            throw Problem(message: "The sample has no item called \(title).")
        }
        return try await vault.login(found.id)
    }

    private static func damage(_ path: String) throws {
        let database = try SQLiteDatabases().open(path: path, options: DatabaseOptions())
        try database.write { connection in
            try connection.execute(
                "DELETE FROM details WHERE n = (SELECT MIN(n) FROM details)", [])
        }
        try database.close()
    }

    private static func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        chmod(path, 0o600)
    }
}
