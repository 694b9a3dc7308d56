import TenonCore
import Testing

@testable import TenonCommandLine  // Other modules see the application only.

@Suite struct SettingTableTests {
    private let path = Setting<String?>(
        "vault", placeholder: "PATH", help: "The file."
    ).declaration
    private let quiet = Setting<Bool>("quiet", help: "Says less.").declaration

    private func extract(
        _ arguments: String...
    ) throws -> (flags: [String: String], rest: [String]) {
        try SettingTable([path, quiet]).extract(from: arguments)
    }

    @Test("values are taken in both spellings, anywhere, and the rest keeps its order")
    func spellings() throws {
        let result = try extract("a", "--vault", "x", "-b", "--vault=y=z", "--quiet", "c")
        #expect(result.flags == ["vault": "y=z", "quiet": "1"])
        #expect(result.rest == ["a", "-b", "c"])
    }

    @Test("nothing is taken after two dashes, which stay where they are")
    func terminator() throws {
        let result = try extract("a", "--", "--quiet", "--vault", "x")
        #expect(result.flags == [:])
        #expect(result.rest == ["a", "--", "--quiet", "--vault", "x"])
    }

    @Test("longer and shorter flags are other flags")
    func otherFlags() throws {
        let arguments = ["--vaults", "x", "--vaul", "y", "-vault", "--quietly"]
        let result = try SettingTable([path, quiet]).extract(from: arguments)
        #expect(result.flags == [:])
        #expect(result.rest == arguments)
    }

    @Test("an empty value and a single dash are values")
    func values() throws {
        #expect(try extract("--vault=").flags == ["vault": ""])
        #expect(try extract("--vault", "-").flags == ["vault": "-"])
        #expect(try extract("--vault", "").flags == ["vault": ""])
    }

    @Test("a missing value is an error that shows how to write it")
    func missing() {
        for arguments in [["--vault"], ["--vault", "--quiet"], ["--vault", "--"]] {
            let error = #expect(throws: CommandLineError.self) {
                try SettingTable([path, quiet]).extract(from: arguments)
            }
            #expect(error?.remedy.description.contains("--vault=PATH") == true)
            #expect(error?.code.status == .usage)
        }
    }

    @Test("a switch takes no value")
    func switchValue() {
        #expect(throws: CommandLineError.switchWithValue(quiet)) { try extract("--quiet=1") }
    }

    @Test("several plugins may declare the same setting, but not two different ones")
    func clash() throws {
        #expect(
            try SettingTable([path, path]).settings.map(\.name) == [
                "edition", "flavour", "front-end", "vault",
            ])
        let other = Setting<String?>(
            "vault", placeholder: "PATH", help: "Another."
        ).declaration
        #expect(throws: CommandLineError.settingClash("vault")) { try SettingTable([path, other]) }
        let reserved = Setting<Bool>("version", help: "Clashes.").declaration
        #expect(throws: CommandLineError.settingClash("version")) { try SettingTable([reserved]) }
    }
}
