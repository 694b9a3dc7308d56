import Foundation
import TestSupport
import Testing

/// What `OutsidePackageTests` builds and runs is not built here.
@Suite("tools/new --package")
struct NewPackageTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func new(_ arguments: String...) async throws -> Program.Result {
        try await Program(path: "\(Checkout.folder)/tools/new", folder: folder.path).run(arguments)
    }

    private var files: [String] {
        (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? [])
            .filter { !$0.contains("/.build") }.sorted()
    }

    private var manifest: String { folder.text(of: "tea/Package.swift") ?? "" }

    @Test("A product has a feature and a program for each front end, and names no other product")
    func product() async throws {
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/tea", withIntermediateDirectories: false)
        let made = try await new(
            "product", "TeaTime", "--package", "tea", "--front-end", "web", "--front-end=Headless")
        #expect(made.status == 0, "\(made.errors)")
        #expect(manifest.contains("    name: \"tea-time\",\n"))
        #expect(manifest.contains("program(\"tea-time\", links: product + [tenon(\"TenonWeb\")])"))
        #expect(manifest.contains("program(\"tea-time-headless\", links: product"))
        #expect(manifest.contains(" = [\n    \"TenonWeb\",\n]"))
        #expect(!manifest.contains("\"TenonHeadless\",\n"))
        #expect(files.contains("tea/Sources/TeaTimeWords/WordsCoordinator.swift"))
        for file in files {
            let text = folder.text(of: file) ?? ""
            #expect(!text.lowercased().contains("wallet"), "\(file)")
            #expect(text.firstMatch(of: /__[A-Za-z]+__/) == nil, "\(file)")
        }

        let shelf = try await new("feature", "shelf", "--package", "tea")
        #expect(shelf.status == 0, "\(shelf.errors)")
        #expect(manifest.contains("    module(\"TeaTimeShelf\"),\n]"))
        #expect(!files.contains("tea/Sources/TeaTimeShelf/ShelfCoordinator.swift"))
        let terminal = try await new("app", "kiosk", "--front-end", "Terminal", "--package", "tea")
        #expect(terminal.status == 0, "\(terminal.errors)")
        #expect(
            manifest.contains("program(\"kiosk\", links: product + [tenon(\"TenonTerminal\")])"))
    }

    @Test("What cannot be written is refused with what to do, and nothing is left behind")
    func refusals() async throws {
        try folder.write("mine", to: "full/notes")
        try await expect(
            ["feature", "shelf", "--package", "full"], "Begin with: tools/new product")
        try await expect(["product", "tea", "--package", "full"], "not an empty folder")
        try await expect(["product", "tea", "--package", "full/notes"], "not an empty folder")
        try await expect(["product", "tea", "--package", "no/where"], "There is no folder no")
        try await expect(
            ["product", "tea", "--package", "tea", "--front-end", "Hologram"],
            "There is no front end 'Hologram'", status: 64)

        #expect(try await new("product", "tea", "--package", "tea").status == 0)
        try await expect(["feature", "Words", "--package", "tea"], "TeaWords exists already")
        try await expect(["app", "tea", "--package", "tea"], "Sources/tea exists already")
        try await expect(["front-end", "words", "--package", "tea"], "TeaWords exists already")
        try await expect(
            ["app", "kiosk", "--front-end", "Speech", "--package", "tea"],
            "and tea has none of this name", status: 64)

        let manifest = manifest
        try folder.write(
            manifest.replacing("let programs:", with: "let executables:"), to: "tea/Package.swift")
        try await expect(["app", "kiosk", "--package", "tea"], "has no list 'programs'")
        try folder.write(manifest, to: "tea/Package.swift")
        try FileManager.default.removeItem(atPath: "\(folder.path)/tea/Tests")
        try folder.write("in the way", to: "tea/Tests")
        try await expect(["feature", "shelf", "--package", "tea"], "cannot be written")
    }

    @Test("A dry run shows the files of a product and makes no folder")
    func dryRun() async throws {
        let result = try await new("product", "tea", "--package", "tea", "--dry-run")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("would write Package.swift\n"))
        #expect(result.output.contains("would write Sources/tea-terminal/main.swift\n"))
        #expect(files.isEmpty)
    }

    /// Expects that a request is refused for a reason, and changes nothing.
    private func expect(
        _ arguments: [String], _ reason: String, status: Int32 = 73
    ) async throws {
        let (files, manifest) = (files, manifest)
        let result = try await Program(path: "\(Checkout.folder)/tools/new", folder: folder.path)
            .run(arguments)
        #expect(result.status == status, "\(arguments)")
        #expect(result.errors.contains(reason), "\(arguments): \(result.errors)")
        #expect(self.files == files, "\(arguments)")
        #expect(self.manifest == manifest, "\(arguments)")
    }
}
