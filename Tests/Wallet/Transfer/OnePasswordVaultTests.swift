import Foundation
import TenonCore
import TenonSecurity
import TestSupport
import Testing
import WalletVault

@testable import WalletTransfer  // The readers of formats are internal.

@Suite("Vaults of 1Password 4 to 7")
struct OnePasswordVaultTests {
    private func read(
        _ path: String, _ password: SecretText = OnePasswordVaultFolder.password
    ) throws -> ImportedDocument {
        try OnePasswordVault(path).read(password: password)
    }

    private func code(
        _ path: String, _ password: SecretText = OnePasswordVaultFolder.password
    ) -> ErrorCode? {
        do {
            _ = try read(path, password)
            return nil
        } catch {
            return (error as? any ExplainedError)?.code ?? ErrorCode("defect", .defect)
        }
    }

    @Test("logins, cards, sections, codes, folders and history arrive")
    func everything() async throws {
        let fixture = try await TransferFixture()
        let path = try OnePasswordVaultFolder().write(to: fixture.path("v.opvault"))
        let preview = try await fixture.importer.preview(
            .file(path: path),
            askPassword: { name, attempts in
                name == "v.opvault" && attempts == 0 ? OnePasswordVaultFolder.password : nil
            })
        #expect(preview.format == .opVault && preview.isEncrypted)
        #expect(
            preview.problems == [
                RowProblem(line: 1, title: "Mail", reason: .attachments(1)),
                RowProblem(line: 3, title: "Gone", reason: .inTrash),
                RowProblem(line: 4, title: "A4", reason: .unreadable),
            ])
        try await fixture.importer.apply(preview)
        let items = try await fixture.items()
        #expect(
            items.map(\.lines) == [
                [
                    "login Mail", "site=https://mail.example", "site=https://b.example",
                    "user=ada", "password=p1", "otp=JBSWY3DPEHPK3PXP", "notes=n", "tag=Work",
                    "tag=home", "favorite", "*pin: 12", "*More: PUK: 99", "More: since: 2020-01-01",
                ],
                [
                    "card Visa", "holder=Ada L", "number=4111111111111111", "expiry=2031-04",
                ],
            ])
        #expect(items[0].created.milliseconds == 1_577_934_245_000)
        let kept = items[0].customFields.filter(\.isHidden)
        #expect(
            kept.first { $0.label == ".1password.opvaultUuid" }?.value.reveal() == "\"0AAA\"")
        #expect(kept.contains { $0.label == ".1password.details.htmlForm" })
        let again = try await fixture.importer.preview(
            .file(path: path), askPassword: { _, _ in OnePasswordVaultFolder.password })
        #expect(again.counts.new == 0)
        let history = try await fixture.vault.history(items[0].id)
        #expect(history.compactMap { $0.password?.reveal() } == ["p0"])
    }

    @Test("a file that belongs to no item is named")
    func otherFiles() throws {
        let folder = try TemporaryFolder()
        let path = try OnePasswordVaultFolder().write(to: folder.path + "/v")
        let before = try read(path).problemTitles
        let names = ["0AAA", "ZZ_1.attachment", "band_G.js", "notes.txt", "profile.js.bak"]
        // The second attachment of an item that is there, and one of an item in the trash.
        for name in names + ["0AAA_12.attachment", "A2_1.attachment"] {
            try Data("x".utf8).write(to: URL(filePath: "\(path)/default/\(name)"))
        }
        #expect(try read(path).problemTitles == before + names)
    }

    @Test("a wrong password, missing files and absurd derivations are refused")
    func refused() throws {
        let folder = try TemporaryFolder()
        let path = try OnePasswordVaultFolder().write(to: folder.path + "/v")
        #expect(code(path, SecretText("other")) == .transferWrongPassword)
        for (claimed, expected) in [
            (0, ErrorCode.securityParameters), (-1, .securityParameters),
            (Int.max, .transferTooLarge), (999, .transferWrongPassword),
        ] {
            let other = try OnePasswordVaultFolder(claimed: claimed)
                .write(to: "\(folder.path)/\(claimed)")
            #expect(code(other) == expected, "\(claimed)")
        }
        try Data("var profile=1;".utf8).write(to: URL(filePath: path + "/default/profile.js"))
        #expect(code(path) == .transferDamaged)
        try Data("var profile={};".utf8).write(to: URL(filePath: path + "/default/profile.js"))
        #expect(code(path) == .transferDamaged)
        try FileManager.default.removeItem(atPath: path + "/default/profile.js")
        #expect(code(path) == .transferDamaged)
        // A link is not followed, wherever it leads.
        try FileManager.default.createSymbolicLink(
            atPath: path + "/default/profile.js", withDestinationPath: "band_0.js")
        #expect(code(path) == .transferNoFile)
    }

    @Test("one changed character of a value costs that item alone, and is never imported")
    func changed() throws {
        let folder = try TemporaryFolder()
        let path = try OnePasswordVaultFolder().write(to: folder.path + "/v")
        let band = URL(filePath: path + "/default/band_0.js")
        let text = try String(contentsOf: band, encoding: .utf8)
        let whole = try read(path).entries.count
        var generator = SeededGenerator(seed: 7)
        for name in ["o", "k", "d"] {
            let start = try #require(text.range(of: "\"\(name)\": \"")).upperBound
            let end = try #require(text[start...].firstIndex(of: "\""))
            let count = text.distance(from: start, to: end)
            for _ in 0..<20 {
                let place = text.index(
                    start, offsetBy: .random(in: 0..<count - 3, using: &generator))
                var changed = text
                changed.replaceSubrange(
                    place...place, with: text[place] == "A" ? "B" : "A")
                try Data(changed.utf8).write(to: band)
                let found = try read(path)
                // The remark about its file goes, and its folder, which no other item is in, is named.
                #expect(found.entries.count == whole, "\(name)")
                #expect(found.problemTitles.last == "Work", "\(name)")
                guard case .problem(.unreadable, _)? = found.entries.first else {
                    Issue.record("A changed value was read: \(name).")
                    return
                }
            }
        }
    }
}
