import TenonWeb
import Testing

@Suite("HTML is escaped by what it is")
struct HTMLWriterTests {
    @Test("Text cannot become markup")
    func text() {
        let html = element(.p) { "<script>alert(1)</script> & \"quotes\" 'too'" }
        #expect(
            HTMLWriter.text(html)
                == "<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp; \"quotes\" 'too'</p>")
    }

    @Test("The value of an attribute cannot end it")
    func attribute() {
        let html = element(.input, Attribute(.value, "\"><script>'`= \n"))
        #expect(HTMLWriter.text(html) == "<input value=\"&quot;&gt;&lt;script&gt;'`= \n\">")
    }

    @Test("Control characters of both sets are replaced, line breaks and tabs stay")
    func controls() {
        let html = HTML.text("a\u{0}\u{8}\u{1B}\u{7F}\u{85}\u{9B}\t\nb\u{A0}ü😀")
        #expect(
            HTMLWriter.text(html)
                == "a\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\t\nb\u{A0}ü😀")
    }

    @Test("A script has no content, whatever is put into it")
    func script() {
        #expect(HTMLWriter.text(element(.script) { "alert(1)" }) == "<script></script>")
    }

    @Test("Elements without content have no end tag; the first line break of a text area stays")
    func special() {
        #expect(HTMLWriter.text(element(.input)) == "<input>")
        #expect(HTMLWriter.text(element(.textarea) { "\na" }) == "<textarea>\n\na</textarea>")
    }

    @Test("Flags have no value, and absent attributes are not written")
    func flags() {
        let html = element(
            .button, Attribute(.disabled, if: true), Attribute(.hidden, if: false), nil)
        #expect(HTMLWriter.text(html) == "<button disabled></button>")
    }
}

@Suite("An address in a page")
struct WebAddressTests {
    @Test(
        "leads to the web only",
        arguments: [
            "javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)",
            "java\nscript:alert(1)", "data:text/html,x", "vbscript:x", "file:///etc/passwd",
            "//evil.example", "/path", "", "http:", "http://", "https:///x", "https://@x",
            "http:\\\\x", "ftp://x", "https://a b", "\u{1}https://a",
        ])
    func refused(_ address: String) {
        #expect(PageLink(external: address) == nil)
    }

    @Test(
        "keeps what leads to the web",
        arguments: ["https://example.com", "HTTP://example.com/a?b=c&d#e", "http://[::1]:80/"])
    func kept(_ address: String) {
        #expect(PageLink(external: address)?.text == address)
    }

    @Test("A path takes any segment")
    func path() {
        #expect(PageLink.path(["s", "a/b ü\"?#"]).text == "/s/a%2Fb%20%C3%BC%22%3F%23")
        #expect(PageLink.fragment("field.a_20b").text == "#field.a_20b")
    }
}

@Suite("The id of an element")
struct DOMIdentifierTests {
    @Test("has no character that could end it, and differs for different parts")
    func encoding() {
        #expect(DOMIdentifier.make("field", "a b\"<") == "field.a_20b_22_3c")
        #expect(DOMIdentifier.make("a.b") != DOMIdentifier.make("a", "b"))
        #expect(DOMIdentifier.make("a_20") != DOMIdentifier.make("a "))
    }
}
