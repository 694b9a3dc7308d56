import TestSupport
import Testing

/// The built commands on a disk of their own, which is read-only or full.
@Suite("A vault on a disk that cannot be written", .enabled(if: OwnMounts.areAllowed))
struct UnwritableVaultTests {
    /// Runs lines of shell with the whole home on a small disk that `closing` has made unwritable.
    private func run(_ closing: String, _ lines: String) async throws -> Program.Result {
        let fixture = try await CommandFixture.make(csv: FirefoxExport.accounts(1))
        _ = try await fixture.run(
            "edit", "bank", "--otp-file", "-", input: "JBSWY3DPEHPK3PXP\n")
        try fixture.folder.write(
            """
            mount -t tmpfs -o size=8m,mode=700 none home
            cp -a saved/. home/
            \(closing)
            w() { wallet-headless "$@" --passphrase-file passphrase; }
            \(lines)
            """, to: "script", permissions: 0o600)
        return try await fixture.shell("cp -a home saved && unshare -rm bash script")
    }

    private let readOnly = "mount -o remount,ro home"
    private let full = "cat /dev/zero > home/fill 2>/dev/null"

    @Test("Everything that reads works on a read-only disk, and what writes says why")
    func onReadOnlyDisk() async throws {
        let result = try await run(
            readOnly,
            """
            w list --plain | wc -l
            w show bank --field password
            w vault check >/dev/null 2>&1 && echo clean
            w export csv export.csv --yes >/dev/null 2>&1; grep -c s3cret-bank export.csv
            w otp bank | grep -cE '^[0-9]{6}$'
            w add --title Two --generate 20 2>&1; echo "add $?"
            w list --plain | wc -l
            """)
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(lines.first == "1", "\(result)")
        #expect(lines.prefix(5) == ["1", "s3cret-bank", "clean", "1", "1"], "\(result)")
        #expect(result.output.contains("read-only"))
        #expect(result.output.contains("add 73"))
        #expect(lines.last == "1")
    }

    @Test("Everything that reads works on a full disk, and what writes says that it is full")
    func onFullDisk() async throws {
        let result = try await run(
            full,
            """
            w list --plain | wc -l
            w show bank --field password
            w add --title Two --generate 20 2>&1; echo "add $?"
            rm home/fill
            w add --title Three --generate 20 >/dev/null 2>&1; echo "then $?"
            w list --plain | wc -l
            """)
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(lines.first == "1", "\(result)")
        #expect(lines.contains("s3cret-bank"))
        #expect(result.output.contains("disk with the vault is full"))
        #expect(result.output.contains("add 74"))
        #expect(result.output.contains("then 0"))
        #expect(lines.last == "2")
    }

    @Test("A recovery code that cannot be kept leaves no vault behind, and no file")
    func recoveryCodeOnFullDisk() async throws {
        let result = try await run(
            full,
            """
            export WALLET_HOME=$PWD/other
            w init --recovery-code-file home/code 2>&1; echo "init $?"
            ls other/vault.db home/code 2>/dev/null; echo "then"
            w init --recovery-code-file code 2>&1; echo "init $?"
            """)
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(lines.first?.contains("home/code") == true, "\(result)")
        #expect(lines.dropFirst().prefix(2) == ["init 73", "then"], "\(result)")
        #expect(lines.last == "init 0", "\(result)")
    }
}
