import TenonCore
import TenonNetworking
import Testing

@Suite("An error of the network")
struct NetworkErrorTests {
    @Test("says what happened and what to do, and nothing of an address but its origin")
    func texts() throws {
        let address = try WebAddress("https://example.org:8443/s3cret/path?token=s3cret")
        let errors: [NetworkError] = [
            .badAddress("Really."), .unreachable(address), .connectionTimedOut(address),
            .timedOut(address), .untrusted(address, "Really."), .wrongKey(address),
            .interrupted(address), .malformed(address), .tooLarge(address, limit: 7),
            .badRequest(address, "Really."), .badTrustRoots("roots.pem"),
        ]
        let statuses = [302, 400, 401, 403, 404, 407, 408, 410, 418, 429, 500, 503]
        for error in errors + statuses.map({ NetworkError.status($0, address) }) {
            #expect(!"\(error)".contains("s3cret"))
            #expect(error.message.description.hasSuffix("."))
            #expect(error.remedy.description.hasSuffix("."))
            #expect(error.code.name.hasPrefix("network."))
        }
        #expect("\(NetworkError.unreachable(address))".hasPrefix("https://example.org:8443 cannot"))
    }

    @Test("knows what may be different a moment later, and what cannot have arrived")
    func properties() throws {
        let address = try WebAddress("https://example.org")
        #expect(NetworkError.unreachable(address).isTransient)
        #expect(!NetworkError.unreachable(address).mayHaveArrived)
        #expect(NetworkError.connectionTimedOut(address).isTransient)
        #expect(!NetworkError.connectionTimedOut(address).mayHaveArrived)
        #expect(NetworkError.timedOut(address).mayHaveArrived)
        #expect(!NetworkError.wrongKey(address).isTransient)
        #expect(!NetworkError.wrongKey(address).mayHaveArrived)
        #expect(NetworkError.status(503, address).isTransient)
        #expect(!NetworkError.status(404, address).isTransient)
    }
}
