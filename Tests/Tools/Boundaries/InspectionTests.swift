import BoundaryRules
import Foundation
import Testing

@Suite("The rules of the structure")
struct InspectionTests {
    private var sample = SampleRepository()

    @Test("A repository that keeps all rules has no findings")
    func clean() async throws {
        let inspection = try await sample.inspect()
        #expect(inspection.findings == [])
        #expect(inspection.summary == "9 targets, 9 Swift files, 13 imports: no findings")
    }

    @Test("A plugin without a record is caught, unless applications name it by hand")
    mutating func pluginRecord() async throws {
        let plugin = "import TenonCore\n/// The clock.\nenum ClockPlugin: Plugin {}\n"
        sample.files["Modules/Services/System/Clock.swift"] = plugin
        #expect(
            try await sample.places() == ["Modules/Services/System/Clock.swift:3: plugin-record"])
        let record = "let record: PluginRecord = (1, 0, { $0.store(ClockPlugin.self) })\n"
        sample.files["Modules/Services/System/Record.swift"] = "import TenonCore\n\(record)"
        #expect(try await sample.inspect().findings == [])
        sample.files["Modules/Services/System/Record.swift"] = nil
        sample.files["Modules/Services/System/Clock.swift"] = plugin.replacingOccurrences(
            of: "The clock.", with: "The clock; applications name it by hand.")
        #expect(try await sample.inspect().findings == [])
    }

    @Test("A module for macOS, too, imports Glibc in one file, and beside Darwin")
    mutating func platform() async throws {
        sample.files["Modules/UI/Screen.swift"] = "import Glibc\nimport TenonCore\n"
        #expect(try await sample.places() == ["Modules/UI/Screen.swift:1: platform"])
        let both = "#if canImport(Darwin)\nimport Darwin\n#else\nimport Glibc\n#endif\n"
        sample.files["Modules/UI/Screen.swift"] = both + "import TenonCore\n"
        #expect(try await sample.places() == [])
        sample.files["Modules/UI/Stream.swift"] = both
        #expect(try await sample.places() == ["Modules/UI/Stream.swift:4: platform"])
    }

    // MARK: - Imports and layers

    @Test("The import of a dependency's dependency is caught")
    mutating func transitiveImport() async throws {
        sample.files["Modules/Presentation/Web/Web.swift"] = "import TenonUI\nimport TenonCore\n"
        let finding = try #require(try await sample.inspect().findings.first)
        #expect(
            finding.description.hasPrefix(
                "Modules/Presentation/Web/Web.swift:2: undeclared-import: "
                    + "TenonWeb imports TenonCore and does not declare it."))
    }

    @Test("The undeclared import of a package's package is caught")
    mutating func transitivePackage() async throws {
        sample.files["Modules/Services/System/Clock.swift"] = "import TenonCore\nimport NIOCore\n"
        #expect(
            try await sample.places() == [
                "Modules/Services/System/Clock.swift:2: undeclared-import"
            ])
    }

    @Test("A presentation that imports a feature is caught, where it declares and imports it")
    mutating func presentationImportsFeature() async throws {
        sample.targets["TenonWeb"]?.uses = #""TenonUI", "WalletLogins""#
        sample.files["Modules/Presentation/Web/Web.swift"] = "import TenonUI\nimport WalletLogins\n"
        #expect(
            try await sample.places() == [
                "Modules/Presentation/Web/Web.swift:2: layer", "Package.swift:12: layer",
            ])
    }

    @Test("A presentation that imports another presentation is caught, declared or not")
    mutating func presentationImportsPresentation() async throws {
        sample.files["Modules/Presentation/Web/Web.swift"] = "import TenonUI\nimport TenonLine\n"
        #expect(try await sample.places() == ["Modules/Presentation/Web/Web.swift:2: layer"])
    }

    @Test("A feature that imports a live service is caught")
    mutating func featureImportsService() async throws {
        sample.targets["WalletLogins"]?.uses = #""TenonSQLite", "TenonUI""#
        sample.files["Modules/Wallet/Logins/Logins.swift"] = "import TenonSQLite\nimport TenonUI\n"
        #expect(
            try await sample.places() == [
                "Modules/Wallet/Logins/Logins.swift:1: layer", "Package.swift:13: layer",
            ])
    }

    @Test("A feature that imports one of another product is caught, in both directions")
    mutating func featureOfAnotherProduct() async throws {
        sample.targets["FeedTimeline"] = .init(
            path: "Modules/Feed/Timeline", uses: #""TenonUI", "WalletLogins""#)
        sample.files["Modules/Feed/Timeline/README.md"] = "# Timeline\n"
        let timeline = "Modules/Feed/Timeline/Timeline.swift"
        sample.files[timeline] = "import TenonUI\nimport WalletLogins\n"
        #expect(
            try await sample.places() == ["\(timeline):2: layer", "Package.swift:6: layer"])
        sample.targets["FeedTimeline"]?.uses = #""TenonUI""#
        sample.files[timeline] = "import TenonUI\n"
        #expect(try await sample.places() == [])
        sample.targets["WalletLogins"]?.uses = #""FeedTimeline", "TenonUI""#
        sample.files["Modules/Wallet/Logins/Logins.swift"] =
            "import FeedTimeline\nimport TenonUI\n"
        #expect(
            try await sample.places() == [
                "Modules/Wallet/Logins/Logins.swift:1: layer", "Package.swift:14: layer",
            ])
    }

    @Test("A service that imports another service is caught")
    mutating func serviceImportsService() async throws {
        sample.files["Modules/Services/System/Clock.swift"] =
            "import TenonCore\nimport TenonSQLite\n"
        #expect(try await sample.places() == ["Modules/Services/System/Clock.swift:2: layer"])
    }

    @Test(
        "Core that imports anything but the standard library is caught",
        arguments: ["Foundation", "Dispatch", "Glibc", "TenonUI", "GRDB", "Testing"])
    func coreImports(module: String) async throws {
        var sample = sample
        sample.files["Modules/Core/Plugin.swift"] = "import Synchronization\nimport \(module)\n"
        #expect(try await sample.places() == ["Modules/Core/Plugin.swift:2: layer"])
    }

    @Test("Core may import its own C shim, and nobody else may")
    mutating func shim() async throws {
        sample.targets["CTenonCore"] = .init(path: "Modules/Core/CTenonCore")
        sample.targets["TenonCore"]?.uses = #""CTenonCore""#
        sample.files["Modules/Core/CTenonCore/include/CTenonCore.h"] = ""
        sample.files["Modules/Core/CTenonCore/section.c"] = ""
        sample.files["Modules/Core/Plugin.swift"] = "import CTenonCore\n"
        #expect(try await sample.places() == [])

        sample.files["Modules/UI/Screen.swift"] = "import CTenonCore\nimport TenonCore\n"
        #expect(try await sample.places() == ["Modules/UI/Screen.swift:1: layer"])
    }

    @Test("A test framework outside tests is caught")
    mutating func testFramework() async throws {
        sample.files["Apps/wallet/main.swift"] = "import Testing\n"
        #expect(try await sample.places() == ["Apps/wallet/main.swift:1: test-framework"])
    }

    @Test("An import that hands its module on is caught")
    mutating func reexport() async throws {
        sample.files["Modules/UI/Screen.swift"] = "@_exported import TenonCore\n"
        #expect(try await sample.places() == ["Modules/UI/Screen.swift:1: re-export"])
    }

    @Test("A test that opens what is internal to a module says why")
    mutating func testable() async throws {
        let opening = "import Testing\n\n@testable import TenonCore"
        sample.files["Tests/Core/CoreTests.swift"] = opening + "\n"
        #expect(try await sample.places() == ["Tests/Core/CoreTests.swift:3: testable"])
        sample.files["Tests/Core/CoreTests.swift"] = opening + "  // Nobody else sees it.\n"
        #expect(try await sample.places() == [])
    }

    @Test("A test that sleeps or looks at a clock says why, beside it or above it")
    mutating func time() async throws {
        // In two parts, so that this file has none of them.
        let (sleep, clock) = ("sle" + "ep", "Continuous" + "Clock")
        sample.files["Tests/Core/CoreTests.swift"] = """
            import TenonCore
            import Testing

            try await Task.\(sleep)(for: .seconds(1))
            #expect(\(clock).now - start < .seconds(1))
            try await Task.\(sleep)(for: .seconds(1))  // For a reason.

            try await Task.\(sleep)(for: .seconds(1))  // Time: nothing tells of it.
            // Time: nothing tells of the end of what goes on here,
            // however long one waits.
            let start = \(clock).now
            \(sleep)(60)
            func \(sleep)() async throws { try await manualClock.\(sleep)(for: .seconds(1)) }
            #expect(log.contains("locked before \(sleep)") && Date() > begin)
            // \(clock) is named in a comment.

            """
        sample.files["Tests/Core/day.sh"] = """
            until [ -e done ]; do \(sleep) 0.1; done
            # Time: the pause between two looks.
            until [ -e done ]; do \(sleep) 0.1; done

            """
        sample.files["Tests/Core/day.py"] = "time.\(sleep)(PAUSE)\n"
        sample.files["Modules/UI/Screen.swift"]? += "let clock = \(clock)()\n"
        #expect(
            try await sample.places() == [
                "Tests/Core/CoreTests.swift:4: time", "Tests/Core/CoreTests.swift:5: time",
                "Tests/Core/CoreTests.swift:6: time", "Tests/Core/CoreTests.swift:12: time",
                "Tests/Core/day.py:1: time", "Tests/Core/day.sh:1: time",
            ])
    }

    // MARK: - Dependencies

    @Test("A second module that imports an outside package is caught")
    mutating func secondWrapper() async throws {
        sample.targets["TenonSystem"]?.uses = #""TenonCore", \#(SampleRepository.outsideProduct)"#
        sample.files["Modules/Services/System/Clock.swift"] = "import TenonCore\nimport GRDB\n"
        #expect(
            try await sample.places() == [
                "Modules/Services/System/Clock.swift:2: outside-package"
            ])
    }

    @Test("A feature that imports an outside package is caught, even as the only one")
    mutating func featureWithPackage() async throws {
        sample.targets["TenonSQLite"]?.uses = #""TenonCore""#
        sample.files["Modules/Services/SQLite/Store.swift"] = "import TenonCore\n"
        sample.targets["WalletLogins"]?.uses = #""TenonUI", \#(SampleRepository.outsideProduct)"#
        sample.files["Modules/Wallet/Logins/Logins.swift"] = "import GRDB\nimport TenonUI\n"
        #expect(
            try await sample.places() == [
                "Modules/Wallet/Logins/Logins.swift:1: outside-package"
            ])
    }

    @Test("Tests may look at an outside package beside the module that wraps it, and only there")
    mutating func packageInTests() async throws {
        sample.targets["TenonSQLiteTests"] = .init(
            kind: "testTarget", path: "Tests/Services/SQLite",
            uses: #""TenonSQLite", \#(SampleRepository.outsideProduct)"#)
        sample.files["Tests/Services/SQLite/StoreTests.swift"] = "import GRDB\n"
        #expect(try await sample.places() == [])

        sample.targets["TenonSQLiteTests"]?.uses = SampleRepository.outsideProduct
        #expect(
            try await sample.places() == [
                "Tests/Services/SQLite/StoreTests.swift:1: outside-package"
            ])
    }

    @Test("A module's declared dependency that nobody imports is caught; an app links it unseen")
    mutating func unusedDependency() async throws {
        sample.files["Modules/Presentation/Line/Line.swift"] = "import TenonUI\n"
        #expect(try await sample.places() == ["Package.swift:8: unused-dependency"])
    }

    // MARK: - Files and settings

    @Test("A module without a README, with an empty one or with a long one is caught")
    mutating func readMe() async throws {
        sample.files["Modules/UI/README.md"] = nil
        sample.files["Modules/Core/README.md"] = "\n"
        sample.files["Modules/Wallet/Logins/README.md"] = String(repeating: "Word.\n", count: 41)
        sample.files["Modules/Services/System/README.md"] = String(repeating: "Word.\n", count: 40)
        #expect(
            try await sample.places() == [
                "Modules/Core/README.md:1: readme", "Modules/UI/README.md:1: readme",
                "Modules/Wallet/Logins/README.md:41: readme",
            ])
    }

    @Test("A source file of more than 500 lines is caught")
    mutating func length() async throws {
        sample.files["Modules/UI/Blocks.swift"] = String(repeating: "\n", count: 501)
        sample.files["Modules/UI/Fields.swift"] = String(repeating: "\n", count: 500)
        #expect(try await sample.places() == ["Modules/UI/Blocks.swift:501: length"])
    }

    @Test("A manifest may have four lines for each target, since it cannot be split")
    mutating func manifestLength() async throws {
        sample.manifestEnd = String(repeating: "\n", count: 470)
        #expect(try await sample.places().isEmpty)
        sample.manifestEnd = String(repeating: "\n", count: 500)
        #expect(try await sample.places() == ["Package.swift:501: length"])
        for number in 1...130 {
            sample.targets["Sample\(number)Tests"] = .init(
                kind: "testTarget", path: "Tests/Sample\(number)")
            sample.files["Tests/Sample\(number)/Sample.swift"] = ""
        }
        sample.manifestEnd = String(repeating: "\n", count: 380)
        #expect(try await sample.places().isEmpty)
    }

    @Test("A note to do something later is caught in comments and scripts, not in literals")
    mutating func leftovers() async throws {
        let (first, second) = ("TO" + "DO", "FIX" + "ME")
        sample.files["Modules/Core/Plugin.swift"] =
            "import Synchronization\nlet word = \"\(first)\"\n/// One.\n// \(second): two\n"
        sample.files["tools/run"] = "#!/usr/bin/env bash\n# \(first)\n"
        #expect(
            try await sample.places() == [
                "Modules/Core/Plugin.swift:4: leftover", "tools/run:2: leftover",
            ])
    }

    @Test("Something foreign or missing at the top level is caught; ignored files are not seen")
    mutating func topLevel() async throws {
        sample.files["Sources/Word.txt"] = ""
        sample.files["Package.swift.swp"] = ""
        sample.files[".build/Broken.swift"] = "/*"
        sample.files["LICENSE"] = nil
        #expect(try await sample.places() == ["LICENSE:1: top-level", "Sources:1: top-level"])
    }

    @Test("A target outside the layers, or named for another one, is caught")
    mutating func layout() async throws {
        sample.targets["TenonExtra"] = .init(path: "Modules/Extra")
        sample.files["Modules/Extra/Extra.swift"] = ""
        sample.targets["TenonCards"] = .init(path: "Modules/Wallet/Cards")
        sample.files["Modules/Wallet/Cards/Card.swift"] = ""
        sample.files["Modules/Wallet/Cards/README.md"] = "# Cards\n"
        #expect(
            try await sample.places() == ["Package.swift:6: layout", "Package.swift:9: layout"])
    }

    @Test("A Swift file that no target compiles is caught, but for what the fuzzer compiles")
    mutating func orphan() async throws {
        sample.files["Modules/Wallet/Draft.swift"] = "import TenonUI\n"
        sample.files["tools/fuzz/routing/Harness.swift"] = "import Foundation\n"
        #expect(try await sample.places() == ["Modules/Wallet/Draft.swift:1: orphan"])
    }

    @Test("A target whose warnings are no errors is caught", arguments: 0..<4)
    func settings(missing: Int) async throws {
        var sample = sample
        sample.settings.remove(at: missing)
        let findings = try await sample.inspect().findings
        #expect(findings.count == 9)
        #expect(findings.allSatisfy { $0.rule == .settings })
    }

    @Test("A setting that can silence warnings is caught")
    mutating func silencing() async throws {
        sample.settings.append(#".unsafeFlags(["-suppress-warnings"])"#)
        #expect(
            try await sample.inspect().findings.map(\.rule) == Array(repeating: .settings, count: 9)
        )
    }

    @Test("What is said to the linker silences no warning")
    func linker() async throws {
        var sample = sample
        sample.manifestEnd = """
            for target in package.targets {
                target.linkerSettings = [.unsafeFlags(["-Xlinker", "--export-dynamic"])]
            }

            """
        #expect(try await sample.inspect().findings == [])
    }
}
