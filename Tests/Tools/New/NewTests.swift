import TestSupport
import Testing

@Suite("tools/new")
struct NewTests {
    private let copy: RepositoryCopy

    init() async throws { copy = try await RepositoryCopy() }

    @Test("Explains itself")
    func help() async throws {
        let result = try await copy.new("--help")
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("Usage: tools/new module|feature|front-end|app NAME"))
    }

    private static let refusals: [([String], String)] = [
        ([], "Usage: tools/new"),
        (["screen", "Notes"], "there are product, module, feature, front-end and app"),
        (["feature"], "What is the feature called?"),
        (["feature", "9lives"], "'9lives' is not a name"),
        (["feature", "shopping list"], "'shopping list' is not a name"),
        (["feature", "shoppingList"], "'shoppingList' is not a name"),
        (["feature", "../Notes"], "give its name only"),
        (["feature", "Session"], "has a meaning already"),
        (["feature", "import"], "has a meaning already"),
        (["feature", "N"], "2 to 30 characters"),
        (["feature", "Notes", "Notes"], "one word too many"),
        (["feature", "Notes", "--front-end", "Line"], "for apps only"),
        (["module", "Presentation/Speech"], "tools/new front-end Speech"),
        (["module", "Core/Mail"], "goes to Services or Wallet"),
        (["app", "kiosk", "--front-end", "Hologram"], "There is no front end 'Hologram'"),
        (["app", "kiosk", "--front-end"], "--front-end needs a name"),
        (["app", "kiosk", "--front-end", "Line", "--front-end", "Web"], "has one front end"),
        (["product", "tea"], "say where with --package PATH"),
        (["module", "Mail", "--package", "tea"], "A module is for this repository"),
        (["feature", "Notes", "--package"], "--package needs the path of a folder"),
        (["feature", "Notes", "--force"], "'--force' is not known here"),
    ]

    @Test("Refuses what is no word or no name of its own, and says why")
    func refusals() async throws {
        try await expectRefused(Self.refusals, status: 64)
    }

    private static let taken: [([String], String)] = [
        (["feature", "logins"], "Modules/Wallet/Logins exists already"),
        (["feature", "Trash"], "The location 'trash' leads somewhere already"),
        (["front-end", "Web"], "Modules/Presentation/Web exists already"),
        (["app", "wallet"], "Apps/wallet exists already"),
        (["app", "core-benchmark"], "knows a 'core-benchmark' already"),
        (["module", "Services/sqlite"], "knows a 'TenonSqlite' already"),
        (["module", "Services/clock"], "There is a port 'clock' already"),
    ]

    @Test("Refuses a name that is taken")
    func taken() async throws {
        try await expectRefused(Self.taken, status: 73)
    }

    /// Each ends with a reason, and changes nothing; one copy does for all of them.
    private func expectRefused(_ cases: [([String], String)], status: Int32) async throws {
        let script = Program(path: "\(copy.path)/tools/new")
        let (files, manifest) = (copy.files(), copy.manifest)
        for (arguments, reason) in cases {
            let result = try await script.run(arguments)
            #expect(result.status == status, "\(arguments)")
            #expect(result.errors.contains(reason), "\(arguments): \(result.errors)")
            #expect(result.output.isEmpty, "\(arguments)")
            #expect(copy.files() == files, "\(arguments)")
            #expect(copy.manifest == manifest, "\(arguments)")
        }
    }

    @Test("A dry run shows what would be written and writes nothing")
    func dryRun() async throws {
        let (files, manifest) = (copy.files(), copy.manifest)
        let result = try await copy.new("feature", "shopping-list", "--dry-run")
        #expect(result.status == 0, "\(result.errors)")
        let expected = "would write Modules/Wallet/ShoppingList/ShoppingListInteractor.swift"
        #expect(result.output.contains(expected))
        #expect(result.output.contains("+    \"WalletShoppingList\","))
        #expect(copy.files() == files)
        #expect(copy.manifest == manifest)
    }

    @Test("Names are the same whether written with dashes or in capitals")
    func names() async throws {
        #expect(try await copy.new("module", "Services/paper-mail").status == 0)
        #expect(try await copy.new("module", "PigeonPost").status == 0)
        #expect(copy.files(below: "Modules/Services/PaperMail").count == 7)
        #expect(copy.files(below: "Tests/Services/PigeonPost").count == 1)
        #expect(copy.manifest.contains(#"module("TenonPaperMail", "Services/PaperMail","#))
        #expect(copy.manifest.contains(#"tests(of: "TenonPigeonPost", "Services/PigeonPost","#))
        #expect(try await copy.new("module", "pigeon-post").status == 73)
    }

    @Test("Nothing is left behind when something cannot be written")
    func nothingHalfWritten() async throws {
        let manifest = copy.manifest
        try copy.remove("Tests/Apps")
        try copy.write("in the way", to: "Tests/Apps")
        let files = copy.files()
        let blocked = try await copy.new("front-end", "Speech")
        #expect(blocked.status == 73)
        #expect(blocked.errors.contains("Tests/Apps/conformance-speech cannot be written"))
        #expect(copy.files() == files)
        #expect(copy.manifest == manifest)

        let unknown = manifest.replacing("let wallet:", with: "let purse:")
        try copy.write(unknown, to: "Package.swift")
        let lost = try await copy.new("feature", "Diary")
        #expect(lost.status == 73)
        #expect(lost.errors.contains("Package.swift has no list 'wallet'"))
        #expect(copy.files() == files)
        #expect(copy.manifest == unknown)

        try copy.write(manifest + "\nlet broken: Target = 1\n", to: "Package.swift")
        let broken = try await copy.new("feature", "Diary")
        #expect(broken.status == 73)
        #expect(broken.errors.contains("The manifest would not be sound"))
        #expect(copy.files() == files)
    }
}
