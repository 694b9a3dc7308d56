import Foundation
import TenonCore
import TenonUI
import Testing

@Suite("An exchange of lines", .serialized)
struct ExchangeTests {
    /// Runs the conformance application on some input and returns the lines that come out.
    private func lines(
        _ input: String, at location: String = "conformance:questions"
    ) async throws -> [String] {
        try await lines(Data(input.utf8), at: location)
    }

    private func lines(_ input: Data, at location: String) async throws -> [String] {
        let program = try ChildProgram("conformance-headless", arguments: ["--open=\(location)"])
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

    @Test("begins with hello and ends with ended")
    func ends() async throws {
        let lines = try await lines("")
        #expect(lines.first?.contains(#""event":"hello""#) == true)
        #expect(lines.last == #"{"event":"ended"}"#)
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
        let shell = Process()
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let program = URL(filePath: tests).deletingLastPathComponent()
            .appending(path: "conformance-headless")
        shell.executableURL = URL(filePath: "/bin/bash")
        shell.arguments = [
            "-c",
            "set -o pipefail; (sleep 1; echo '{\"do\":\"look\"}'; sleep 1) 2>/dev/null | \"$0\" | head -1",
            program.path,
        ]
        let output = Pipe()
        (shell.standardOutput, shell.standardError) = (output, output)
        try shell.run()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 0)
        #expect(text.split(separator: "\n").count == 1, "\(text)")
    }
}
