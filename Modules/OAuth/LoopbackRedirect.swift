import Dispatch
import Glibc
import Synchronization
import TenonCore

/// Waits on a port of this machine for a browser to come back from a page (RFC 8252, section 7.3).
///
/// It listens on 127.0.0.1 alone, answers one question, and closes with the last reference to it.
/// Other programs of this machine can knock as well: what they bring is no answer, since it lacks the
/// state of the question.
public final class LoopbackRedirect: Sendable {
    /// How long one connection may take to ask, in milliseconds.
    private static let patience: Int32 = 2_000
    /// How long one waits between looks at whether to go on, in milliseconds.
    private static let interval: Int32 = 100
    /// The longest request that is read, in bytes.
    private static let longestRequest = 16 * 1024

    /// Where the page leads back to: `http://127.0.0.1:PORT/`.
    public let address: String

    private let socket: Int32
    private let isCancelled = Atomic(false)

    /// Begins to listen on a free port.
    ///
    /// - Throws: ``OAuthError`` (`oauth.cannot-listen`).
    public init() throws {
        let socket = Glibc.socket(
            AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = in_addr_t(UInt32(0x7F00_0001).bigEndian)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                socket >= 0 && bind(socket, place, size) == 0 && listen(socket, 8) == 0
                    && getsockname(socket, place, &size) == 0
            }
        }
        guard isListening else {
            if socket >= 0 { close(socket) }
            throw OAuthError.cannotListen
        }
        self.socket = socket
        address = "http://127.0.0.1:\(UInt16(bigEndian: place.sin_port))/"
    }

    deinit { close(socket) }

    /// Waits for an answer to a question, and shows a page in the browser.
    ///
    /// - Parameters:
    ///   - request: The question, whose redirect is ``address``.
    ///   - page: What the browser shows then: HTML, without anything from elsewhere.
    /// - Returns: The code.
    /// - Throws: ``OAuthError`` when the person did not allow it; `CancellationError`.
    public func code(for request: AuthorizationRequest, page: String) async throws
        -> AuthorizationCode
    {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.global().async { [self] in
                    continuation.resume(with: Result { try wait(for: request, page) })
                }
            }
        } onCancel: {
            isCancelled.store(true, ordering: .releasing)
        }
    }

    private func wait(
        for request: AuthorizationRequest, _ page: String
    ) throws -> AuthorizationCode {
        while !isCancelled.load(ordering: .acquiring) {
            guard Self.isReady(socket, within: Self.interval) else { continue }
            let connection = accept(socket, nil, nil)
            guard connection >= 0 else { continue }
            defer { close(connection) }
            guard let query = read(connection) else {
                answer(connection, "404 Not Found", "")
                continue
            }
            do {
                let code = try request.code(inQuery: query)
                answer(connection, "200 OK", page)
                return code
            } catch let error as OAuthError where error.code == .oauthMismatch {
                answer(connection, "400 Bad Request", "")
            } catch {
                answer(connection, "200 OK", page)
                throw error
            }
        }
        throw CancellationError()
    }

    private static func isReady(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
        var place = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&place, 1, milliseconds) > 0
    }

    /// The query of a request to the root; `nil` for any other.
    private func read(_ connection: Int32) -> String? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let end = ContinuousClock.now + .milliseconds(Int64(Self.patience))
        while !bytes.contains(subsequence: [13, 10, 13, 10]) {
            guard ContinuousClock.now < end, bytes.count < Self.longestRequest,
                Self.isReady(connection, within: Self.patience)
            else { return nil }
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            bytes += buffer[..<count]
        }
        let line = String(decoding: bytes.prefix { $0 != 13 }, as: UTF8.self)
        let words = line.split(separator: " ")
        guard words.count == 3, words[0] == "GET", words[1].hasPrefix("/?") else { return nil }
        return String(words[1].dropFirst(2))
    }

    private func answer(_ connection: Int32, _ status: String, _ page: String) {
        let text = """
            HTTP/1.1 \(status)\r
            Content-Type: text/html; charset=utf-8\r
            Content-Length: \(page.utf8.count)\r
            Content-Security-Policy: default-src 'none'\r
            Cache-Control: no-store\r
            Referrer-Policy: no-referrer\r
            Connection: close\r
            \r
            \(page)
            """
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}

extension [UInt8] {
    /// Whether some bytes follow one another anywhere in it.
    fileprivate func contains(subsequence wanted: [UInt8]) -> Bool {
        firstRange(of: wanted) != nil
    }
}
