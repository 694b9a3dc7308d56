import TenonCore
import TenonNetworking

/// A picture that is to be sent.
package struct Picture: Sendable {
    /// The bytes of the file.
    package let bytes: [UInt8]
    /// The name of the file, without its folder.
    package let name: String
    /// The media type, such as `image/png`.
    package let type: String

    /// Takes a picture.
    package init(_ bytes: [UInt8], name: String, type: String) {
        self.bytes = bytes
        self.name = name
        self.type = type
    }
}

extension FeedClient {
    /// How long a server may take to process a picture.
    private static let patience = Duration.seconds(300)
    private static let longestDelay = Duration.seconds(10)

    /// Sends a picture, and waits until the server has processed it.
    ///
    /// - Parameters:
    ///   - picture: The picture.
    ///   - description: The alternative text; `nil` for none.
    ///   - focus: The point that stays visible; a server that does not keep it is not told.
    ///   - sent: Called with how many bytes of the picture were sent by now.
    /// - Throws: ``FeedError``, also (`feed.bad-picture`) when the server cannot process it, or not
    ///   within five minutes; `CancellationError`.
    package func upload(
        _ picture: Picture, description: String? = nil, focus: Focus = .middle,
        sent: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> MediaAttachment {
        let form = MultipartForm(
            pairs(description, focus), file: (picture.bytes, picture.name, picture.type))
        var media: MediaAttachment = try await send(
            "POST", "/api/v2/media",
            content: .multipart(form) { sent(min($0, picture.bytes.count)) },
            parse: FeedReply.model)
        var delay = Duration.milliseconds(500)
        let end = clock.sinceBoot() + Self.patience
        while media.address == nil {
            guard clock.sinceBoot() < end else { throw FeedError.badPicture(server.origin) }
            try await clock.sleep(for: delay)
            delay = min(delay * 2, Self.longestDelay)
            media = try await processed(media.id)
        }
        return media
    }

    /// A picture that was sent, as far as the server has got with it.
    private func processed(_ id: MediaID) async throws -> MediaAttachment {
        do {
            return try await send("GET", "/api/v1/media/\(id.segment)", parse: FeedReply.model)
        } catch let error as FeedError where error.status == 422 {
            throw FeedError.badPicture(server.origin)
        }
    }

    /// Changes the alternative text or the focus of a picture that is in no post yet.
    package func describe(
        _ id: MediaID, description: String?, focus: Focus = .middle
    ) async throws -> MediaAttachment {
        try await send(
            "PUT", "/api/v1/media/\(id.segment)", content: .form(pairs(description ?? "", focus)),
            parse: FeedReply.model)
    }

    private func pairs(
        _ description: String?, _ focus: Focus
    ) -> [(name: String, value: String)] {
        (description.map { [("description", $0)] } ?? [])
            + (traits.keepsFocus ? [("focus", focus.text)] : [])
    }
}
