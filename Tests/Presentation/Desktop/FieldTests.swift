import TenonTesting
import TestSupport
import Testing

@Suite("Fields in the window", .serialized)
struct FieldTests {
    @Test("a secret that is typed over is the new one, from its first letter")
    func typedOver() async throws {
        let desktop = try DesktopSession()
        let driver = DesktopDriver(desktop)
        try await driver.start(at: "conformance:secret", isNarrow: false)
        for count in 9...12 {
            try await driver.fill("New secret", with: .secret("first"))
            // Typed over a selection, the field is empty for a moment.
            try await desktop.press("ctrl+a")
            try await desktop.type(String(repeating: "x", count: count))
            try await driver.choose("Keep the secret", on: nil)
            try await driver.wait(for: "It keeps a secret of \(count) bytes.")
        }
        try await driver.finish()
    }

    @Test("nothing moves, and nothing is said of a value that is kept, while a secret is typed")
    func still() async throws {
        let driver = DesktopDriver(try DesktopSession())
        try await driver.start(at: "conformance:secret", isNarrow: false)
        try await driver.fill("New secret", with: .secret("typed"))
        try await driver.wait(for: "As strong as 5 oxen.")
        #expect(try await !driver.see().contains("Leave empty"))
        // A new view of a form has only what the session has.
        try await driver.start(at: "conformance:draft", isNarrow: false)
        try await driver.fill("Seal", with: .secret("s3al"))
        try await driver.choose("Look aside", on: "Dictionary")
        try await driver.wait(for: "The upper heading")
        try await driver.back()
        try await driver.wait(for: "Leave empty to keep what you typed.")
        try await driver.finish()
    }

    @Test("a secret that was made is typed on, and one that is wrong is corrected")
    func caret() async throws {
        let desktop = try DesktopSession()
        let driver = DesktopDriver(desktop)
        try await driver.start(at: "conformance:secret", isNarrow: false)
        try await driver.choose("Make a short one", on: "New secret")
        try await driver.wait(for: "As strong as 10 oxen.")
        try await desktop.type(" x")
        try await driver.choose("Keep the secret", on: nil)
        try await driver.wait(for: "It keeps a secret of 12 bytes.")
        try await driver.start(at: "conformance:draft", isNarrow: false)
        try await driver.fill("Seal", with: .secret("br0ken"))
        try await driver.choose("Send the letter", on: nil)
        try await driver.wait("the caret in the seal") { root in
            root.all.contains { $0.name == "Seal" && $0.has("focused") }
        }
        try await desktop.press("BackSpace")
        try await driver.choose("Send the letter", on: nil)
        try await driver.wait(for: "with a seal of 5 bytes.")
        try await driver.finish()
    }

    @Test("the option that has the focus is chosen, also where the pointer rests on another one")
    func option() async throws {
        let desktop = try DesktopSession()
        let driver = DesktopDriver(desktop)
        try await openColours(driver)
        try await desktop.pointAtOpenList()
        try await desktop.press("Escape")
        try await driver.finish()
        // What lies below the pointer is marked when a new list is laid out, often only after a key.
        for _ in 0..<3 {
            try await openColours(driver)
            try await desktop.press("End")
            try await desktop.press("Return")
            try await driver.wait("the last colour in the field") { root in
                root.first { $0.name == "A colour" && $0.takesKeys }?
                    .first { $0.name == "Green as grass" } != nil
            }
            try await driver.finish()
        }
    }

    private func openColours(_ driver: DesktopDriver) async throws {
        try await driver.start(at: "conformance:form", isNarrow: false)
        let field = try await driver.find("a choice") { root in
            root.first { $0.name == "A colour" && $0.takesKeys }
        }
        try await driver.focus(field, "open the choice")
        try await driver.desktop.press("space")
        try await driver.wait("the options") { root in
            root.all.contains { node in
                node.role == "list item" && node.all.contains { $0.name == "Green as grass" }
            }
        }
    }

    @Test("a month is chosen by its name, in the year that is typed")
    func month() async throws {
        let driver = DesktopDriver(try DesktopSession())
        try await driver.start(at: "conformance:jar", isNarrow: false)
        let button = try await driver.find("what opens the months") { root in
            root.first { $0.name == "Choose in a calendar" }?.first(where: \.takesKeys)
        }
        try await driver.activate(button, "open the months")
        try await driver.wait("the months") { $0.first { $0.name == "Year" } != nil }
        let november = try await driver.find("November") { root in
            root.first { $0.name == "November" && $0.takesKeys }
        }
        try await driver.activate(november, "choose a month")
        try await driver.wait(for: "11/2028")
        try await driver.choose("Label the jar", on: nil)
        try await driver.wait(for: "Labelled: <2028-11>")
        try await driver.finish()
    }
}
