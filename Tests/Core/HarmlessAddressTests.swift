import TenonCore
import Testing

@Suite struct HarmlessAddressTests {
    @Test(
        "an address is shown without the password in it",
        arguments: [
            ("postgresql://ada:s3cret@host:5432/db", "postgresql://ada:…@host:5432/db"),
            ("postgresql://ada:s3c@ret@host/db", "postgresql://ada:…@host/db"),
            ("postgresql://ada:s3c/ret?x@host/db", "postgresql://ada:…@host/db"),
            ("postgresql://:s3cret@/db", "postgresql://:…@/db"),
            ("https://ada:s3cret@example.org/", "https://ada:…@example.org/"),
            (
                "postgresql:///db?password=s3cret&host=/run&sslpassword=s3cret",
                "postgresql:///db?password=…&host=/run&sslpassword=…"
            ),
            ("postgresql://host:1/db?password=s3@cret", "postgresql://host:1/db?password=…"),
            ("postgresql:///db?P%61ssword=s3cret", "postgresql:///db?P%61ssword=…"),
            ("host=db password='s3 cret' user=ada", "host=db password=…"),
        ])
    func passwords(address: String, shown: String) {
        #expect(HarmlessAddress.value(address) == shown)
    }

    @Test(
        "what holds no password stays as it is",
        arguments: [
            "", "/var/lib/sync.db", "postgresql:///db?host=/run", "postgresql://ada@host:5432/db",
            "https://example.org/a:b", "ada@example.org", "a=b", "12:30", "mail@x:y=z",
        ])
    func harmless(value: String) { #expect(HarmlessAddress.value(value) == value) }

    @Test("in a text each word is looked at")
    func words() {
        let text = "error: 'x://a:s3cret@b'\nSee  \"x://c:s3cret@d\" or e:f@g.\n"
        #expect(
            HarmlessAddress.words(text)
                == "error: 'x://a:…@b'\nSee  \"x://c:…@d\" or e:f@g.\n")
    }
}
