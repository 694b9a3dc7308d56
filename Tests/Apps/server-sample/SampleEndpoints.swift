import Glibc
import TenonCore
import TenonNetworking

/// Contributes what tests ask a server for.
enum SampleEndpoints: Plugin {
    static let manifest = PluginManifest(
        name: "sample.endpoints", version: "1.0.0", summary: "Answers for tests")

    /// An error that explains nothing.
    private struct Surprise: Error {}

    /// An error of something that is away for a moment.
    private struct Absence: ExplainedError {
        let code = ErrorCode("sample.away", .tryLater)
        let message: Sentence = "It is away."
        let remedy: Sentence = ""
    }

    /// An error of a database whose disk is full.
    private struct Fullness: ExplainedError {
        let code = ErrorCode.databaseFull
        let message: Sentence = "It is full."
        let remedy: Sentence = ""
    }

    /// Writes a line to standard error.
    private static func note(_ text: String) {
        let line = Array("\(text)\n".utf8)
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

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
                Endpoint("PUT", "/letters", bodyLimit: 100_000) { request in
                    .text("\(request.body.count)")
                },
                Endpoint.admitting("PUT", "/parcels", bodyLimit: 100_000) { head in
                    guard head.field("x-word") == "please" else {
                        throw ProblemDocument(403, "unwanted", "Unwanted", detail: "No, thanks.")
                    }
                    return { request in .text("\(head.body.count) \(request.body.count)") }
                },
                Endpoint("GET", "/client") { .text($0.client.map { "\($0)" } ?? "") },
                Endpoint("GET", "/surprise") { _ in throw Surprise() },
                Endpoint("GET", "/absence") { _ in throw Absence() },
                Endpoint("GET", "/fullness") { _ in throw Fullness() },
                Endpoint("GET", "/words") { request in
                    var reply = ServedReply.text("first ")
                    let (words, word) = AsyncStream.makeStream(of: [UInt8].self)
                    word.yield(Array("second ".utf8))
                    // Without an end of its own, it goes on until somebody has enough.
                    if request.query == "finite" { word.finish() }
                    reply.pieces = words
                    return reply
                },
                Endpoint("GET", "/refusal") { _ in
                    throw ProblemDocument(
                        429, "too-many", "Too many", detail: "Wait \"a\" moment.",
                        fields: ["Retry-After": "7"])
                },
                Endpoint("GET", "/slow") { _ in
                    note("slow begins")
                    try await clock.sleep(for: .seconds(5))
                    return .text("done")
                },
            ]
        }
        registrar.contribute(.servedParts) {
            ["inner", "outer"].map { name in
                ServedPart {
                    note("\(name) starts")
                } stop: {
                    note("\(name) stops")
                }
            }
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
