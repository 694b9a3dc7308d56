import Foundation
import TenonCore
import TenonTesting
import TenonUI
import TestSupport
import Testing

@Suite("An exchange of lines", .serialized)
struct ExchangeTests {
    /// Runs the conformance application on some input and returns the lines that come out.
    private func lines(
        _ input: String, at location: String = "conformance:questions"
    ) async throws -> [String] {
        try await lines(Data(input.utf8), at: location)
    }

    private func lines(
        _ input: Data, at location: String, language: String = "en"
    ) async throws -> [String] {
        let program = try ChildProgram(
            "conformance-headless", arguments: ["--open=\(location)", "--language=\(language)"])
        try program.write(input)
        try program.closeInput()
        #expect(await program.wait() == 0)
        return String(decoding: program.output, as: UTF8.self).split(separator: "\n").map(
            String.init)
    }

    @Test("is as the README says")
    func example() async throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Modules/Presentation/Headless/README.md").standardizedFileURL
        let text = try String(contentsOf: file, encoding: .utf8)
        let example = text.split(separator: "```")[1].split(separator: "\n").map(String.init)
        let sent = example.filter { $0.hasPrefix("< ") }.map { String($0.dropFirst(2)) }
        let told = example.filter { $0.hasPrefix("> ") }.map { String($0.dropFirst(2)) }
        #expect(!sent.isEmpty && !told.isEmpty)
        let lines = try await lines(sent.joined(separator: "\n") + "\n")
        for (line, pattern) in zip(lines, told) {
            let expression = NSRegularExpression.escapedPattern(for: pattern)
                .replacing("…", with: ".*")
            #expect(line.wholeMatch(of: try Regex(expression)) != nil, "\(line) is not \(pattern)")
        }
        #expect(lines.count >= told.count)
    }

    @Test(
        "says in which direction the language is written",
        arguments: [("ar", "rtl"), ("ar-EG", "rtl"), ("de", "ltr")])
    func direction(_ language: String, _ direction: String) async throws {
        let lines = try await lines(Data(), at: "conformance:questions", language: language)
        #expect(lines.first?.contains("\"direction\":\"\(direction)\"") == true)
    }

    @Test("begins with hello and ends with ended")
    func ends() async throws {
        let lines = try await lines("")
        #expect(lines.first?.contains(#""event":"hello""#) == true)
        #expect(lines.last == #"{"event":"ended"}"#)
    }

    @Test("says first what the product is called, and its icon and sign")
    func brand() async throws {
        struct Hello: Decodable {
            struct Brand: Decodable { let icon, sign: String }
            let application: ApplicationInfo
            let brand: Brand
        }
        let line = try #require(try await lines("").first)
        let hello = try JSONDecoder().decode(Hello.self, from: Data(line.utf8))
        #expect(hello.application.name == "Conformance")
        #expect(hello.brand.sign == ConformanceBrand.sign)
        let parts = hello.brand.icon.split(separator: ",")
        #expect(parts.first == "data:image/svg+xml;base64")
        #expect(
            Data(base64Encoded: String(parts.last ?? "")) == Data(ConformanceBrand.icon.utf8))
    }

    @Test(
        "answers every wrong line with an error and goes on",
        arguments: [
            ("garbage", "headless.malformed", "null"), ("[]", "headless.wrong-type", "null"),
            ("{}", "headless.missing", "null"), (#"{"id":1}"#, "headless.missing", "1"),
            (#"{"id":1,"do":"fly"}"#, "headless.unknown-request", "1"),
            (#"{"id":1,"do":7}"#, "headless.wrong-type", "1"),
            (#"{"id":[],"do":"back"}"#, "headless.wrong-type", "null"),
            (#"{"id":1,"do":"act"}"#, "headless.missing", "1"),
            (#"{"id":1,"do":"act","action":"alert","filds":{}}"#, "headless.unknown-key", "1"),
            (#"{"id":1,"do":"act","action":"nothing"}"#, "session.unknown-action", "1"),
            (
                #"{"id":1,"do":"act","action":"alert","fields":{"x":1}}"#, "session.unknown-field",
                "1"
            ),
            (#"{"id":1,"do":"act","action":"alert","fields":3}"#, "headless.wrong-type", "1"),
            (
                #"{"id":1,"do":"answer","question":"q9","answer":{"type":"cancel"}}"#,
                "session.unknown-question", "1"
            ),
            (
                #"{"id":1,"do":"answer","question":"q9","answer":{"type":"perhaps"}}"#,
                "headless.wrong-type", "1"
            ),
            (#"{"id":1,"do":"window","list":"l","from":-1,"count":1}"#, "headless.wrong-type", "1"),
            (
                #"{"id":1,"do":"window","list":"l","from":0,"count":99999999999999999999}"#,
                "headless.wrong-type", "1"
            ),
            (#"{"id":1,"do":"open","location":"::"}"#, "location.malformed", "1"),
            (#"{"id":1,"do":"settle","settle":"yes"}"#, "headless.wrong-type", "1"),
            (#"{"id":1,"do":"back","do":"end"}"#, "headless.malformed", "null"),
            (
                #"{"id":1,"do":"act","action":"alert","fields":{"x":"a","x":"b"}}"#,
                "headless.malformed", "1"
            ),
        ])
    func wrongLines(_ line: String, _ code: String, _ id: String) async throws {
        let lines = try await lines(line + "\n" + #"{"id":"after","do":"look"}"# + "\n")
        let reply = lines.first { $0.contains(#""reply""#) } ?? ""
        #expect(reply.contains("\"code\":\"\(code)\""), "\(reply)")
        #expect(reply.hasSuffix("\"reply\":\(id)}"), "\(reply)")
        #expect(lines.contains(#"{"ok":true,"reply":"after"}"#))
    }

    @Test("answers lines that are too long or no text, and loses none after them")
    func badBytes() async throws {
        var input = Data(repeating: UInt8(ascii: "x"), count: 5 << 20)
        input += Data("\n".utf8) + Data([0xFF, 0xFE, 0x0A]) + Data("\n \r\n".utf8)
        input += Data(#"{"id":2,"do":"look"}"#.utf8)
        let lines = try await lines(input, at: "conformance:questions")
        #expect(lines.contains { $0.contains("headless.too-long") })
        #expect(lines.contains { $0.contains("headless.encoding") })
        #expect(lines.filter { $0.contains(#""reply""#) }.count == 3)
        #expect(lines.contains(#"{"ok":true,"reply":2}"#))
    }

    @Test("answers thousands of requests, each once and in order")
    func many() async throws {
        let requests = (1...3000).map { #"{"id":\#($0),"do":"search","text":"x"}"# }
        let lines = try await lines(requests.joined(separator: "\n") + "\n")
        let ids = lines.compactMap { line in
            line.firstMatch(of: /"reply":([0-9]+)/).flatMap { Int($0.1) }
        }
        #expect(ids == Array(1...3000))
    }

    @Test("tells consequences after the reply, or before it when asked to settle")
    func order() async throws {
        let act = #"{"id":1,"do":"act","action":"mild""#
        let plain = try await lines(act + "}\n")
        let reply = try #require(plain.firstIndex(of: #"{"ok":true,"reply":1}"#))
        let question = try #require(plain.firstIndex { $0.contains(#""event":"question""#) })
        #expect(reply < question)
        let settled = try await lines(act + #","settle":true}"# + "\n")
        let late = try #require(settled.firstIndex(of: #"{"ok":true,"reply":1}"#))
        let early = try #require(settled.firstIndex { $0.contains(#""event":"question""#) })
        #expect(early < late)
    }

    @Test("lets work end that goes on at the end of the input")
    func lateWork() async throws {
        let lines = try await lines(#"{"id":1,"do":"act","action":"later"}"# + "\n")
        #expect(lines.contains { $0.contains("it came by itself") })
    }

    @Test("counts what is saved at the end of the input, and fails for what is not")
    func savedAtTheEnd() async throws {
        let edit = #"{"do":"edit","fields":{"notes":"half a note"}}"# + "\n"
        let saved = try await lines(
            edit + #"{"do":"act","action":"save"}"# + "\n", at: "conformance:form")
        #expect(saved.contains { $0.contains("half a note (1 lines)") })
        #expect(!saved.contains { $0.contains("headless.unsaved") })
        let program = try ChildProgram(
            "conformance-headless", arguments: ["--open=conformance:form"])
        try program.write(Data(edit.utf8))
        try program.closeInput()
        #expect(await program.wait() == 1)
        #expect(String(decoding: program.output, as: UTF8.self).contains("headless.unsaved"))
    }

    @Test("never writes a secret that was sent, nor one that is concealed")
    func secrets() async throws {
        let lines = try await lines(
            [
                #"{"do":"act","action":"save","fields":{"secret":"sent-77-secret"},"settle":true}"#,
                #"{"do":"act","action":"save","fields":{"secrets":"sent-77-secret"}}"#,
                #"{"do":"sent-77-secret"}"#, #"{"do":"act" "sent-77-secret"}"#,
                #"{"do":"open","location":"conformance:facts","settle":true}"#,
            ].joined(separator: "\n"), at: "conformance:form")
        #expect(lines.contains { $0.contains("Password") })
        #expect(!lines.contains { $0.contains("sent-77-secret") || $0.contains("pass-Zq7-word") })
    }

    @Test("every line is JSON without control characters")
    func harmless() async throws {
        let lines = try await lines("", at: "conformance:hostile")
        for line in lines {
            _ = try JSONSerialization.jsonObject(with: Data(line.utf8))
            #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
        }
    }

    @Test("ends quietly when nobody reads any more")
    func closedOutput() async throws {
        // Who reads the first line ends with it, and only then something is asked.
        let script = """
            mkfifo input
            exec 4> >(head -1); reader=$!
            "$0" <input >&4 & program=$!
            exec 4>&- 5>input
            wait $reader
            (echo '{"do":"look"}' >&5) 2>/dev/null
            exec 5>&-
            wait $program
            """
        let folder = try TemporaryFolder()
        let result = try await Program(path: "/bin/bash", folder: folder.path)
            .run("-c", script, "\(Program.products)/conformance-headless")
        #expect(result.status == 0)
        #expect(result.output.split(separator: "\n").count == 1, "\(result.output)")
        #expect(result.errors == "")
    }

    @Test("tells what changes in lists, from which the whole screen can be made, when asked to")
    func changes() async throws {
        var input = [#"{"do":"watch","changes":true}"#, #"{"do":"look"}"#]
        for demand in [
            #""search","text":"12""#, #""search","text":"123""#, #""search","text":"2""#,
            #""window","list":"items","from":5,"count":30"#, #""search","text":"no such row""#,
            #""search","text":"""#, #""window","list":"items","from":0,"count":10"#,
        ] {
            input += [#"{"do":\#(demand),"settle":true}"#, #"{"do":"look"}"#]
        }
        input += [#"{"do":"watch","changes":false}"#, #"{"do":"search","text":"9","settle":true}"#]
        let events = try await lines(
            input.joined(separator: "\n") + "\n", at: "conformance:many"
        ).compactMap { try Event($0) }
        #expect(events.count { $0.isChange } == 7)
        #expect(events.last?.isChange == false)
        var rows: [String] = []
        for (event, next) in zip(events, events.dropFirst()) {
            rows = event.isChange ? try event.apply(to: rows) : event.rows
            // What a change has led to is what a look at the whole screen shows.
            if event.isChange { #expect(rows == next.rows) }
        }
        #expect(events.last?.rows.first?.contains("Item #9.") == true)
    }

    @Test("tells a screen at another location as a whole, also while changes are told")
    func otherScreen() async throws {
        let lines = try await lines(
            """
            {"do":"watch","changes":true}
            {"do":"look"}
            {"do":"open","location":"conformance:facts","settle":true}
            {"do":"watch","changes":1}

            """, at: "conformance:many")
        #expect(lines.contains { $0.contains(#""event":"screen""#) && $0.contains("facts") })
        #expect(!lines.contains { $0.contains(#""event":"change""#) })
        #expect(lines.contains { $0.contains("headless.wrong-type") })
    }

    @Test("tells of the present screen only, not of a list that it covers")
    func coveredScreen() async throws {
        let lines = try await lines(
            """
            {"do":"open","location":"conformance:chart","settle":true}
            {"do":"back","settle":true}

            """, at: "conformance:home")
        #expect(!lines.contains { $0.contains(#""event":"covered""#) })
        #expect(
            lines.last { $0.contains(#""event":"screen""#) }?.contains("Samples, 1 seen") == true)
    }

    /// A line about a screen, whole or changed; each row as its JSON.
    private struct Event {
        let isChange: Bool
        /// The rows of the one list of a whole screen.
        let rows: [String]
        private let change: [String: Any]

        init?(_ line: String) throws {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            guard let object, let name = object["event"] as? String,
                ["screen", "change"].contains(name)
            else { return nil }
            isChange = name == "change"
            let screen = object["screen"] as? [String: Any]
            let blocks = screen?["blocks"] as? [[String: Any]] ?? []
            rows = try (blocks.first?["rows"] as? [Any] ?? []).map(Self.text)
            change = (object["rows"] as? [String: Any])?["items"] as? [String: Any] ?? [:]
        }

        func apply(to old: [String]) throws -> [String] {
            guard !change.isEmpty else { return [] }
            let numbers = change["removed"] as? [Int] ?? []
            let moves = (change["moved"] as? [[String: Int]] ?? []).map {
                (from: $0["from"] ?? 0, to: $0["to"] ?? 0)
            }
            let gone = Set(numbers + moves.map(\.from))
            var result = old.indices.filter { !gone.contains($0) }.map { old[$0] }
            var coming = try (change["inserted"] as? [[String: Any]] ?? []).map(Self.placed)
            coming += moves.map { (at: $0.to, row: old[$0.from]) }
            for row in coming.sorted(by: { $0.at < $1.at }) { result.insert(row.row, at: row.at) }
            for row in try (change["changed"] as? [[String: Any]] ?? []).map(Self.placed) {
                result[row.at] = row.row
            }
            return result
        }

        private static func placed(_ object: [String: Any]) throws -> (at: Int, row: String) {
            (object["at"] as? Int ?? -1, try text(object["row"] ?? ""))
        }

        private static func text(_ row: Any) throws -> String {
            let data = try JSONSerialization.data(withJSONObject: row, options: .sortedKeys)
            return String(decoding: data, as: UTF8.self)
        }
    }
}
