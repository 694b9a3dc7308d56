import Foundation
import TenonTesting
import TenonUI
import TestSupport
import Testing

@Suite("The window of a program", .serialized)
struct WindowTests {
    @Test("is refused without a display, with advice")
    func noDisplay() async throws {
        let program = Program(
            built: "conformance-desktop", environment: ["PATH": "/usr/bin:/bin", "LANG": "C"])
        let result = try await program.run()
        #expect(result.status == 69)
        #expect(result.errors.contains("There is no display to open a window on."))
        #expect(result.errors.contains("in a terminal use the program without"))
        #expect(result.output.isEmpty)
    }

    @Test("has the icon of the product")
    func icon() async throws {
        let desktop = try DesktopSession()
        let driver = DesktopDriver(desktop)
        try await driver.start(at: "conformance:list", isNarrow: false)
        try await expect("Icon (48 x 48)", in: "_NET_WM_ICON", of: "Conformance", desktop)
        try await driver.finish()
    }

    @Test(
        "says in its title and its bar that it is of an edition, and is another program to the desktop"
    )
    func edition() async throws {
        let desktop = try DesktopSession()
        let driver = DesktopDriver(desktop, environment: ["TENON_FLAVOUR": "test"])
        try await driver.start(at: "conformance:list", isNarrow: false)
        try await expect(
            "org.tenon.Conformancetest", in: "WM_CLASS", of: "Conformance (test)", desktop)
        try await driver.finish()
    }

    /// Waits until a property of the window with a title has a text in it.
    private func expect(
        _ text: String, in property: String, of title: String, _ desktop: DesktopSession
    ) async throws {
        try await until("\"\(text)\" in \(property)") {
            try await Program(path: "/usr/bin/xprop", environment: desktop.environment)
                .run("-name", title, property).output.contains(text)
        }
    }

    @Test(
        "has no driver of OpenGL in its memory where GTK draws by itself",
        arguments: [([:], false), (["GDK_DEBUG": "no-portals"], true)])
    func drivers(variables: [String: String], isLoaded: Bool) async throws {
        guard Self.hasOpenGL || !isLoaded else { return }
        let driver = DesktopDriver(try DesktopSession(), environment: variables)
        try await driver.start(at: "conformance:home", isNarrow: false)
        try await driver.choose("Open", on: "Sample chart")
        try await driver.wait(for: "Strength as bars")
        let files = try await driver.mappedFiles()
        let isFound = Self.openGL.contains { files.contains($0) }
        #expect(isFound == isLoaded)
        try await driver.finish()
    }

    /// What is in the names of the drivers of OpenGL, which depend on the version of Mesa.
    private static let openGL = ["_dri.so", "libgallium"]

    /// Whether a driver of OpenGL is installed.
    private static var hasOpenGL: Bool {
        let files = FileManager.default
        var names: [String] = []
        for folder in (try? files.contentsOfDirectory(atPath: "/usr/lib")) ?? [] {
            for path in ["/usr/lib/\(folder)", "/usr/lib/\(folder)/dri"] {
                names += (try? files.contentsOfDirectory(atPath: path)) ?? []
            }
        }
        return names.contains { name in openGL.contains { name.contains($0) } }
    }

    @Test("puts secrets on the clipboard with a hint, and takes them away when it ends")
    func clipboard() async throws {
        let desktop = try DesktopSession()
        let driver = DesktopDriver(desktop)
        try await driver.start(at: "conformance:facts", isNarrow: false)
        let forms = [
            ("UTF8_STRING", "pin-4711-0815"), ("text/plain;charset=utf-8", "pin-4711-0815"),
            ("text/plain", "pin-4711-0815"), ("x-kde-passwordManagerHint", "secret"),
        ]
        try await driver.choose("Copy", on: "PIN")
        let targets = try await wait(in: desktop, for: "TARGETS") {
            $0.contains("x-kde-passwordManagerHint")
        }.split(separator: "\n")
        // Several histories may ask, in any order, and each time the answer is the same.
        for (target, content) in forms + forms.reversed() + forms {
            #expect(targets.contains { $0 == target }, "\(target) of \(targets)")
            #expect(try await clipboard(of: desktop, target) == content, "\(target)")
        }
        try await driver.finish()
        for (target, _) in forms {
            #expect(try await clipboard(of: desktop, target) == "", "\(target)")
        }
    }

    @Test(
        "has a code that a camera reads in dark as in light, with a name",
        arguments: ["light", "dark"])
    func code(scheme: String) async throws {
        let driver = DesktopDriver(try DesktopSession(), arguments: ["--theme=\(scheme)"])
        try await driver.start(at: "conformance:qrCode", isNarrow: false)
        try await driver.wait(for: "Where the bees live.")
        try await until("the code to be read") {
            try await driver.scan() == ["https://bees.example.com/?hive=12"]
        }
        try await driver.wait("the name of the code") { root in
            root.all.contains { $0.role == "image" && $0.name == "Where the bees live." }
        }
        try await driver.finish()
    }

    @Test("says in the list beside it which item is shown, and goes from one to the other")
    func besideEachOther() async throws {
        let desktop = try DesktopSession()
        let driver = DesktopDriver(desktop)
        try await driver.start(at: "conformance:home", isNarrow: false)
        try await driver.choose("Open", on: "Sample chart")
        try await driver.wait(for: "Strength as bars", "All samples")
        // From the list, which stands beside the chart.
        try await driver.choose("Open", on: "Sample group")
        try await driver.wait(for: "The inner group", "All samples")
        try await driver.back()
        try await driver.wait(for: "Choose something in the list")
        try await driver.finish()
    }

    @Test("shows what the list beside has become since something was opened")
    func liveBeside() async throws {
        let desktop = try DesktopSession()
        let driver = DesktopDriver(desktop)
        try await driver.start(at: "conformance:home", isNarrow: false)
        try await driver.choose("Open", on: "Sample chart")
        try await driver.wait(for: "Strength as bars", "Samples, 1 seen")
        try await driver.choose("Open", on: "Sample group")
        try await driver.wait(for: "The inner group", "Samples, 2 seen")
        try await driver.finish()
    }

    @Test("marks the row that is shown beside the list, whichever was shown before")
    func markedRow() async throws {
        let desktop = try DesktopSession()
        let driver = DesktopDriver(desktop)
        try await driver.start(at: "conformance:choosing", isNarrow: false)
        for (name, text) in [("chart", "Strength as bars"), ("group", "The inner group")] {
            try await driver.choose("Open", on: "Thing \(name)")
            try await driver.wait(for: text)
            try await driver.wait("only \"Thing \(name)\" is marked") {
                Self.marked($0) == ["Thing \(name)"]
            }
        }
        try await driver.back()
        try await driver.wait(for: "Choose something in the list")
        try await driver.wait("nothing is marked") { Self.marked($0).isEmpty }
        try await driver.finish()
    }

    /// The rows that are marked as the present one.
    private static func marked(_ root: Node) -> [String] {
        root.all.filter { $0.role == "list" && $0.name != "Places" }
            .flatMap(\.children).filter { $0.has("selected") }.map(\.name)
    }

    @Test("takes every letter that is typed while something stands beside the list")
    func typedBeside() async throws {
        let desktop = try DesktopSession()
        let driver = DesktopDriver(desktop)
        try await driver.start(at: "conformance:choosing", isNarrow: false)
        for word in ["group", "facts"] {
            try await driver.choose("Open", on: "Thing chart")
            try await driver.wait(for: "Strength as bars")
            try await desktop.type(word)
            try await driver.wait(for: "Thing \(word)", "Choose something in the list")
            try await driver.wait("all of \"\(word)\" is typed, and searched for") { root in
                root.all.contains { $0.text == word } && !root.seen.contains("Thing chart")
            }
            try await driver.search("")
            try await driver.wait(for: "Thing chart")
        }
        try await driver.finish()
    }

    @Test("does by a key what the list beside offers, and asks before what is typed is lost")
    func keyBeside() async throws {
        let driver = DesktopDriver(try DesktopSession())
        try await driver.start(at: "conformance:choosing", isNarrow: false)
        try await driver.choose("Open", on: "Thing draft")
        try await driver.wait(for: "A letter", "Thing chart")
        try await driver.fill("First line", with: .text("Dear Hilde"))
        _ = try await driver.press(.new)
        try await driver.answer(.cancel)
        try await driver.wait(for: "Dear Hilde", "Thing chart")
        _ = try await driver.press(.new)
        try await driver.answer(.confirm)
        try await driver.wait(for: "The upper heading")
        try await driver.finish()
    }

    @Test("shows one thing at a time where there is little room")
    func oneAtATime() async throws {
        let desktop = try DesktopSession()
        let driver = DesktopDriver(desktop)
        try await driver.start(at: "conformance:home", isNarrow: true)
        try await driver.choose("Open", on: "Sample chart")
        try await driver.wait(for: "Strength as bars")
        try await driver.waitWhile("the list is beside it") { $0.seen.contains("All samples") }
        try await driver.finish()
    }

    @Test("gives nothing of a secret that is typed to assistive technology")
    func typedSecret() async throws {
        let desktop = try DesktopSession()
        let driver = DesktopDriver(desktop)
        try await driver.start(at: "conformance:form", isNarrow: false)
        try await driver.fill("A secret", with: .secret("typed-7Hq3"))
        #expect(try await !driver.everything().contains("7Hq3"))
        try await driver.choose("Save the form", on: nil)
        try await driver.wait(for: "10 bytes")
        try await driver.finish()
    }

    @Test("has the caret in the first field that is wrong, once an action says so")
    func wrongField() async throws {
        let driver = DesktopDriver(try DesktopSession())
        try await driver.start(at: "conformance:form", isNarrow: false)
        for _ in 1...2 {
            try await driver.fill("Your name", with: .text(""))
            try await driver.choose("Save the form", on: nil)
            try await driver.wait("the caret in the name") { root in
                root.all.contains { $0.name == "Your name" && $0.has("focused") }
            }
        }
        try await driver.finish()
    }

    @Test("has the caret in a form that comes after what had the focus has gone")
    func laterForm() async throws {
        let driver = DesktopDriver(try DesktopSession())
        try await driver.start(at: "conformance:later", isNarrow: false)
        try await driver.choose("Let a bee in", on: nil)
        try await driver.wait("the caret in the name") { root in
            root.all.contains { $0.name == "Name of the bee" && $0.has("focused") }
        }
        try await driver.finish()
    }

    /// A window with a secret that was typed before its screen was covered, and is shown again.
    private func windowWithKeptSecret() async throws -> DesktopDriver {
        let driver = DesktopDriver(try DesktopSession())
        try await driver.start(at: "conformance:draft", isNarrow: false)
        try await driver.fill("Seal", with: .secret("s3al-Wq9"))
        try await driver.choose("Look aside", on: "Dictionary")
        try await driver.wait(for: "The upper heading")
        try await driver.back()
        try await driver.wait(for: "A letter", "Leave empty to keep what you typed.")
        try await driver.choose("Reveal", on: "Seal")
        try await driver.wait(for: "s3al-Wq9")
        return driver
    }

    @Test("shows a secret that was typed before the screen was covered")
    func keptSecret() async throws {
        let driver = try await windowWithKeptSecret()
        try await driver.choose("Send the letter", on: nil)
        try await driver.wait(for: "with a seal of 8 bytes")
        try await driver.finish()
    }

    @Test("drops a secret that is kept when it is revealed and emptied")
    func droppedSecret() async throws {
        let driver = try await windowWithKeptSecret()
        try await driver.fill("Seal", with: .secret(""))
        try await driver.wait("the secret is dropped") { !$0.seen.contains("s3al-Wq9") }
        try await driver.choose("Send the letter", on: nil)
        try await driver.wait(for: "with a seal of 0 bytes")
        try await driver.finish()
    }

    @Test("goes on to the row that was chosen when what was typed beside it is given up")
    func anotherRow() async throws {
        let driver = DesktopDriver(try DesktopSession())
        try await driver.start(at: "conformance:home", isNarrow: false)
        for (sample, text) in [("group", "The inner group"), ("chart", "Strength as bars")] {
            try await driver.choose("Open", on: "Sample draft")
            try await driver.wait(for: "A letter", "All samples")
            try await driver.fill("First line", with: .text("Dear Hilde"))
            try await driver.choose("Open", on: "Sample \(sample)")
            try await driver.answer(.confirm)
            try await driver.wait(for: text, "All samples")
        }
        try await driver.back()
        try await driver.wait(for: "Choose something in the list")
        try await driver.finish()
    }

    @Test("stays with what cannot be saved on the way to another row, and asks again")
    func refusedOnTheWay() async throws {
        let driver = DesktopDriver(try DesktopSession())
        try await driver.start(at: "conformance:choosing", isNarrow: false)
        try await driver.choose("Open", on: "Thing draft")
        try await driver.wait(for: "A letter", "Thing chart")
        try await driver.fill("First line", with: .text("Dear nobody"))
        try await driver.choose("Open", on: "Thing chart")
        try await driver.answer(.choice("Send the letter"))
        try await driver.wait(for: "The letter has no address.", "Dear nobody", "Thing chart")
        try await driver.wait("the row of the letter is marked") {
            Self.marked($0) == ["Thing draft"]
        }
        try await driver.choose("Open", on: "Thing chart")
        try await driver.answer(.cancel)
        try await driver.wait(for: "Dear nobody", "Thing chart")
        try await driver.choose("Open", on: "Thing chart")
        try await driver.answer(.choice("Discard"))
        try await driver.wait(for: "Strength as bars")
        try await driver.finish()
    }

    @Test("offers to stay, to discard and to save, in this order, before what was typed is lost")
    func leaving() async throws {
        let driver = DesktopDriver(try DesktopSession())
        try await driver.start(at: "conformance:draft", isNarrow: false)
        try await driver.fill("First line", with: .text("Dear Hilde"))
        try await driver.back()
        try await driver.wait("the three ways to go on") { root in
            root.dialog?.all.filter { $0.role == "push button" }.map(\.name)
                == ["Stay", "Discard", "Send the letter"]
        }
        try await driver.answer(.choice("Discard"))
        try await driver.wait(for: "All samples")
        try await driver.finish()
    }

    @Test("shows the list as it is when somebody stays with what was typed beside it")
    func stayed() async throws {
        let desktop = try DesktopSession()
        let driver = DesktopDriver(desktop)
        try await driver.start(at: "conformance:choosing", isNarrow: false)
        try await driver.choose("Open", on: "Thing draft")
        try await driver.wait(for: "A letter", "Thing chart")
        try await driver.fill("First line", with: .text("Dear Hilde"))
        try await driver.choose("Open", on: "Thing chart")
        try await driver.answer(.cancel)
        try await driver.wait("the row of the letter is marked") {
            Self.marked($0) == ["Thing draft"]
        }
        try await driver.search("c")
        try await driver.answer(.cancel)
        try await driver.wait("the search is empty, and the letter is there") { root in
            !root.all.contains { $0.text == "c" } && root.seen.contains("Dear Hilde")
        }
        try await driver.choose("Open", on: "Thing chart")
        try await driver.answer(.confirm)
        try await driver.wait(for: "Strength as bars")
        try await driver.finish()
    }

    @Test("gives a message as much room as it needs beside its buttons")
    func roomOfMessage() async throws {
        let desktop = try DesktopSession()
        let driver = DesktopDriver(desktop)
        try await driver.start(at: "conformance:questions", isNarrow: false)
        try await driver.choose("Pull down a tower", on: nil)
        let text = "The tower is gone. Its stones are in the yard."
        try await driver.wait(for: text)
        try await until("the message to be one line") {
            guard
                let label = try await desktop.look()?.first(where: {
                    $0.role == "label" && $0.name == text
                })
            else { return false }
            let size = try await desktop.size(of: label)
            return size.count == 2 && size[0] > 12 * size[1]
        }
        try await driver.finish()
    }

    @Test("takes back by two keys what was done last, and in a text what was typed")
    func undoKeys() async throws {
        let desktop = try DesktopSession()
        let driver = DesktopDriver(desktop)
        try await driver.start(at: "conformance:questions", isNarrow: false)
        try await driver.choose("Pull down a tower", on: nil)
        try await driver.wait(for: "The tower is gone.")
        try await desktop.press("ctrl+z")
        try await driver.wait(for: "The tower is back.")
        try await driver.finish()
        try await driver.start(at: "conformance:draft", isNarrow: false)
        try await driver.fill("First line", with: .text("x"))
        try await desktop.press("ctrl+z")
        try await driver.wait("what was typed is taken back") { root in
            !root.all.contains { $0.text == "x" }
        }
        try await driver.finish()
    }

    @Test("tells the session that a secret is in sight which is typed after it was asked for")
    func typedInSight() async throws {
        let driver = DesktopDriver(try DesktopSession())
        try await driver.start(at: "conformance:secret", isNarrow: false)
        try await driver.choose("Reveal", on: "New secret")
        try await driver.fill("New secret", with: .secret("typed-7Hq3"))
        // The session alone gives it to assistive technology, while it is in sight.
        try await driver.wait(for: "typed-7Hq3", "As strong as 10 oxen.")
        try await driver.finish()
    }

    private func wait(
        in desktop: DesktopSession, for target: String, until condition: (String) -> Bool
    ) async throws -> String {
        try await lookFor("what is copied, as \(target)") {
            let text = try await clipboard(of: desktop, target)
            return condition(text) ? text : nil
        } instead: {
            try await clipboard(of: desktop, target)
        }
    }

    private func clipboard(of desktop: DesktopSession, _ target: String) async throws -> String {
        try await Program(path: "/usr/bin/xclip", environment: desktop.environment)
            .run("-selection", "clipboard", "-out", "-target", target).output
    }
}
