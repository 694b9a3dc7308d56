import Foundation
import TenonCore
import TenonTesting
import TenonUI
import Testing

@testable import TenonDesktop  // Other modules see the front end only.

@Suite("The places of the application in a window", .serialized)
struct PlacesTests {
    @Test("have a picture in the icon theme, whatever they are", arguments: TenonUI.Icon.allCases)
    func icons(_ icon: TenonUI.Icon) throws {
        let theme = "/usr/share/icons/Adwaita"
        let files = FileManager.default.enumerator(atPath: theme)?.compactMap { $0 as? String }
        #expect(files?.contains { $0.hasSuffix("/\(icon.symbolicName).svg") } == true)
    }

    @Test("have one picture each")
    func distinctIcons() {
        let names = TenonUI.Icon.allCases.map(\.symbolicName)
        #expect(Set(names).count == names.count)
    }

    @Test("are beside the page, with what there is to know of them, and the menu has commands only")
    func sidebar() async throws {
        let desktop = try DesktopSession()
        let driver = DesktopDriver(desktop)
        try await driver.start(at: "conformance:text", isNarrow: false)
        let names = [
            "Front door", "Small museum, 7", "Long corridors", "Endless rows, 10,000", "Tools",
            "Reading list", "Bell tower, never rung",
        ]
        try await driver.wait("the places \(names)") { root in
            root.places?.children.map(\.name).filter { !$0.isEmpty } == names
        }
        try await driver.wait("\"Front door\" is marked") { $0.currentPlace == "Front door" }
        try await desktop.press("F10")
        try await driver.wait(for: "Keyboard shortcuts")
        let items = try await driver.names(of: "menu item")
        #expect(items.contains("Ring the bell") && !items.contains("Reading list"))
        try await desktop.press("Escape")
        try await driver.go(to: "Reading list")
        try await driver.wait(for: "Rows read by file")
        try await driver.wait("\"Reading list\" is marked") { $0.currentPlace == "Reading list" }
        try await driver.finish()
    }

    @Test("are behind a button where there is little room")
    func menu() async throws {
        let driver = DesktopDriver(try DesktopSession())
        try await driver.start(at: "conformance:text", isNarrow: true)
        try await driver.waitWhile("the places are seen") { $0.seen.contains("Small museum") }
        try await driver.showPlaces()
        try await driver.wait(for: "Small museum", "10,000", "never rung")
        try await driver.go(to: "Reading list")
        try await driver.wait(for: "Rows read by file")
        try await driver.waitWhile("the places are seen") { $0.seen.contains("Small museum") }
        try await driver.finish()
    }

    @Test("are gone to by each key that chooses, also where a search takes what is typed")
    func keys() async throws {
        let desktop = try DesktopSession()
        let driver = DesktopDriver(desktop)
        for key in ["Return", "KP_Enter", "space"] {
            try await driver.start(at: "conformance:choosing", isNarrow: false)
            try await driver.wait(for: "Search the things")
            let row = try await driver.find("the place") { root in
                root.places?.first { $0.isPlace("Reading list") }
            }
            try await driver.focus(row: row, "go to the place by \(key)")
            try await desktop.press(key)
            try await driver.wait(for: "Rows read by file")
            try await driver.finish()
        }
    }

    @Test("are gone to after a question when something that was typed would be lost")
    func losing() async throws {
        let driver = DesktopDriver(try DesktopSession())
        try await driver.start(at: "conformance:form", isNarrow: false)
        try await driver.fill("Some notes", with: .text("typed"))
        try await driver.go(to: "Reading list")
        try await driver.answer(.cancel)
        try await driver.wait(for: "Some notes")
        try await driver.go(to: "Reading list")
        try await driver.answer(.choice("Discard"))
        try await driver.wait(for: "Rows read by file")
        try await driver.finish()
    }
}
