import Foundation
import TestSupport
import Testing

@Suite("wallet copy and wallet doctor, on each kind of desktop")
struct ClipboardCommandTests {
    /// A program that copies.
    enum Installed: String, Sendable {
        case copy = "wl-copy"
        case oldCopy = "wl-copy of a version that cannot mark"
        case paste = "wl-paste"
        case xclip, xsel

        var name: String { self == .oldCopy ? "wl-copy" : rawValue }

        /// Notes how it is called, and keeps what it is given.
        var script: String {
            """
            #!/bin/sh
            PATH=/usr/bin:/bin
            cd "${0%/*}/.." || exit
            case "${0##*/} $*" in
            *--help*) echo "\(self == .oldCopy ? "--paste-once" : "--paste-once, --sensitive")" ;;
            wl-paste*|*out*) cat content ;;
            *) echo "$0 $*" >> orders; cat > content ;;
            esac
            """
        }
    }

    /// What is said.
    enum Saying: Sendable {
        /// This program copies, with the mark.
        case marks(String)
        /// This program copies, without the mark; the remedy has these words.
        case cannotMark(String, remedy: String)
        /// Nothing copies until this package is installed.
        case needs(package: String)
        /// There is no desktop.
        case noDesktop

        /// The status that `wallet doctor` gives.
        var status: String {
            switch self {
            case .marks: "ok"
            case .cannotMark, .noDesktop: "note"
            case .needs: "problem"
            }
        }
    }

    /// A desktop, what is installed there, and what is said.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let variables: [String: String]
        let programs: [Installed]
        let saying: Saying

        init(
            _ description: String, _ variables: [String: String], _ programs: [Installed],
            _ saying: Saying
        ) {
            testDescription = description
            self.variables = variables
            self.programs = programs
            self.saying = saying
        }
    }

    private static let x11 = ["DISPLAY": ":99"]
    private static let wayland = ["WAYLAND_DISPLAY": "wayland-9"]
    private static let both = x11.merging(wayland) { $1 }
    private static let window = "wallet-desktop"
    private static let newer = "wl-clipboard 2.3"

    static let rows = [
        Row("no desktop", [:], [.xclip, .copy, .paste], .noDesktop),
        Row("ssh without X11", ["SSH_TTY": "/dev/pts/1"], [.xclip], .noDesktop),
        Row("an empty DISPLAY", ["DISPLAY": ""], [.xclip], .noDesktop),
        Row(
            "ssh that forwards X11", ["SSH_TTY": "/dev/pts/1", "DISPLAY": "localhost:10.0"],
            [.xclip], .cannotMark("xclip", remedy: window)),
        Row("X11 with nothing", x11, [], .needs(package: "xclip")),
        Row("X11 with Wayland's programs", x11, [.copy, .paste], .needs(package: "xclip")),
        Row("X11 with xclip", x11, [.xclip], .cannotMark("xclip", remedy: window)),
        Row("X11 with xsel", x11, [.xsel], .cannotMark("xsel", remedy: window)),
        Row(
            "X11 with all", x11, [.copy, .paste, .xclip, .xsel],
            .cannotMark("xclip", remedy: window)),
        Row("Wayland with nothing", wayland, [], .needs(package: "wl-clipboard")),
        Row("Wayland with xclip", wayland, [.xclip], .needs(package: "wl-clipboard")),
        Row("Wayland without wl-paste", wayland, [.copy], .needs(package: "wl-clipboard")),
        Row("Wayland with wl-copy", wayland, [.copy, .paste], .marks("wl-copy")),
        Row(
            "Wayland with an old wl-copy", wayland, [.oldCopy, .paste],
            .cannotMark("wl-copy", remedy: newer)),
        Row("both with all", both, [.copy, .paste, .xclip], .marks("wl-copy")),
        Row("both with xclip", both, [.xclip], .cannotMark("xclip", remedy: newer)),
        Row("both without wl-paste", both, [.copy, .xclip], .cannotMark("xclip", remedy: newer)),
    ]

    private static let remark = "A program that keeps a history of the clipboard may keep it."

    @Test("Both say what copies here and whether it marks a secret", arguments: rows)
    func says(row: Row) async throws {
        let fixture = try await CommandFixture.make(csv: FirefoxExport.accounts(1))
        _ = try await fixture.shell("mkdir bin")
        for program in row.programs {
            try fixture.folder.write(program.script, to: "script")
            // Another process writes what is started: this one may start others meanwhile, which
            // would have it open.
            _ = try await fixture.shell("install -m 755 script bin/\(program.name)")
        }
        let environment = row.variables.merging([
            "PATH": fixture.path("bin"), "WALLET_CLIPBOARD_TIME": "1",
        ]) { $1 }
        let doctor = try await fixture.bare(["doctor", "--json"], environment: environment)
        let checks = try #require(try json(doctor.output)["checks"] as? [[String: Any]])
        let check = try #require(checks.first { $0["name"] as? String == "clipboard" })
        #expect(check["status"] as? String == row.saying.status)
        let copied = try await fixture.bare(
            ["copy", "bank", "--passphrase-file", fixture.path("passphrase")],
            environment: environment)
        try expect(
            row.saying, in: fixture, detail: check["detail"] as? String ?? "",
            remedy: check["remedy"] as? String ?? "", copied)
    }

    private func expect(
        _ saying: Saying, in fixture: CommandFixture, detail: String, remedy: String,
        _ copied: Program.Result
    ) throws {
        let orders = fixture.folder.text(of: "orders") ?? ""
        switch saying {
        case .marks(let program):
            #expect(detail == fixture.path("bin/\(program)"))
            #expect(copied.status == 0 && !copied.errors.contains(Self.remark), "\(copied)")
            #expect(orders.hasPrefix(detail) && orders.contains("--sensitive"))
        case .cannotMark(let program, let words):
            let path = fixture.path("bin/\(program)")
            #expect(detail.hasPrefix("\(path) cannot tell programs that keep a history"))
            #expect(remedy.contains(words))
            #expect(copied.status == 0 && copied.errors.contains(Self.remark), "\(copied)")
            #expect(orders.hasPrefix(path) && !orders.contains("--sensitive"))
        case .needs(let package):
            #expect(remedy == "Run: apt install \(package)")
            #expect(copied.status != 0 && copied.errors.contains(package), "\(copied)")
            #expect(orders.isEmpty)
        case .noDesktop:
            #expect(detail == "there is no desktop here, so no command can copy")
            #expect(copied.status != 0 && copied.errors.contains("DISPLAY"), "\(copied)")
            #expect(orders.isEmpty)
        }
    }
}
