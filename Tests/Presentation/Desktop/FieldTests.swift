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
