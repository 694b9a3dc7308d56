import Hummingbird
import TenonCore

/// How the content of a response travels: as it is, or compressed in the gzip format.
///
/// What may hold a secret travels as it is: the length of compressed content tells something about
/// it, and compressing makes one more copy.
struct ContentCoding {
    /// Below this number of bytes there is nothing to gain.
    private static let leastBytes = 1024

    /// Leaves all content as it is.
    static let identity = ContentCoding(gzip: nil, isAccepted: false)

    private let gzip: (any GzipCoding)?
    private let isAccepted: Bool

    private init(gzip: (any GzipCoding)?, isAccepted: Bool) {
        self.gzip = gzip
        self.isAccepted = isAccepted
    }

    /// The coding that the browser of a request takes.
    ///
    /// - Parameter gzip: Compresses; `nil` where nothing does.
    init(for request: Request, gzip: (any GzipCoding)?) {
        let isAccepted = request.headers[values: .acceptEncoding].contains(where: Self.accepts)
        self.init(gzip: gzip, isAccepted: isAccepted)
    }

    /// A response with content, compressed if the browser takes that and it is worth it.
    func response(
        _ content: [UInt8], status: HTTPResponse.Status = .ok, headers: HTTPFields
    ) -> Response {
        var headers = headers
        headers[.vary] = "Accept-Encoding"
        var body = ByteBuffer()
        if isAccepted, content.count >= Self.leastBytes, let gzip,
            (try? content.withUnsafeBytes { bytes in
                try gzip.compress(bytes) { body.writeBytes($0) }
            }) != nil
        {
            headers[.contentEncoding] = "gzip"
        } else {
            body = ByteBuffer(bytes: content)
        }
        return Response(
            status: status, headers: headers, body: ResponseBody(byteBuffer: body))
    }

    /// Whether a list of codings has gzip, and not with the weight 0 (RFC 9110, 12.5.3).
    private static func accepts(_ list: String) -> Bool {
        list.lowercased().filter { !$0.isWhitespace }.split(separator: ",").contains { coding in
            let parts = coding.split(separator: ";")
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }
            return parts.first == "gzip" && weight.flatMap { Double($0.dropFirst(2)) } != 0
        }
    }
}
