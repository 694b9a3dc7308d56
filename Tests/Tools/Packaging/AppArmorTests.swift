import Foundation
import TestSupport
import Testing

@Suite("The profiles of AppArmor")
struct AppArmorTests {
    private static let folder = "\(Checkout.folder)/tools/packaging/apparmor"

    /// Makes a vault, and uses the agent, the credential provider and the web page; the first of
    /// the arguments is the folder of the programs.
    private static let day = #"""
        set -euo pipefail
        export PATH=$1:$PATH HOME=$PWD XDG_RUNTIME_DIR=$PWD/run LANG=C.UTF-8 TZ=UTC WALLET_AGENT=on
        mkdir -m 700 run
        trap 'wallet agent stop' EXIT
        ask() { printf 'protocol=https\nhost=forge.example\n\n' | wallet-credential git get; }
        wallet init --passphrase-file passphrase
        wallet add --title Forge --site https://forge.example --user-name ada \
            --password-file passphrase
        # A reader that leaves early would let the writer fail.
        ask | grep username=ada >/dev/null
        wallet-credential docker list
        wallet lock
        wallet agent stop
        # Nobody can be asked: the agent that it starts says so.
        ask || true
        wallet agent stop
        wallet-web --web-no-open >page & page=$!
        # Time: the pause between two looks.
        for _ in {1..3000}; do grep -q http page && break; sleep 0.1; done
        curl --silent --location --cookie-jar jar "$(grep -oE 'http://[^ ]+' page)" |
            grep '<title' >/dev/null
        kill $page; wait $page || true
        wallet-web unlock --passphrase-file passphrase
        wallet-web list | grep Forge >/dev/null
        wallet vault backup --passphrase-file passphrase
        """#

    @Test("They are read by the parser")
    func syntax() async throws {
        let parser = Program(path: "/usr/sbin/apparmor_parser")
        let result = try await parser.run(
            "--skip-kernel-load", "--skip-cache", "--skip-read-cache", "\(Self.folder)/wallet")
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test("They allow each file that the programs open, change or start in a day")
    func day() async throws {
        let home = try TemporaryFolder()
        try home.write("correct horse battery staple\n", to: "passphrase", permissions: 0o600)
        let trace = "\(home.path)/trace"
        let strace = Program(path: "/usr/bin/strace", folder: home.path, limit: Program.long)
        let traced = try await strace.run([
            "-f", "--seccomp-bpf", "-e", "trace=%file,%process,bind,connect", "-e", "signal=none",
            "-o", trace, "/bin/bash", "-c", Self.day, "bash", Program.products,
        ])
        try #require(traced.status == 0, "\(traced.output)\n\(traced.errors)")
        // Swift's libraries are in the programs that are installed.
        let libraries = try await Program(path: "/usr/bin/ldd")
            .run("\(Program.products)/wallet-agent")
        let core = libraries.output.firstMatch(of: /(\/\S+)\/libswiftCore\.so/)
        let folder = try #require(core?.output.1)
        let options = ["--ignore", String(folder), "--programs", Program.products, trace]
        let covered = try await Program(path: "\(Self.folder)/covers").run(options)
        #expect(covered.status == 0, "\(covered.output)\n\(covered.errors)")

        // Without a rule that matters it says so.
        let profiles = try String(contentsOfFile: "\(Self.folder)/wallet", encoding: .utf8)
        let other = try TemporaryFolder()
        let rule = "/usr/share/publicsuffix/* r,"
        try other.write(profiles.replacing(rule, with: ""), to: "wallet")
        try FileManager.default.copyItem(
            atPath: "\(Self.folder)/covers", toPath: "\(other.path)/covers")
        let missing = try await Program(path: "\(other.path)/covers").run(options)
        #expect(missing.status == 1 && missing.output.contains("wallet-agent: r /usr/share/public"))
    }
}
