import Foundation
import Synchronization

/// Secrets stay secret, forms arrive whole, long lists cost what is seen, and one finds back.
enum ContentChecks {
    static let all = [
        concealed, codes, scanned, fields, problems, many, search, opening, leaving, ending,
    ]

    private static let concealed = ConformanceCheck("what is concealed is never put out") {
        conductor in
        try await conductor.start("facts")
        try await conductor.expect("Password")
        try await conductor.expectNever(FactsSample.password, FactsSample.pin)
        try await conductor.choose("Copy", on: "PIN", see: "The PIN was copied.")
        try await conductor.choose("Reveal", on: "Password", see: FactsSample.password)
        try await conductor.choose("Conceal", on: "Password")
        try await conductor.wait("the password is concealed again") {
            DriverText.contains($0, "PIN") && !DriverText.contains($0, FactsSample.password)
        }
        try await conductor.expectNever(FactsSample.pin)
    }

    private static let codes = ConformanceCheck("a code is seen and its successor, too") {
        conductor in
        try await conductor.start("facts")
        try await conductor.expect("111 122")
        try await conductor.choose("Next code", on: "One-time code", see: "211 222")
    }

    private static let scanned = ConformanceCheck(
        "a camera reads a code, and that of a secret while it is revealed"
    ) { conductor in
        try await conductor.start("qrCode")
        try await conductor.expect("The way to the bees", "Where the bees live.")
        try await conductor.scan(QRCodeSample.address)
        try await conductor.expectNever(QRCodeSample.key)
        try await conductor.choose("Reveal the key", see: "The key to the hive.")
        try await conductor.scan(QRCodeSample.key)
        try await conductor.choose("Conceal the key", see: "The key, which is hidden again.")
        try await conductor.scan(QRCodeSample.key, isThere: false)
    }

    private static let fields = ConformanceCheck("all nine fields arrive as they were filled in") {
        conductor in
        try await withFile { path in
            try await conductor.start("form")
            try await fill(conductor, path: path)
            try await conductor.driver.fill("Your name", with: .text("Grace"))
            try await conductor.expect("The name has 5 letters.")
            try await conductor.choose(
                "Save the form", see: "Grace", "first line", "second line", "(2 lines)",
                "10 bytes", "<-12.50>", "<2024-02-29>", "<2028-04>", "granted", "<green>", "<l+s>",
                "letters.csv of 26 bytes")
            try await conductor.expectNever("5ecret-Jq4")
        }
    }

    private static let problems = ConformanceCheck(
        "a problem is told and nothing has to be typed again"
    ) {
        conductor in
        try await withFile { path in
            try await conductor.start("form")
            try await fill(conductor, path: path)
            try await conductor.driver.fill("Your name", with: .text(""))
            try await conductor.choose(
                "Save the form", see: "A name is needed. Type at least one letter.")
            try await conductor.driver.fill("Your name", with: .text("Ida"))
            try await conductor.choose(
                "Save the form", see: "Ida", "second line", "10 bytes", "<-12.50>", "granted",
                "<l+s>", "letters.csv of 26 bytes")
        }
    }

    private static let many = ConformanceCheck("100,000 rows cost what is seen of them") {
        conductor in
        try await conductor.start("many")
        try await conductor.expect(ManySample.title(1))
        _ = try await conductor.wait("to see how many rows there are") {
            DriverText.contains($0.replacing(",", with: ""), "100000")
        }
        let put = ManySample.numbers(in: try await conductor.driver.everything())
        guard put.count <= 1000 else {
            throw TestingError.unmet("at most 1,000 rows are put out", seen: "\(put.count) rows")
        }
        for _ in 1...2 {
            let last = try await lastRow(conductor)
            try await conductor.driver.showMore(of: "Items")
            _ = try await conductor.wait("to see row \(last + 1)") {
                ManySample.numbers(in: $0).contains(last + 1)
            }
        }
    }

    /// The last row that is seen, once five looks see the same: a screen that is still being put out
    /// shows only some of its rows.
    private static func lastRow(_ conductor: Conductor) async throws -> Int {
        let looks = Mutex<[Set<Int>]>([])
        let seen = try await conductor.wait("the rows to stay as they are") { seen in
            looks.withLock { looks in
                looks = looks.suffix(4) + [ManySample.numbers(in: seen)]
                return looks.count == 5 && Set(looks).count == 1 && !looks[0].isEmpty
            }
        }
        return ManySample.numbers(in: seen).max() ?? 0
    }

    private static let search = ConformanceCheck("a search finds one row of 100,000") { conductor in
        try await conductor.start("many")
        try await conductor.expect("Search the items")
        try await conductor.driver.search("#7777")
        try await conductor.expect(ManySample.title(7777), ManySample.title(77779))
        try await conductor.driver.search("#100000.")
        try await conductor.expect(ManySample.title(100_000))
        try await conductor.choose(
            "Open", on: ManySample.title(100_000), see: "Row 100000 was opened.")
        try await conductor.driver.search("nowhere")
        try await conductor.expect("No item has \"nowhere\" in its name.")
        try await conductor.driver.search("")
        try await conductor.expect(ManySample.title(1))
    }

    private static let opening = ConformanceCheck("one gets in and back out") { conductor in
        try await conductor.start("home")
        try await conductor.choose("Open", on: "Sample chart", see: "Strength as bars")
        try await conductor.driver.back()
        try await conductor.expect("All samples", "Sample chart")
        try await conductor.choose("Open", on: "Sample group", see: "The inner group")
    }

    private static let leaving = ConformanceCheck("what is unfinished is not left unasked") {
        conductor in
        try await conductor.start("leaving")
        try await conductor.expect("It would be lost if you left.")
        try await conductor.driver.back()
        try await conductor.expect("Leave without finishing?", "It will be lost.")
        try await conductor.answer(.cancel)
        try await conductor.driver.back()
        try await conductor.expect("Leave without finishing?")
        try await conductor.answer(.confirm, see: "All samples")
    }

    private static let ending = ConformanceCheck("the end of the session is an end without failure")
    {
        conductor in
        try await conductor.start("leaving")
        try await conductor.choose("End it all")
    }

    private static func fill(_ conductor: Conductor, path: String) async throws {
        let driver = conductor.driver
        try await driver.fill("Some notes", with: .text("first line\nsecond line"))
        try await driver.fill("A secret", with: .secret("5ecret-Jq4"))
        try await driver.fill("An amount", with: .number("-12.50"))
        try await driver.fill("A day", with: .date("2024-02-29"))
        try await driver.fill("A month", with: .month("2028-04"))
        try await driver.fill("Some labels", with: .tokens(["fragile", "this side up"]))
        try await driver.fill("A wish", with: .toggle(true))
        try await driver.fill("A colour", with: .choice("Green as grass"))
        try await driver.fill("Several sizes", with: .choices(["Small ones", "Large ones"]))
        try await driver.fill("A file", with: .file(path))
    }

    /// Lends a file of 26 bytes that is called `letters.csv`.
    private static func withFile(_ body: (String) async throws -> Void) async throws {
        let folder = URL.temporaryDirectory.appending(path: "conformance-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "letters.csv")
        try Data("abcdefghijklmnopqrstuvwxyz".utf8).write(to: file)
        try await body(file.path)
    }
}
