import Foundation
import TestSupport
import Testing

/// The whole of a first day, on the built programs, with real peers: git, Docker's client, Chromium,
/// KeePassXC, a clipboard.
@Suite struct FirstDayTests {
    private let home: TemporaryFolder
    private let site: TemporaryFolder
    private let forge: ServerProcess
    private let registry: ServerProcess

    private static let passphrase = "nine pelicans juggle violet umbrellas"

    init() async throws {
        home = try TemporaryFolder()
        site = try TemporaryFolder()
        try site.write("alice:forge-secret", to: "password")
        let git = Program(path: "/usr/bin/git", environment: Self.author(home.path))
        _ = try await git.run("init", "--quiet", "-b", "main", "\(home.path)/seed")
        try home.write("content\n", to: "seed/file")
        for arguments in [
            ["-C", "\(home.path)/seed", "add", "file"],
            ["-C", "\(home.path)/seed", "commit", "--quiet", "-m", "First"],
            ["clone", "--quiet", "--bare", "\(home.path)/seed", "\(site.path)/demo.git"],
        ] {
            try #require(try await git.run(arguments).status == 0)
        }
        forge = try .git(in: site.path)
        registry = try .registry(in: site.path)
        try writeFiles()
    }

    private static func author(_ home: String) -> [String: String] {
        [
            "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": home, "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": "Test", "GIT_AUTHOR_EMAIL": "test@example.com",
            "GIT_COMMITTER_NAME": "Test", "GIT_COMMITTER_EMAIL": "test@example.com",
        ]
    }

    /// What other programs exported, and what a person would type.
    private func writeFiles() throws {
        func write(_ text: String, to name: String) throws {
            try home.write(text, to: name, permissions: 0o600)
        }
        try write("\(Self.passphrase)\n", to: "passphrase")
        try write("4111 1111 1111 1111\n", to: "number")
        try write("forge-secret\n", to: "forge-password")
        try write("forge-secret", to: "registry-password")
        try write("kéepass-pässphrase\n", to: "keepass-password")
        try write(
            """
            "url","username","password","httpRealm","formActionOrigin","guid","timeCreated",\
            "timeLastUsed","timePasswordChanged"\r
            "https://zoo.example.net","zoë","zoo-pässwörd","","https://zoo.example.net","{1}",\
            "1600000000000","1700000000000","1650000000000"\r
            "https://shop.example.org","erika","same-for-all-12","","https://shop.example.org","{2}",\
            "1600000000000","1700000000000","1650000000000"
            """, to: "firefox.csv")
        try write(
            """
            {"encrypted":false,"folders":[{"id":"f1","name":"Money"}],"items":[
            {"id":"1","folderId":"f1","type":1,"name":"Bank of Examples","notes":null,"favorite":true,
             "login":{"uris":[{"match":null,"uri":"https://bank.example.com"}],"username":"erika",
             "password":"same-for-all-12","totp":null}},
            {"id":"2","folderId":null,"type":2,"name":"Plans","notes":"Write more tests.",
             "favorite":false,"secureNote":{"type":0}}]}
            """, to: "bitwarden.json")
        try write(
            """
            "Group","Title","Username","Password","URL","Notes","TOTP","Icon","Last Modified","Created"
            "Root/Post","mail","erika@example.org","mail-secret","https://mail.example.org","",\
            "otpauth://totp/mail:erika?secret=JBSWY3DPEHPK3PXP&period=30&digits=6","0",\
            "2024-01-01T00:00:00Z","2023-01-01T00:00:00Z"
            "Root","router","admin","r0uter-s3cret-x","http://192.168.0.1","","","0",\
            "2024-01-01T00:00:00Z","2023-01-01T00:00:00Z"
            """, to: "keepassxc.csv")
        for name in ["run", "home"] {
            try FileManager.default.createDirectory(
                atPath: "\(home.path)/\(name)", withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
    }

    @Test("Install, import, find, copy, clone, log in, lock, unlock, back up, restore, export")
    func transcript() async throws {
        var environment = Self.author(home.path)
        environment.merge([
            "REPOSITORY": URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appending(path: "../../..").standardized.path,
            "TENON_PROGRAMS": Program.products, "LANG": "C.UTF-8", "TZ": "UTC",
            "WALLET_HOME": "\(home.path)/home", "WALLET_AGENT": "on",
            "WALLET_PASSPHRASE_FILE": "\(home.path)/passphrase",
            "XDG_RUNTIME_DIR": "\(home.path)/run", "DOCKER_CONFIG": "\(home.path)/docker",
            "DOCKER_HOST": "unix://\(home.path)/none.sock",
            "FORGE": "http://127.0.0.1:\(forge.port)", "REGISTRY": "localhost:\(registry.port)",
        ]) { $1 }
        let script = "\(environment["REPOSITORY"] ?? "")/Tests/Apps/first-day/first-day.sh"
        // A display for the clipboard; a shell of its own ends what the script leaves behind.
        let result = try await Program(
            path: "/usr/bin/xvfb-run", environment: environment, folder: home.path,
            limit: Program.long
        ).run(["--auto-servernum", "--server-args=-noreset", "/bin/bash", script])
        #expect(result.status == 0, "\(result.output)\n\(result.errors)")
        #expect(result.output.hasSuffix("All done.\n"), "\(result.output)\n\(result.errors)")
        let secrets = [
            Self.passphrase, "forge-secret", "mail-secret", "same-for-all-12", "4111 1111 1111",
        ]
        for secret in secrets {
            #expect(!result.output.contains(secret) && !result.errors.contains(secret))
        }
    }
}
