import TenonCore
import TenonWeb
import TestSupport

extension Browser {
    /// Lends a browser that shows a sample of the conformance application.
    ///
    /// - Parameters:
    ///   - others: Further plugins of the application.
    ///   - grace: How long the server stays when its session is over.
    static func run(
        _ options: Options = Options(), at sample: String, language: String = "en",
        others: [any Plugin.Type] = [], grace: Duration = .milliseconds(100),
        _ body: @Sendable (Browser, KeptServer) async throws -> Void
    ) async throws {
        var limits = WebLimits()
        limits.graceTime = grace
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
}
