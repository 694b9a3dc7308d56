import TenonCore
import TenonNetworking

/// Contributes what tests ask a server for.
enum SampleEndpoints: Plugin {
    static let manifest = PluginManifest(
        name: "sample.endpoints", version: "1.0.0", summary: "Answers for tests")

    /// An error that explains nothing.
    private struct Surprise: Error {}

    static func register(in registrar: inout Registrar) {
        registrar.contribute(.endpoints, using: .clock) { clock in
            [
                Endpoint("PUT", "/shops/{shop}/orders/{order}", bodyLimit: 1_000) { request in
                    let words = [
                        request.parameters["shop"], request.parameters["order"],
                        request.queryValue("copy"), request.field("x-word"),
                        "\(request.body.count)",
                    ]
                    return .text(words.map { $0 ?? "-" }.joined(separator: " "))
                },
                Endpoint("GET", "/surprise") { _ in throw Surprise() },
                Endpoint("GET", "/refusal") { _ in
                    throw ProblemDocument(
                        429, "too-many", "Too many", detail: "Wait \"a\" moment.",
                        fields: ["Retry-After": "7"])
                },
                Endpoint("GET", "/slow") { _ in
                    try await clock.sleep(for: .milliseconds(1_500))
                    return .text("done")
                },
            ]
        }
        registrar.contribute(.readinessChecks, using: .configuration) { configuration in
            [
                ReadinessCheck("sample") {
                    if configuration.environmentVariable("SAMPLE_BROKEN") != nil {
                        throw Surprise()
                    }
                }
            ]
        }
    }
}

@section("tenon_plugins") @used
let sampleEndpointsRecord: PluginRecord = (1, 0, { $0.store(SampleEndpoints.self) })
