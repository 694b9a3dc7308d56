import Hummingbird
import TenonMemory

extension FormData {
    /// How a body is written.
    private enum Coding {
        case urlEncoded
        case multipart(boundary: String)
    }

    /// The form in the body of a request, within the limits of size and time.
    ///
    /// - Throws: ``WebRefusal`` when it is too large, too slow or not a form.
    static func reading(_ request: Request, within limits: WebLimits) async throws -> FormData {
        let coding = try coding(of: request.headers[.contentType] ?? "")
        let limit: Int
        switch coding {
        case .urlEncoded: limit = limits.formBytes
        // Other fields and the delimiters come on top of the file.
        case .multipart: limit = limits.uploadBytes + limits.formBytes
        }
        return try await withThrowingTaskGroup(of: FormData.self) { group in
            group.addTask { try await read(request, coding, limit: limit) }
            group.addTask {
                try await Task.sleep(for: limits.bodyTime)
                throw WebRefusal.tooSlow
            }
            defer { group.cancelAll() }
            guard let form = try await group.next() else { throw WebRefusal.malformed }
            return form
        }
    }

    private static func read(
        _ request: Request, _ coding: Coding, limit: Int
    ) async throws -> FormData {
        do {
            switch coding {
            case .urlEncoded:
                var bytes: [UInt8] = []
                defer { bytes.wipe() }
                try await collect(request, limit: limit) { bytes.append(contentsOf: $0) }
                return try URLEncodedForm.parse(bytes)
            case .multipart(let boundary):
                var parser = MultipartParser(boundary: boundary)
                defer { parser.wipe() }
                try await collect(request, limit: limit) { try parser.append($0) }
                return try parser.finish()
            }
        } catch is FormProblem {
            throw WebRefusal.malformed
        }
    }

    /// Hands on the body piece by piece.
    ///
    /// The rest of an oversized body is read for a while and thrown away: a browser that is still
    /// sending would show "connection reset" instead of the page that says why.
    private static func collect(
        _ request: Request, limit: Int, take: ([UInt8]) throws -> Void
    ) async throws {
        let announced = request.headers[.contentLength].flatMap { Int($0) } ?? 0
        guard announced <= 4 * limit else { throw WebRefusal.tooLarge }
        var count = 0
        for try await buffer in request.body {
            count += buffer.readableBytes
            guard count <= 4 * limit else { throw WebRefusal.tooLarge }
            guard max(count, announced) <= limit else { continue }
            try buffer.withUnsafeReadableBytes { try take(Array($0)) }
        }
        guard count <= limit else { throw WebRefusal.tooLarge }
    }

    /// Reads the media type (RFC 9110, section 8.3.1).
    private static func coding(of contentType: String) throws(WebRefusal) -> Coding {
        let parts = contentType.split(separator: ";", maxSplits: 1)
        switch parts.first?.lowercased() {
        case "application/x-www-form-urlencoded":
            return .urlEncoded
        case "multipart/form-data":
            guard parts.count == 2, let boundary = boundary(in: parts[1]) else {
                throw WebRefusal.malformed
            }
            return .multipart(boundary: boundary)
        default:
            throw WebRefusal.mediaType
        }
    }

    /// The boundary: 1 to 70 characters of a small set (RFC 2046, section 5.1.1), perhaps quoted.
    private static func boundary(in parameters: Substring) -> String? {
        let parameter = parameters.drop { $0 == " " }
        let name = "boundary="
        guard parameter.lowercased().hasPrefix(name) else { return nil }
        var value = parameter.dropFirst(name.count)
        if value.count >= 2, value.first == "\"", value.last == "\"" {
            value = value.dropFirst().dropLast()
        }
        let allowed = value.utf8.allSatisfy { byte in
            Unicode.Scalar(byte).properties.isAlphabetic && byte < 0x80
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || "'()+_,-./:=?".utf8.contains(byte)
        }
        return allowed && (1...70).contains(value.utf8.count) ? String(value) : nil
    }
}
