import Foundation
import Testing

/// A page of documentation in this working copy.
struct Article: CustomTestStringConvertible {
    /// The folder of `Package.swift`.
    static let checkout = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The pages of all catalogues.
    static let all: [Article] = {
        let modules = checkout.appending(path: "Modules")
        let paths =
            FileManager.default.enumerator(atPath: modules.path)?
            .compactMap { $0 as? String } ?? []
        return paths.filter { $0.contains(".docc/") && $0.hasSuffix(".md") }.sorted()
            .map { Article(path: "Modules/\($0)") }
    }()

    /// The path from the top of the working copy.
    let path: String

    /// The whole text.
    var text: String {
        (try? String(contentsOf: Self.checkout.appending(path: path), encoding: .utf8)) ?? ""
    }

    /// The name of the file without its ending.
    var name: String { URL(filePath: path).deletingPathExtension().lastPathComponent }

    /// The blocks of Swift.
    var blocks: [String] {
        text.components(separatedBy: "```swift\n").dropFirst()
            .compactMap { $0.components(separatedBy: "\n```").first }
    }

    var testDescription: String { path }
}
