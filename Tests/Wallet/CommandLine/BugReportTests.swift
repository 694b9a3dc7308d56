import Foundation
import TestSupport
import Testing

@Suite("wallet doctor --bug-report")
struct BugReportTests {
    @Test("It has versions and findings, and nothing of the vault, settings or folders of a person")
    func nothingPrivate() async throws {
        let fixture = try await CommandFixture.make(csv: FirefoxExport.accounts(3))
        let markers = try TemporaryFolder()
        let home = "\(markers.path)/marker-home"
        _ = try await fixture.shell(
            """
            mkdir -p '\(home)/marker folder/bin' '\(home)/.config/wallet' '\(home)/marker-run'
            chmod 700 '\(home)/marker-run'
            cp -r home '\(home)/marker-wallet'
            cd '\(home)/marker-wallet'
            for file in state/backups/vault-*; do
                mv "$file" "${file/vault-/marker-name-}"
            done
            mv vault.db marker-name.db
            cd -
            printf '[credential]\\n\\thelper = wallet --vault /marker-git\\n' >'\(home)/.gitconfig'
            printf '{"auto-lock": "marker-setting"}' >'\(home)/.config/wallet/other.json'
            printf '#!/bin/sh\\n' >'\(home)/marker folder/bin/pinentry'
            cp '\(home)/marker folder/bin/pinentry' '\(home)/marker folder/bin/docker'
            chmod 755 '\(home)/marker folder/bin/'*
            """)
        let result = try await fixture.bare(
            ["doctor", "--bug-report", "--vault", "\(home)/marker-wallet/marker-name.db"],
            environment: [
                "HOME": home, "WALLET_HOME": "\(home)/marker-wallet",
                "XDG_RUNTIME_DIR": "\(home)/marker-run",
                "DOCKER_CONFIG": "/marker-docker",
                "PATH": "\(home)/marker folder/bin:/srv/marker-tools:/usr/bin:/bin",
            ])
        #expect(result.status == 0, "\(result.errors)")
        for expected in [
            "Program: wallet-headless dev", "System: ", "Kernel: Linux ", "libc6 2.",
            "Vault: up to 64 KiB", "ok vault: VAULT, format 1, key slots: 1",
            "ok pinentry: …/pinentry", "ok runtime-folder: XDG_RUNTIME_DIR",
            "into DOCKER_CONFIG/config.json", "ok backup: STATE/backups/VAULT-",
        ] {
            #expect(result.output.contains(expected), "\(expected) in \(result.output)")
        }
        let secrets = [
            "marker", "s3cret", "bank.example", "zoë", CommandFixture.passphrase,
            fixture.folder.path, markers.path,
        ]
        for secret in secrets {
            #expect(!result.output.contains(secret), "\(secret) in \(result.output)")
        }
    }

    @Test("A vault in a folder of another disk, and programs of a checkout, are not named")
    func otherPlaces() async throws {
        let fixture = try await CommandFixture.make()
        let result = try await fixture.bare([
            "doctor", "--bug-report", "--vault", "/media/stick of ada/secret-name.db",
        ])
        #expect(result.output.contains("note vault: there is no vault at VAULT"))
        #expect(!result.output.contains("stick") && !result.output.contains("secret-name"))
        #expect(!result.output.contains(Program.products))
        #expect(try await fixture.bare(["doctor", "--bug-report", "--json"]).status == 64)
    }
}
