import Foundation
import HTTPTypes
import TenonHTTP
import TenonNetworking
import TestSupport

/// The built `network-web`, used as a browser without scripts uses it; it ends with this object.
final class WebPage {
    /// Why it cannot be used.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let process = Process()
    private let folder: TemporaryFolder
    private let networker: HTTPNetworker
    private let origin: String
    private let path: String
    private let fields: HTTPFields
    private let token: String

    /// Starts it, and begins a session.
    ///
    /// - Parameter address: What it is to load.
    init(address: String) async throws {
        folder = try TemporaryFolder()
        networker = try HTTPNetworker()
        try folder.write("", to: "output")
        process.executableURL = URL(fileURLWithPath: "\(Program.products)/network-web")
        process.arguments = ["--web-no-open", "--web-port=0", "--address=\(address)"]
        process.environment = ["LANG": "en"]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle(forWritingAtPath: "\(folder.path)/output")
        try process.run()
        let start = try await Self.startAddress(process, folder)
        origin = start.origin
        let response = try await networker.perform(NetworkCall(.get, start))
        guard let location = response.fields[.location],
            let cookie = response.fields[.setCookie]?.prefix(while: { $0 != ";" })
        else {
            process.terminate()
            throw Failure(description: "No session, but \(response.statusCode).")
        }
        path = location
        guard let site = HTTPField.Name("Sec-Fetch-Site"), let origin = HTTPField.Name("Origin")
        else { throw Failure(description: "No field names.") }
        fields = [.cookie: String(cookie), site: "same-origin", origin: start.origin]
        let first = try await Self.follow(location, start.origin, fields, networker)
        token = Self.value(ofInput: "token", in: first)
    }

    deinit { process.terminate() }

    /// Posts a form.
    func post(_ command: String, _ values: [(String, String)]) async throws {
        let key = path.split(separator: "/")[1]
        let form = ([("token", token)] + values).map { "\($0.0)=\(Self.escaped($0.1))" }
            .joined(separator: "&")
        var fields = fields
        fields[.contentType] = "application/x-www-form-urlencoded"
        let call = NetworkCall(
            .post, try WebAddress("\(origin)/do/\(key)/\(command)"), fields: fields,
            body: Array(form.utf8))
        let status = try await networker.perform(call).statusCode
        guard status == 303 else { throw Failure(description: "\(command): status \(status)") }
    }

    /// Presses a button of the question on a page.
    func answer(_ value: String, in page: String) async throws {
        try await post(
            "answer",
            [("question", Self.value(ofInput: "question", in: page)), ("answer", value)])
    }

    /// The page of the present screen, as soon as it contains something.
    func text(containing text: String) async throws -> String {
        try await lookFor("“\(text)”") {
            let page = try await Self.follow(path, origin, fields, networker)
            return page.contains(text) ? page : nil
        } instead: {
            try await Self.follow(path, origin, fields, networker)
        }
    }

    private static func startAddress(
        _ process: Process, _ folder: TemporaryFolder
    ) async throws -> WebAddress {
        do {
            return try await lookFor("the address of the server") {
                guard process.isRunning else { throw Failure(description: "It did not start.") }
                let output = folder.text(of: "output") ?? ""
                guard let match = output.firstMatch(of: /(http:\/\/\S+)\s/) else { return nil }
                return try WebAddress(String(match.output.1))
            }
        } catch {
            process.terminate()
            throw error
        }
    }

    private static func follow(
        _ path: String, _ origin: String, _ fields: HTTPFields, _ networker: HTTPNetworker
    ) async throws -> String {
        var address = try WebAddress(origin).resolving(path)
        for _ in 0..<5 {
            let reply = try await networker.perform(NetworkCall(.get, address, fields: fields))
            guard reply.statusCode == 303, let next = reply.fields[.location] else {
                return String(decoding: reply.body, as: UTF8.self)
            }
            address = try address.resolving(next)
        }
        throw Failure(description: "It leads in circles.")
    }

    private static func value(ofInput name: String, in page: String) -> String {
        guard let start = page.firstRange(of: "name=\"\(name)\" value=\"") else { return "" }
        return String(page[start.upperBound...].prefix { $0 != "\"" })
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}
