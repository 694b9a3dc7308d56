import TenonNetworking
import Testing

@Suite("Endpoints")
struct EndpointTests {
    private let endpoint = Endpoint("GET", "/shops/{shop}/orders") { _ in .text("") }

    private func parameters(_ path: String) -> [String: String]? {
        endpoint.parameters(in: path.split(separator: "/", omittingEmptySubsequences: false))
    }

    @Test("Match whole paths, and tell the values of their parameters as they were sent")
    func parameters() {
        #expect(parameters("/shops/a%2Fb/orders") == ["shop": "a%2Fb"])
        for other in ["/shops/a", "/shops/a/orders/", "/shops//orders", "shops/a/orders", "/"] {
            #expect(parameters(other) == nil, "\(other)")
        }
    }

    @Test("What is said twice in a request is not said at all")
    func twice() {
        let request = ServedRequest(
            method: "GET", authority: "localhost", path: "/", query: "a=1&b=2&b=3&c&d=",
            fields: [("Date", "today"), ("X", "1"), ("x", "2")])
        #expect(request.queryValue("a") == "1")
        #expect(request.queryValue("b") == nil)
        #expect(request.queryValue("c") == nil)
        #expect(request.queryValues("b") == ["2", "3"])
        #expect(request.queryValue("d") == "")
        #expect(request.field("DATE") == "today")
        #expect(request.field("X") == nil)
    }

    @Test(
        "Escapes in values of a query are decoded once, and a plus sign is none",
        arguments: [
            ("a%3A1%2cb", "a:1,b"), ("a:1,b", "a:1,b"), ("%C3%A9", "é"), ("%253A", "%3A"),
            ("a+b", "a+b"), ("100%", "100%"), ("%3", "%3"), ("a=b", "a=b"), ("%ff", "\u{FFFD}"),
        ])
    func escapes(_ sent: String, _ value: String) {
        let request = ServedRequest(
            method: "GET", authority: "localhost", path: "/", query: "other=1&a=\(sent)")
        #expect(request.queryValue("a") == value)
    }

    @Test("A problem is a document of RFC 9457")
    func problem() {
        let reply = ProblemDocument(
            429, "too-many", "Too many", detail: "Wait.", fields: ["Retry-After": "3"],
            members: ["limit": "5"]
        ).reply
        #expect(reply.status == 429)
        #expect(
            String(decoding: reply.body, as: UTF8.self)
                == #"{"type":"/problems/too-many","title":"Too many","status":429,"#
                + #""detail":"Wait.","limit":"5"}"#)
        #expect(reply.fields.contains { $0 == ("Retry-After", "3") })
    }
}
