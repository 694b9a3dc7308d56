import Foundation
import TestSupport

/// Looks at a page until it is as a test wants it.
extension Browser {
    /// How long a page is waited for: much longer than any page takes on a busy machine.
    private static let patience = Duration.seconds(120)
    /// How long it is left alone between the first two looks; then twice as long each time.
    private static let shortestPause = Duration.milliseconds(3)
    /// How long it is left alone between two looks at most.
    private static let longestPause = Duration.milliseconds(25)

    /// Waits until an expression is true in the page.
    func wait(_ expression: String) async throws {
        try await wait(for: expression) {
            try await evaluate("return Boolean(\(expression))")
        }
    }

    /// Waits until a look says that what is awaited is there.
    ///
    /// A look that fails says nothing: the page may be about to go.
    ///
    /// - Parameters:
    ///   - what: What is awaited, for the message when it does not come.
    ///   - isolation: Where the look is done: where the caller is.
    ///   - look: Whether it is there.
    /// - Throws: A ``LoopbackHTTP/Failure`` after two minutes, with what the page shows instead.
    func wait(
        for what: String, isolation: isolated (any Actor)? = #isolation,
        _ look: () async throws -> Bool
    ) async throws {
        let deadline = Deadline(after: Self.patience)
        var problem = ""
        var pause = Self.shortestPause
        while true {
            do {
                if try await look() { return }
                problem = ""
            } catch {
                problem = "\(error)\n"
            }
            guard !deadline.hasPassed else { break }
            // Time: the pause between two looks.
            try await Task.sleep(for: pause)
            pause = min(pause * 2, Self.longestPause)
        }
        throw LoopbackHTTP.Failure(
            description: "It never came: \(what)\n\(problem)\(await shown())")
    }

    /// What the page shows, as text and as a picture that stays, and what the driver has noted.
    private func shown() async -> String {
        let text = try? await evaluate(PageScript.text, as: String.self)
        let folder = FileManager.default.temporaryDirectory.path
        let file = "\(folder)/tenon-page-\(UUID().uuidString).png"
        let hasPicture = (try? await takePicture(file)) != nil
        return """
            The page shows:
            \(text ?? "Nothing that can be read.")
            A picture of it: \(hasPicture ? file : "none")
            The driver says:
            \(driver.log)
            """
    }
}
