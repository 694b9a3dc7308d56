import Foundation
import TestSupport
import Testing

@Suite("Files that cannot be read to an end")
struct HostileFileTests {
    @Test("A pipe with a name, a device and a folder are refused, whatever they are given as")
    func kinds() async throws {
        let fixture = try await CommandFixture.make()
        let pipe = fixture.path("home/pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        for path in [pipe, "/dev/zero", fixture.path("home")] {
            let passphrase = try await fixture.bare(["list", "--passphrase-file", path])
            #expect(passphrase.status == 66)
            #expect(passphrase.errors.contains("it is a folder, a device or a pipe with a name"))
            let restored = try await fixture.run("vault", "restore", path, "--yes")
            #expect(restored.status == 65)
            #expect(restored.errors.contains("is a folder, a device or a pipe, not a vault"))
        }
        for path in [pipe, "/dev/zero"] {
            let imported = try await fixture.run("import", path, "--yes")
            #expect(imported.status == 66)
            #expect(imported.errors.contains("\(path) is a folder, a device, a socket"))
        }
        #expect(try await fixture.run("list", "--vault", pipe).errors.contains("is not a vault"))
        #expect(try await fixture.run("list").status == 0)
    }

    @Test("What this machine has seen of the vault is not waited for")
    func seen() async throws {
        let fixture = try await CommandFixture.make()
        _ = try await fixture.run("list")
        let folder = fixture.path("home/state")
        let name = try #require(
            try FileManager.default.contentsOfDirectory(atPath: folder)
                .first { $0.hasSuffix(".seen") })
        try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        try #require(mkfifo("\(folder)/\(name)", 0o600) == 0)
        #expect(try await fixture.run("list").status == 0)
    }

    @Test("A file without an end is refused for its size, before it is read")
    func huge() async throws {
        let fixture = try await CommandFixture.make()
        let huge = fixture.path("home/huge")
        try #require(
            FileManager.default.createFile(
                atPath: huge, contents: nil, attributes: [.posixPermissions: 0o600]))
        try #require(truncate(huge, 1 << 40) == 0)
        let restored = try await fixture.run("vault", "restore", huge, "--yes")
        #expect(restored.errors.contains("has more than 4 GiB"))
        let imported = try await fixture.run("import", huge, "--yes")
        #expect(imported.errors.contains("is larger than 4096 MiB"))
        let passphrase = try await fixture.bare(["list", "--passphrase-file", huge])
        #expect(passphrase.errors.contains("it is larger than 1 MiB"))
    }

    @Test("Settings are not read from what has no end")
    func settings() async throws {
        let fixture = try await CommandFixture.make()
        let path = fixture.path("home/config.json")
        try #require(mkfifo(path, 0o600) == 0)
        let result = try await fixture.run("list")
        #expect(result.status == 78)
        #expect(result.errors.contains("is not a file of at most 1 MiB"))
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(
            atPath: path, withDestinationPath: "/dev/zero")
        #expect(try await fixture.run("list").status == 78)
    }

    @Test("A password is never cut: a line that is too long is refused")
    func longLine() async throws {
        let fixture = try await CommandFixture.make()
        for (count, status) in [(65_536, Int32(0)), (65_537, 66)] {
            try fixture.folder.write(
                String(repeating: "x", count: count) + "\n", to: "password", permissions: 0o600)
            let added = try await fixture.run(
                "add", "--title", "\(count)", "--password-file", fixture.path("password"))
            #expect(added.status == status)
            #expect(
                added.errors.contains("its first line has more than 65536 bytes") == (status != 0))
        }
    }

    @Test("Secrets come through pipes without a name, and through standard input")
    func pipes() async throws {
        let fixture = try await CommandFixture.make()
        for line in [
            "wallet-headless list --passphrase-file <(cat passphrase)",
            "cat passphrase | wallet-headless list --passphrase-file /dev/stdin",
            "wallet-headless list --passphrase-file /dev/stdin < passphrase",
            "cat passphrase | wallet-headless list --passphrase-file -",
            "wallet-headless import <(printf 'name,url,username,password\\nA,https://a.example,c,d\\n') "
                + "--dry-run --passphrase-file passphrase",
        ] {
            let result = try await fixture.shell(line)
            #expect(result.status == 0, "\(line): \(result.errors)")
        }
    }
}
