import Foundation
import TestSupport
import Testing

@Suite("tools/setup")
struct SetupTests {
    /// Stands for everything that could be missing; tests take out what they want to miss.
    private static let commands = [
        "git", "g++", "pkg-config", "xdg-open", "chromium", "chromedriver", "curl", "dot", "expect",
        "jq", "openssl", "sqlite3", "tmux", "xclip", "Xvfb", "dbus-daemon", "fish", "oathtool",
        "node", "keepassxc-cli", "gpg", "mandoc", "python3", "zsh", "xauth", "openbox",
        "dpkg-shlibdeps", "lintian", "ssh-keygen", "strace", "vim", "xprop", "pg_createcluster",
        "montage", "zbarimg", "gnome-keyring-daemon", "secret-tool", "gdb",
    ]

    /// A machine that has nothing but what the script itself runs, and those commands.
    private func machine(without missing: String? = nil) throws -> CommandFolder {
        let machine = try CommandFolder()
        try machine.link(["bash", "cat", "env", "mktemp", "rm", "tail"])
        try machine.add("swift", "echo 'Swift version 6.3.1 (swift-6.3.1-RELEASE)'")
        try machine.add("sudo", #"while [[ $1 == -n ]]; do shift; done; exec "$@""#)
        for command in Self.commands where command != missing { try machine.add(command) }
        return machine
    }

    @Test(
        "Says nothing and never calls apt-get when nothing is missing",
        arguments: ["build", "docs", "test"])
    func nothingMissing(set: String) async throws {
        let first = try CommandFolder()
        try first.add("apt-get", "echo apt-get was called >&2; exit 99")
        let path = try #require(ProcessInfo.processInfo.environment["PATH"])
        let setup = Checkout.script("setup", environment: first.environment(before: path))
        let result = try await setup.run(set)
        #expect(result.errors == "")
        #expect(result.output == "")
        #expect(result.status == 0)
    }

    @Test("Updates the package lists, then installs just what is missing, and says why")
    func installs() async throws {
        let machine = try machine(without: "tmux")
        try machine.add("apt-get", #"echo "$*" >>"$(dirname "$0")/calls""#)
        try machine.link(["dirname"])
        let setup = Checkout.script("setup", environment: machine.environment())
        let result = try await setup.run("test")
        #expect(result.status == 0)
        #expect(result.errors.contains("Missing: tmux, which is a terminal of a known size."))
        let calls = try #require(machine.notes("calls")).split(separator: "\n")
        #expect(calls.count == 2)
        #expect(calls.first?.hasSuffix(" update") == true)
        #expect(calls.last?.hasSuffix(" install -y --no-install-recommends tmux") == true)
    }

    @Test("Names the command to run where there is no apt-get")
    func noPackageManager() async throws {
        let machine = try machine(without: "chromedriver")
        let setup = Checkout.script("setup", environment: machine.environment())
        let result = try await setup.run("test")
        #expect(result.status == 69)
        #expect(result.errors.contains("there is no apt-get on the PATH"))
        #expect(
            result.errors.hasSuffix(
                "    apt-get update && apt-get install -y --no-install-recommends chromium-driver\n"
            ))
    }

    @Test("Shows the end of apt-get's own words when that fails, and the command to run")
    func installFails() async throws {
        let machine = try machine(without: "jq")
        try machine.add("apt-get", "echo 'E: The network is unreachable' >&2; exit 100")
        let setup = Checkout.script("setup", environment: machine.environment())
        let result = try await setup.run("test")
        #expect(result.status == 69)
        #expect(result.errors.contains("E: The network is unreachable"))
        #expect(result.errors.hasSuffix("install -y --no-install-recommends jq\n"))
    }

    @Test("Mentions what is optional and does not install it")
    func optional() async throws {
        let machine = try machine(without: "xdg-open")
        try machine.add("apt-get", "exit 99")
        let setup = Checkout.script("setup", environment: machine.environment())
        let result = try await setup.run("web")
        #expect(result.status == 0)
        #expect(result.errors.hasPrefix("Not installed, and not required: xdg-utils, which opens"))
    }

    @Test("Asks for a newer Swift when that is too old, and for any when there is none")
    func swiftVersion() async throws {
        let machine = try machine()
        try machine.add("swift", "echo 'Swift version 6.1.2 (swift-6.1.2-RELEASE)'")
        let setup = Checkout.script("setup", environment: machine.environment())
        let tooOld = try await setup.run()
        #expect(tooOld.status == 69)
        #expect(tooOld.errors.hasPrefix("This is Swift 6.1; Swift 6.3 or newer is needed: https:"))

        try FileManager.default.removeItem(atPath: "\(machine.path)/swift")
        let none = try await setup.run()
        #expect(none.status == 69)
        #expect(none.errors.hasPrefix("There is no 'swift' on the PATH."))
    }

    @Test("Refuses an unknown set and names the known ones")
    func unknownSet() async throws {
        let result = try await Checkout.script("setup").run("window")
        #expect(result.status == 64)
        #expect(
            result.errors.contains(
                "there are build, line, web, desktop, postgres, graph, words, gallery, docs and test"
            ))
    }
}
