import TenonCore
import TenonWeb
import Testing

@Suite("A form in parts")
struct MultipartParserTests {
    private func parse(_ text: String, pieces size: Int? = nil) throws -> FormData {
        try parse(Array(text.utf8), pieces: size)
    }

    private func parse(_ bytes: [UInt8], pieces size: Int? = nil) throws -> FormData {
        var parser = MultipartParser(boundary: "xYz")
        let size = size ?? max(bytes.count, 1)
        for start in stride(from: 0, to: bytes.count, by: size) {
            try parser.append(bytes[start..<min(start + size, bytes.count)])
        }
        return try parser.finish()
    }

    private func part(_ disposition: String, _ content: String) -> String {
        "--xYz\r\nContent-Disposition: \(disposition)\r\n\r\n\(content)\r\n"
    }

    private var ordinary: String {
        part("form-data; name=\"a\"", "1\r\n--xY")
            + "--xYz\r\nContent-Disposition: form-data; name=\"file\"; filename=\"C:\\x\\l.csv\"\r\n"
            + "Content-Type: text/csv\r\n\r\nu,v\r\n\r\n--xYz--\r\n"
    }

    @Test("is read whole, or in pieces that are cut anywhere", arguments: 1...60)
    func pieces(_ size: Int) throws {
        let form = try parse(ordinary, pieces: size)
        #expect(form.entries.map(\.name) == ["a", "file"])
        #expect(form.text("a") == "1\r\n--xY")
        #expect(form.text("file") == "u,v\r\n")
        #expect(form.entries[1].fileName == "l.csv")
        #expect(form.entries[0].fileName == nil)
    }

    @Test("keeps every byte of a file, also those that look like the beginning of a delimiter")
    func binary() throws {
        var content = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        content += Array("\r\n--xY\r\n--\r\n-".utf8)
        let head = "--xYz\r\nContent-Disposition: form-data; name=\"f\"; filename=\"f\"\r\n\r\n"
        let bytes = Array(head.utf8) + content + Array("\r\n--xYz--\r\n".utf8)
        for size in [bytes.count, 4096, 1021] {
            let form = try parse(bytes, pieces: size)
            #expect(form.entries[0].value.withBytes { Array($0) } == content)
        }
    }

    @Test("undoes the escapes of names, and drops folders")
    func names() throws {
        let text = part("form-data; name=\"a%22b%0D%0A\"; filename=\"../../etc/passwd\"", "")
        let form = try parse(text + "--xYz--")
        #expect(form.entries[0].name == "a\"b\r\n")
        #expect(form.entries[0].fileName == "passwd")
    }

    @Test("may be empty")
    func empty() throws {
        #expect(try parse("--xYz--\r\n").entries.isEmpty)
        #expect(try parse(part("form-data; name=\"a\"", "") + "--xYz--").text("a") == "")
    }

    @Test(
        "is refused when it is not as browsers write it",
        arguments: [
            "", "garbage", "--xYz", "--xYz\r\n", "--other\r\n", "--xYz\n\n--xYz--",
            "preamble\r\n--xYz--", "--xYz--garbage", "--xYz garbage",
            "--xYz\r\n\r\nno headers\r\n--xYz--",
            "--xYz\r\nContent-Type: text/plain\r\n\r\na\r\n--xYz--",
            "--xYz\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nno end",
            "--xYz\r\nContent-Disposition form-data\r\n\r\na\r\n--xYz--",
            "--xYz\r\nContent-Transfer-Encoding: base64\r\n\r\na\r\n--xYz--",
        ])
    func malformed(_ text: String) {
        #expect(throws: FormProblem.self) { try parse(text) }
        #expect(throws: FormProblem.self) { try parse(text, pieces: 1) }
    }

    @Test(
        "is refused when a part has no proper name",
        arguments: [
            "form-data", "form-data; name=\"\"", "form-data; name=a", "form-data; name=\"a",
            "attachment; name=\"a\"", "form-data; name=\"a\"; name=\"b\"",
            "form-data; name=\"a\"; filename*=UTF-8''b", "form-data name=\"a\"",
            "form-data; name=\"a\"\r\nContent-Disposition: form-data; name=\"b\"",
        ])
    func dispositions(_ disposition: String) {
        #expect(throws: FormProblem.self) { try parse(part(disposition, "x") + "--xYz--") }
    }

    @Test("is refused when its headers or its parts are too many")
    func limits() {
        let long = String(repeating: "a", count: 9000)
        #expect(throws: FormProblem.self) {
            try parse(part("form-data; name=\"\(long)\"", "x") + "--xYz--")
        }
        let endless = "--xYz\r\nContent-Type: \(long)"
        #expect(throws: FormProblem.self) { try parse(endless, pieces: 100) }
        let many = String(repeating: part("form-data; name=\"a\"", ""), count: 2001)
        #expect(throws: FormProblem.self) { try parse(many + "--xYz--") }
    }

    @Test("is refused when a field is not text; a file may be anything")
    func text() throws {
        let head = "--xYz\r\nContent-Disposition: form-data; name=\"f\""
        let tail: [UInt8] = [0xFF, 0xFE] + Array("\r\n--xYz--".utf8)
        #expect(throws: FormProblem.self) { try parse(Array("\(head)\r\n\r\n".utf8) + tail) }
        let file = try parse(Array("\(head); filename=\"x\"\r\n\r\n".utf8) + tail)
        #expect(file.entries[0].value.count == 2)
    }
}
