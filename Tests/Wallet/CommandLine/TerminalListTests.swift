import Foundation
import TestSupport
import Testing

@Suite("wallet list on a terminal")
struct TerminalListTests {
    private func fixture() async throws -> CommandFixture {
        try await CommandFixture.make(
            csv: """
                name,url,username,password
                A title of a website that is too long for a column,https://example.com/a/long/path,ada,x
                密码,https://example.org,zoë,y
                """)
    }

    /// The lines that a terminal of 60 columns gets from a line of shell.
    private func lines(_ line: String, _ fixture: CommandFixture) async throws -> [String] {
        try fixture.folder.write("stty cols 60 rows 20; \(line)", to: "line.sh")
        let result = try await fixture.shell(
            "script --quiet --return --command 'bash line.sh' /dev/null < /dev/null")
        #expect(result.status == 0, "\(result.output)")
        return result.output.split(whereSeparator: \.isNewline).map(String.init)
    }

    private static let list = "wallet list --passphrase-file passphrase"

    @Test("A heading stands above columns that fit, and colours are left out on request")
    func heading() async throws {
        let fixture = try await fixture()
        let lines = try await lines("PAGER= NO_COLOR=1 \(Self.list)", fixture)
        #expect(lines.count == 3)
        #expect(lines.first?.hasPrefix("Title") == true)
        #expect(lines.contains { $0.hasPrefix("A title of ") && $0.contains("…  ada ") })
        #expect(lines.allSatisfy { $0.count <= 60 })
        let places = lines.compactMap { line in line.range(of: "https") }
        #expect(places.count == 2)
        let colored = try await self.lines("PAGER= TERM=xterm \(Self.list)", fixture)
        #expect(colored.first == "\u{1B}[1m\(lines[0])\u{1B}[0m")
    }

    @Test("The output goes through the pager that is named, whole or not")
    func pager() async throws {
        let fixture = try await fixture()
        let lines = try await lines("TERM=xterm PAGER='sed s/^/:/' \(Self.list)", fixture)
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { $0.hasPrefix(":") })
        // The person leaves the pager before it has read anything.
        let none = try await self.lines("TERM=xterm PAGER=true \(Self.list) && echo left", fixture)
        #expect(none == ["left"])
        // What is for programs is never paged.
        let plain = try await self.lines("TERM=xterm PAGER=false \(Self.list) --plain", fixture)
        #expect(plain.count == 2)
        #expect(plain.allSatisfy { $0.hasPrefix("login:") })
    }

    @Test("What fits is shown by less as ever, and a missing program is no obstacle")
    func usualPager() async throws {
        let fixture = try await fixture()
        let shown = try await lines("TERM=xterm NO_COLOR=1 \(Self.list)", fixture)
        #expect(shown.contains { $0.hasPrefix("Title") })
        try fixture.folder.write("#!/bin/sh\nexec /bin/cat", to: "bin/cat", permissions: 0o700)
        let path = "\(Program.products):\(fixture.path("bin"))"
        let bare = try await lines(
            "TERM=xterm NO_COLOR=1 PATH='\(path)' \(Self.list)", fixture)
        #expect(bare.contains { $0.hasPrefix("Title") })
    }
}
