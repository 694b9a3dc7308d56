import FeedAPI
import Testing

@Suite("The header field Link")
struct LinkHeaderTests {
    @Test("has links with relations, in the way of Mastodon")
    func mastodon() {
        let header = LinkHeader(
            "<https://a.example/x?max_id=7163&limit=2>; rel=\"next\", "
                + "<https://a.example/x?min_id=7164>; rel=\"prev\"")
        #expect(header.target("next") == "https://a.example/x?max_id=7163&limit=2")
        #expect(header.target("prev") == "https://a.example/x?min_id=7164")
        #expect(header.target("last") == nil)
    }

    @Test(
        "is read however it is written",
        arguments: [
            "</a,b;c>;rel=next", "</a,b;c> ; title=\"x, y; \\\" rel=prev\" ; REL = \"NEXT prev\"",
            ",, </a,b;c>; rel=next; rel=last,", "</z>; anchor=\"#x\"; rel=next, </a,b;c>; rel=next",
            "</a,b;c>; rel; rel=next", "</a,b;c>;;rel=next", "</a,b;c>; rel=\"next",
        ])
    func forms(_ text: String) {
        let expected = text.contains("rel; rel") ? nil : "/a,b;c"
        #expect(LinkHeader(text).target("next") == expected)
    }

    @Test("is empty when it is none", arguments: ["", "next", "</a", "rel=next; </a>", "\"<a>\""])
    func malformed(_ text: String) { #expect(LinkHeader(text).links.isEmpty) }

    @Test("has a limit")
    func many() {
        let text = Array(repeating: "</a>; rel=x", count: 10_000).joined(separator: ", ")
        #expect(LinkHeader(text).links.count == 64)
    }
}
