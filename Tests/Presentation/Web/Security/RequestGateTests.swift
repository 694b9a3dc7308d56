import TenonWeb
import Testing

@Suite("The gate")
struct RequestGateTests {
    private let gate = RequestGate(port: 4711)

    private func request(
        _ host: String? = "127.0.0.1:4711", origin: String? = nil, site: String? = nil,
        mode: String? = nil, purpose: String? = nil
    ) -> RequestOrigin {
        RequestOrigin(
            host: host, origin: origin, fetchSite: site, fetchMode: mode, purpose: purpose)
    }

    @Test("knows its own names with its own port", arguments: ["127.0.0.1", "localhost", "[::1]"])
    func ownNames(_ name: String) {
        #expect(gate.checkHost(request("\(name):4711")) == nil)
        #expect(gate.checkHost(request(name)) == .foreignHost)
        #expect(gate.checkHost(request("\(name):4712")) == .foreignHost)
        #expect(RequestGate(port: 80).checkHost(request(name)) == nil)
    }

    @Test(
        "knows no other name",
        arguments: [
            nil, "", "evil.example:4711", "127.0.0.1.evil.example:4711", "127.0.0.2:4711",
            "0.0.0.0:4711", "user@127.0.0.1:4711", "127.0.0.1:4711, evil.example",
        ])
    func otherNames(_ name: String?) {
        #expect(gate.checkHost(request(name)) == .foreignHost)
    }

    @Test("lets a change in only when the browser says that it comes from here")
    func changes() {
        let own = "http://127.0.0.1:4711"
        #expect(gate.checkChange(request(origin: own, site: "same-origin")) == nil)
        #expect(gate.checkChange(request(site: "same-origin")) == nil)
        #expect(gate.checkChange(request(origin: own)) == nil)
        #expect(gate.checkChange(request()) == .foreignSite)
        #expect(gate.checkChange(request(site: "none")) == .foreignSite)
        #expect(gate.checkChange(request(origin: own, site: "cross-site")) == .foreignSite)
        #expect(
            gate.checkChange(request(origin: "http://localhost:4711", site: "same-origin"))
                == .foreignSite)
    }

    @Test("knows the origin that browsers send with our own forms, and nobody else's")
    func nullOrigin() {
        #expect(gate.checkChange(request(origin: "null", site: "same-origin")) == nil)
        for site in [nil, "none", "same-site", "cross-site"] {
            #expect(gate.checkChange(request(origin: "null", site: site)) == .foreignSite)
        }
    }

    @Test("lets a person type an address")
    func reads() {
        #expect(gate.checkRead(request(site: "none"), isStart: false) == nil)
        #expect(gate.checkRead(request(), isStart: false) == nil)
        #expect(gate.checkRead(request(site: "cross-site"), isStart: false) == .foreignSite)
    }

    @Test("lets the start address be opened from a file, but not be fetched in advance")
    func start() {
        let opened = request(site: "cross-site", mode: "navigate")
        #expect(gate.checkRead(opened, isStart: true) == nil)
        let fetched = request(site: "cross-site", mode: "no-cors")
        #expect(gate.checkRead(fetched, isStart: true) == .foreignSite)
        let early = request(site: "none", mode: "navigate", purpose: "prefetch")
        #expect(gate.checkRead(early, isStart: true) == .foreignSite)
    }
}
