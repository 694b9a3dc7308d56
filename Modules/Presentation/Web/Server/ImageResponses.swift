import Hummingbird
import TenonCore
import TenonUI

/// Answers requests for the images of a session: those of its present screens, and no others, so that the
/// server gets nothing from an address that no screen has named.
struct ImageResponses {
    let site: WebSite
    let session: BrowserSession

    /// An image by its name.
    func image(_ name: WebRoute.ImageName, _ text: String) async throws -> Response {
        switch name {
        case .blurred:
            let size = PictureSize(width: 32, height: 32)
            guard let picture = BlurHash.picture(of: text, size: size) else {
                throw WebRefusal.notFound(session.paths)
            }
            return response(PNGWriter.file(of: picture), .png)
        case .address: return try await image(.address(text))
        case .id: return try await image(.id(text))
        }
    }

    private func image(_ source: ImageSource) async throws -> Response {
        guard !session.isEnded, session.session.screen?.images.contains(source) == true else {
            throw WebRefusal.notFound(session.paths)
        }
        do {
            let file = try await site.images.file(source)
            return response(file.bytes, file.format)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw WebRefusal.notFound(session.paths)
        }
    }

    private func response(_ bytes: [UInt8], _ format: ImageFormat) -> Response {
        var headers = HTTPFields()
        headers[.contentType] = format.mediaType
        headers[.contentSecurityPolicy] = SecurityHeaders.picturePolicy
        headers[.cacheControl] = "private, max-age=3600"
        return Response(
            status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
