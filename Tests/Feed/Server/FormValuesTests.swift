import Testing

@testable import FeedServer  // A server has no interface but its answers, which say less.

@Suite("The forms that the demonstration takes")
struct FormValuesTests {
    @Test("are decoded, and may have a name several times")
    func encoded() {
        let values = FormValues(encoded: "a=1&b%5B%5D=x+y&b[]=%C3%BC&c&=&d=%".utf8)
        #expect(values["a"] == "1")
        #expect(values.all("b[]") == ["x y", "ü"])
        #expect(values["c"] == "" && values["d"] == "%" && values["e"] == nil)
    }

    @Test("have a file in parts")
    func multipart() throws {
        let body = """
            --B\r
            Content-Disposition: form-data; name="description"\r
            \r
            A lake\r
            --B\r
            Content-Disposition: form-data; name="file"; filename="x.png"\r
            Content-Type: image/png\r
            \r
            --A\r
            \r
            B\r
            --B--\r

            """
        let values = try #require(
            FormValues(multipart: Array(body.utf8), type: "multipart/form-data; boundary=\"B\""))
        #expect(values["description"] == "A lake")
        #expect(values.file?.type == "image/png")
        #expect(values.file.map { String(decoding: $0.bytes, as: UTF8.self) } == "--A\r\n\r\nB")
        #expect(FormValues(multipart: Array(body.utf8), type: "multipart/form-data") == nil)
    }

    @Test("may lead back to any port of this machine, and to no other place than was said")
    func redirects() {
        let app = AppRecord(
            client: "", secretHash: [], name: "",
            redirects: ["http://127.0.0.1/", "https://example.org/back"], scopes: [])
        for good in ["http://127.0.0.1:51234/", "http://127.0.0.1/", "https://example.org/back"] {
            #expect(app.allows(good))
        }
        for bad in [
            "http://127.0.0.1:51234/x", "http://127.0.0.1.evil.example/", "http://localhost:1/",
            "https://example.org:444/back", "https://example.org/back?x", "http://127.0.0.1@evil/",
            "",
        ] {
            #expect(!app.allows(bad), "\(bad)")
        }
    }
}
