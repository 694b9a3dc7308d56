import TenonCore
import TenonWeb
import TestSupport

extension Browser {
    /// Lends a browser that shows a sample of the conformance application.
    ///
    /// - Parameter others: Further plugins of the application.
    static func run(
        _ options: Options = Options(), at sample: String, language: String = "en",
        others: [any Plugin.Type] = [],
        _ body: @Sendable (Browser, KeptServer) async throws -> Void
    ) async throws {
        var limits = WebLimits()
        limits.graceTime = .milliseconds(100)
        let server = try await KeptServer(
            at: "conformance:\(sample)", language: language, limits: limits, others: others)
        do {
            try await run(options) { browser in
                try await browser.open(server.address)
                try await browser.wait("document.body.dataset.location !== undefined")
                try await body(browser, server)
            }
            await server.stop()
        } catch {
            await server.stop()
            throw error
        }
    }

    /// Waits until an expression is true in the page.
    func wait(_ expression: String) async throws {
        for _ in 0..<4800 {
            if (try? await evaluate("return Boolean(\(expression))")) == true { return }
            try await Task.sleep(for: .milliseconds(25))
        }
        throw LoopbackHTTP.Failure(description: "It never came true: \(expression)")
    }
}
